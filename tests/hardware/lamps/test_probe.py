"""The doctor's look at the lamps."""

from __future__ import annotations

from pathlib import Path

from companion.config import Config, LampsConfig, RfidConfig
from hardware.lamps.leds import Leds
from hardware.lamps.probe import probe_lamps
from hardware.outputs import OutputPinFactory
from hardware.part import PartError
from tests.fakes.gpio import Kernel
from tests.fakes.lit import RecordingBus
from tests.fakes.pwm import PwmTree

LEDS = Config(lamps=LampsConfig("leds", colours={"red": 4, "blue": 23}))
STRIP = Config(lamps=LampsConfig("ws2812"))


def look(config: Config, kernel: Kernel) -> tuple[str, str]:
    found = probe_lamps(config, kernel.chip)
    return found.state, found.said.code


def test_free_pins_are_fine_and_nothing_is_claimed(kernel: Kernel) -> None:
    assert look(LEDS, kernel) == ("ok", "doctor.lamps.free")
    assert not kernel.asked
    assert not kernel.opened


def test_pins_that_the_companion_itself_has_are_fine(kernel: Kernel, tmp_path: Path) -> None:
    leds = Leds({"red": 4}, lambda: OutputPinFactory(kernel.chip(), PwmTree(tmp_path / "none").pwms()))
    assert leds.open() is None
    assert look(LEDS, kernel) == ("ok", "doctor.lamps.ours")
    leds.close()


def test_a_pin_that_another_has_is_reported_with_its_cure(kernel: Kernel) -> None:
    kernel.held[23] = "w1"
    assert look(LEDS, kernel) == ("missing", "part.pin-taken")


def test_a_machine_without_pins_or_without_the_right_to_them_is_reported(kernel: Kernel) -> None:
    kernel.rights = False
    assert look(LEDS, kernel) == ("missing", "part.pins-refused")
    kernel.chips.clear()
    assert look(LEDS, kernel) == ("missing", "part.no-pins")


def test_lamps_of_no_colour_are_reported(kernel: Kernel) -> None:
    assert look(Config(lamps=LampsConfig("leds")), kernel) == ("ok", "doctor.lamps.none")


def test_simulated_lamps_are_fine(kernel: Kernel) -> None:
    assert look(Config(lamps=LampsConfig("simulated")), kernel) == ("ok", "doctor.simulated")


def test_the_bus_of_a_strip_is_opened_and_nothing_is_written(kernel: Kernel) -> None:
    bus = RecordingBus()
    found = probe_lamps(STRIP, kernel.chip, lambda _path, _hertz: bus.open())
    assert (found.state, found.said.code) == ("ok", "doctor.lamps.bus")
    assert (bus.opened, bus.closed, bus.sent) == (1, 1, [])


def test_a_bus_that_cannot_be_opened_is_reported_with_its_cure(kernel: Kernel) -> None:
    bus = RecordingBus()
    bus.fault = PartError("no-spi", port="/dev/spidev0.0")
    found = probe_lamps(STRIP, kernel.chip, lambda _path, _hertz: bus.open())
    assert (found.state, found.said.code) == ("missing", "part.no-spi")


def test_a_strip_on_the_reader_s_bus_is_reported(kernel: Kernel) -> None:
    asked = Config(lamps=STRIP.lamps, rfid=RfidConfig("rc522", "/dev/spidev0.1"))
    assert look(asked, kernel) == ("missing", "part.strip-bus")
