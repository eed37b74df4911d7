"""The lamps' thread over lamps that note what they show."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest

from companion.language.signals import Lamp
from companion.parts import Lights
from hardware.lamps.driver import Lamps
from hardware.lamps.rhythm import LampLevel
from hardware.part import PartError
from tests.fakes.bench import PartsWatch
from tests.fakes.lit import FakeLampDevice
from tests.patience import PATIENCE

GONE = PartError("no-spi", port="/dev/spidev0.0")
STEADY = Lights((Lamp("red", "may"), Lamp("blue", "next"), Lamp("green", "done")))
STEADY_ROW = (LampLevel("red", 50), LampLevel("blue", 12.5), LampLevel("green", 0))
GO = Lights((Lamp("red", "asked"),))
NEVER = 3600.0

Make = Callable[..., Lamps]


@pytest.fixture
def lit() -> FakeLampDevice:
    return FakeLampDevice()


@pytest.fixture
def make(lit: FakeLampDevice, watch: PartsWatch) -> Iterator[Make]:
    made: list[Lamps] = []

    def lamps(retry: float = NEVER) -> Lamps:
        made.append(Lamps(lit, watch.parts, bright=100, dimmed=10, retry=retry))
        return made[-1]

    yield lamps
    for each in made:
        each.stop()


def started(lamps: Lamps, lights: Lights) -> Lamps:
    lamps.show(lights)
    lamps.start()
    assert lamps.settle(PATIENCE)
    return lamps


def test_what_was_left_is_lit_by_day_and_by_night(lit: FakeLampDevice, make: Make, watch: PartsWatch) -> None:
    lamps = started(make(), STEADY)
    assert lit.rows[-1] == STEADY_ROW
    lamps.show(Lights(STEADY.lamps, dim=True))
    assert lamps.settle(PATIENCE)
    assert [glow.level for glow in lit.rows[-1]] == [5, 1.25, 0]
    assert watch.parts.states()["lamps"] == "ok"


def test_steady_lamps_are_lit_once_however_often_they_are_shown(lit: FakeLampDevice, make: Make) -> None:
    lamps = started(make(), STEADY)
    shown = len(lit.rows)
    for _ in range(100):
        lamps.show(Lights(STEADY.lamps))
    assert lamps.settle(PATIENCE)
    lamps.stop()
    assert len(lit.rows) == shown + 1, "for the end"


def test_a_lamp_that_breathes_moves_by_itself(lit: FakeLampDevice, make: Make) -> None:
    lamps = make()
    lamps.show(GO)
    lamps.start()
    lit.wait_for_rows(3)
    lamps.stop()
    assert lit.rows[0] == (LampLevel("red", 100),)
    assert lit.rows[1][0].level < 100


def test_a_new_go_is_seen_at_its_brightest_at_once(lit: FakeLampDevice, make: Make) -> None:
    lamps = make()
    lamps.show(GO)
    lamps.start()
    lit.wait_for_rows(2)
    lamps.show(Lights((Lamp("blue", "asked"),)))
    assert lamps.settle(PATIENCE)
    assert (LampLevel("blue", 100),) in lit.rows


def test_stopped_lamps_are_dark_and_let_go(lit: FakeLampDevice, make: Make) -> None:
    lamps = started(make(), STEADY)
    lamps.stop()
    assert lit.rows[-1] == ()
    assert lit.closed


def test_lamps_that_go_while_they_are_lit_are_looked_for_again(
    lit: FakeLampDevice, make: Make, watch: PartsWatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "hardware.lamps.driver")
    lamps = make(retry=0.001)
    lamps.start()
    assert lamps.settle(PATIENCE)
    lit.missing = lit.gone = GONE
    lamps.show(STEADY)
    watch.wait_for("lamps", "missing")
    lit.wait_for_looks(lit.looks + 3)
    lit.missing = None
    watch.wait_for("lamps", "ok")
    assert lamps.settle(PATIENCE)
    assert lit.rows[-1] == STEADY_ROW
    assert [record.getMessage() for record in caplog.records] == [
        f"lamps are missing: {GONE}",
        "the lamps are back",
    ]


def test_a_strip_that_lost_its_power_is_sent_everything_again_when_asked(
    lit: FakeLampDevice, make: Make
) -> None:
    lamps = started(make(), STEADY)
    before = len(lit.rows)
    lamps.check()
    lit.wait_for_rows(before + 1)
    assert lit.rows[-1] == STEADY_ROW


def test_lamps_that_are_gone_at_the_end_do_not_keep_the_end_waiting(lit: FakeLampDevice, make: Make) -> None:
    lamps = make()
    lamps.start()
    assert lamps.settle(PATIENCE)
    lit.gone = GONE
    lamps.stop()
    assert lit.closed


def test_a_strip_that_can_be_opened_and_not_be_lit_is_missing_and_does_not_come_and_go(
    lit: FakeLampDevice, make: Make, watch: PartsWatch
) -> None:
    lit.never = GONE
    lamps = make(retry=0.001)
    lamps.show(STEADY)
    lamps.start()
    watch.wait_for("lamps", "missing")
    changes = watch.parts.changes
    lit.wait_for_looks(lit.looks + 20)
    assert watch.parts.changes == changes, "each change draws every open page and the display anew"
    assert lamps.missing is GONE
    lit.never = None
    watch.wait_for("lamps", "ok")
    assert lamps.settle(PATIENCE)
    assert lit.rows[-1] == STEADY_ROW
