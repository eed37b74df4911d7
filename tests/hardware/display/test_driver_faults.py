"""Each fault of the bus made on purpose, below the driver: the report, and the picture's return."""

from __future__ import annotations

import logging

import pytest

from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.driver import Display
from hardware.display.oled import Oled
from hardware.display.wire import DisplayGone, Trouble, Wire
from tests.fakes.bench import LONG, PartsWatch
from tests.fakes.oleds import FAULTS, MODELS, NAMES, WatchedBus

HELLO = Frame("Hello", ("Turn 3",))
AGAIN = Frame("Hello", ("Turn 4",))


@pytest.mark.parametrize(("number", "trouble"), FAULTS, ids=NAMES)
@pytest.mark.parametrize("driver", sorted(MODELS))
def test_a_transfer_that_fails_once_in_the_middle_is_missing_for_a_moment_and_then_whole(
    watch: PartsWatch, caplog: pytest.LogCaptureFixture, driver: str, number: int, trouble: Trouble
) -> None:
    bus = WatchedBus(MODELS[driver]())
    display = Display(
        lambda: Oled(driver, Wire(1, 0x3C, bus)), watch.parts, contrast=160, dimmed=1, retry=1000.0
    )
    display.start()
    display.show(HELLO)
    assert display.settle(LONG)

    with caplog.at_level(logging.DEBUG, "hardware.display.driver"):
        bus.break_after(12, number)
        display.show(AGAIN)
        watch.wait_for("display", "missing")
        assert display.settle(LONG), "nobody waits for a display that is not there"
        display.show(HELLO)
        display.check()
        watch.wait_for("display", "ok")
    assert display.settle(LONG)
    assert bus.picture().tobytes() == draw(HELLO).tobytes()
    display.stop()

    logged = [record.getMessage() for record in caplog.records]
    assert logged == [
        f"the display does not answer: {DisplayGone(1, 0x3C, OSError(number, ''))}",
        "the display is back",
    ]
    assert DisplayGone(1, 0x3C, OSError(number, "")).trouble == trouble
