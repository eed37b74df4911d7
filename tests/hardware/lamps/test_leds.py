"""Plain LEDs on the kernel's lines and PWM."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import Config, LampsConfig, RfidConfig
from hardware.lamps.kinds import open_device
from hardware.lamps.leds import Leds
from hardware.lamps.rhythm import FULL, LampLevel
from hardware.lamps.simulated import SimulatedLamps
from hardware.lamps.strip import Strip
from hardware.outputs import OutputPinFactory
from hardware.part import PartError
from tests.fakes.bench import COLOURS
from tests.fakes.gpio import Kernel
from tests.fakes.pwm import PwmTree

PINS = {"red": 4, "blue": 18, "green": 23}


@pytest.fixture
def tree(tmp_path: Path) -> PwmTree:
    return PwmTree(tmp_path, 18)


@pytest.fixture
def leds(kernel: Kernel, tree: PwmTree) -> Iterator[Leds]:
    leds = Leds(PINS, lambda: OutputPinFactory(kernel.chip(), tree.pwms()))
    yield leds
    leds.close()
    assert not kernel.opened


def test_a_pin_with_a_pwm_is_dimmed_and_another_is_on_or_off(
    kernel: Kernel, tree: PwmTree, leds: Leds
) -> None:
    assert leds.open() is None
    assert [leds.dimmable(colour) for colour in PINS] == [False, True, False]
    leds.show([LampLevel("red", FULL), LampLevel("blue", FULL / 4)])
    assert kernel.driven[4][-1] == 1
    assert tree.channel(0) == (5_000_000, 1_250_000, 1)
    assert kernel.driven[23][-1] == 0


def test_a_lamp_that_is_not_in_the_row_goes_dark_and_what_is_the_same_is_not_set_again(
    kernel: Kernel, leds: Leds
) -> None:
    leds.open()
    for _ in range(3):
        leds.show([LampLevel("red", FULL), LampLevel("green", FULL)])
    leds.show([LampLevel("green", FULL), LampLevel("orange", FULL)])
    assert kernel.driven[4] == [0, 0, 1, 0]
    assert kernel.driven[23] == [0, 0, 1]


def test_closed_leds_are_dark_and_their_pins_free(kernel: Kernel, tree: PwmTree, leds: Leds) -> None:
    leds.open()
    leds.show([LampLevel(colour, FULL) for colour in PINS])
    leds.close()
    assert kernel.driven[4][-1] == kernel.driven[23][-1] == 0
    assert kernel.freed(4)
    assert tree.channel(0)[1:] == (0, 0)


def test_a_pin_that_another_has_is_reported_and_the_others_are_lit(kernel: Kernel, leds: Leds) -> None:
    kernel.held[4] = "w1"
    trouble = leds.open()
    assert trouble is not None
    assert (trouble.code, trouble.params["key"], trouble.params["by"]) == (
        "pin-taken", "lamps.colours.red", "w1",
    )  # fmt: skip
    leds.show([LampLevel("red", FULL), LampLevel("green", FULL)])
    assert kernel.driven[23][-1] == 1
    del kernel.held[4]
    assert leds.open() is None
    leds.show([LampLevel("red", FULL)])
    assert kernel.driven[4][-1] == 1


def test_a_line_that_is_gone_is_reported_after_the_others_were_set_and_claimed_anew(
    kernel: Kernel, leds: Leds
) -> None:
    leds.open()
    kernel.break_off(4)
    with pytest.raises(PartError) as gone:
        leds.show([LampLevel("red", FULL), LampLevel("green", FULL)])
    assert gone.value.code == "pin-broken"
    assert kernel.driven[23][-1] == 1
    assert leds.open() is None
    leds.show([LampLevel("red", FULL)])
    assert kernel.driven[4][-1] == 1


@pytest.mark.parametrize("rights", [True, False])
def test_a_machine_that_gives_no_pins_is_reported_with_its_cure(
    kernel: Kernel, leds: Leds, rights: bool
) -> None:
    if rights:
        kernel.chips.clear()
    else:
        kernel.rights = False
    trouble = leds.open()
    assert trouble is not None
    assert trouble.code == ("no-pins" if rights else "pins-refused")
    leds.show([LampLevel("red", FULL)])


def test_a_strip_is_not_put_on_the_bus_of_a_reader() -> None:
    strip = LampsConfig("ws2812", spi="/dev/spidev0.0")
    with pytest.raises(PartError) as refused:
        open_device(Config(rfid=RfidConfig("rc522", "/dev/spidev0.1"), lamps=strip), COLOURS)
    assert refused.value.code == "strip-bus"
    for other in (RfidConfig("rc522", "/dev/spidev1.0"), RfidConfig("rdm6300")):
        assert isinstance(open_device(Config(rfid=other, lamps=strip), COLOURS), Strip)


def test_a_strip_without_its_device_is_reported_with_its_cure(tmp_path: Path) -> None:
    for driver in ("ws2812", "apa102"):
        asked = Config(lamps=LampsConfig(driver, spi=str(tmp_path / "spidev9.9")))
        missing = open_device(asked, COLOURS).open()
        assert missing is not None
        assert missing.code == "no-spi"


def test_simulated_lamps_are_leds_and_a_strip_by_the_real_drivers() -> None:
    lamps = SimulatedLamps(COLOURS)
    assert lamps.open() is None
    lamps.show([LampLevel("blue", FULL / 2), LampLevel("red", 64)])
    assert lamps.leds() == {**dict.fromkeys(COLOURS, 0.0), "blue": 0.5, "red": pytest.approx(64 / FULL)}
    assert lamps.strip()[:3] == ((0, 10, 128), (64, 0, 0), (0, 0, 0))
    lamps.unplug()
    with pytest.raises(PartError):
        lamps.show([LampLevel("blue", FULL)])
    assert not any(map(any, lamps.strip()))
    assert lamps.open() is not None
    lamps.plug()
    assert lamps.open() is None
    lamps.close()
