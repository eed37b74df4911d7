"""What the doctor finds of the pins of buttons, buzzer and lamps, and of a strip's bus."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import gpiod
import pytest
from msgspec.structs import replace

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, OledConfig, RfidConfig
from companion.health.findings import Finding
from hardware import part_probes
from hardware.buzzer.probe import probe_buzzer
from hardware.gpio import Chip
from hardware.lamps.leds import Leds
from hardware.lamps.probe import probe_lamps
from hardware.outputs import OutputPinFactory
from hardware.part import PartError
from tests.fakes.gpio import Kernel, refused
from tests.fakes.lit import RecordingBus
from tests.fakes.pwm import PwmTree

PINS = Config(
    oled=OledConfig("sh1106", bus=1),
    rfid=RfidConfig("rdm6300", "/dev/ttyAMA0"),
    buttons=ButtonsConfig("gpio", advance=17, select=27, back=22, colours={"red": 5}),
    buzzer=BuzzerConfig("passive", 18),
    lamps=LampsConfig("leds", colours={"red": 4, "blue": 23}),
)
STRIP = Config(lamps=LampsConfig("ws2812"))
PROBES: Mapping[str, Callable[[Config, Callable[[], Chip]], Finding]] = {
    "buttons": part_probes.probe_buttons, "buzzer": probe_buzzer, "lamps": probe_lamps,
}  # fmt: skip


def held(line: int, by: str, kernel: Kernel) -> None:
    kernel.held[line] = by


def without_rights(kernel: Kernel) -> None:
    kernel.rights = False


def without_chip(kernel: Kernel) -> None:
    (kernel.folder / "gpiochip0").unlink()


def refusing(kernel: Kernel) -> None:
    kernel.refuses = refused(errno.EIO)


def nothing(_: Kernel) -> None:
    """The pins are free."""


@pytest.mark.parametrize(
    ("part", "ill", "state", "code", "params"),
    [
        ("buttons", nothing, "ok", "doctor.buttons.free",
         {"pins": ("GPIO17 (J8:11)", "GPIO27 (J8:13)", "GPIO22 (J8:15)", "GPIO5 (J8:29)")}),
        ("buttons", partial(held, 5, "spi0 CS0"), "missing", "doctor.buttons.busy",
         {"key": "buttons.colours.red", "pin": "GPIO5 (J8:29)", "by": "spi0 CS0"}),
        ("buttons", partial(held, 17, "companion"), "ok", "doctor.buttons.ours", {}),
        ("buttons", lambda kernel: kernel.down(27), "warning", "doctor.buttons.down",
         {"key": "buttons.select", "pin": "GPIO27 (J8:13)"}),
        ("buttons", without_rights, "missing", "doctor.buttons.no-rights", {}),
        ("buttons", without_chip, "missing", "doctor.buttons.no-chip", {}),
        ("buttons", refusing, "missing", "doctor.buttons.broken", {"why": os.strerror(errno.EIO)}),
        ("buzzer", nothing, "ok", "doctor.buzzer.free", {"pin": "GPIO18 (J8:12)"}),
        ("buzzer", partial(held, 18, "w1"), "missing", "doctor.buzzer.busy",
         {"pin": "GPIO18 (J8:12)", "by": "w1"}),
        ("buzzer", partial(held, 18, "companion"), "ok", "doctor.buzzer.ours", {"pin": "GPIO18 (J8:12)"}),
        ("buzzer", without_rights, "missing", "doctor.buzzer.no-rights", {}),
        ("buzzer", without_chip, "missing", "doctor.buzzer.no-chip", {}),
        ("buzzer", refusing, "missing", "doctor.buzzer.broken", {"why": os.strerror(errno.EIO)}),
        ("lamps", nothing, "ok", "doctor.lamps.free",
         {"pins": ("lamps.colours.red GPIO4 (J8:7)", "lamps.colours.blue GPIO23 (J8:16)")}),
        ("lamps", partial(held, 23, "w1"), "missing", "part.pin-taken",
         {"key": "lamps.colours.blue", "pin": "GPIO23 (J8:16)", "by": "w1"}),
        ("lamps", partial(held, 23, "companion"), "ok", "doctor.lamps.ours", {}),
        ("lamps", without_rights, "missing", "part.pins-refused", {}),
        ("lamps", without_chip, "missing", "part.no-pins", {}),
    ],
)  # fmt: skip
def test_pins_are_looked_at_and_given_back(
    kernel: Kernel, part: str, ill: Callable[[Kernel], None], state: str, code: str, params: dict[str, Any]
) -> None:
    ill(kernel)
    found = PROBES[part](PINS, kernel.chip)
    assert (found.part, found.state, found.said.code, found.said.params) == (part, state, code, params)
    assert not kernel.opened
    assert all(kernel.freed(line) for line in kernel.asked)
    if part != "buttons" or code.endswith(("busy", "ours")):
        assert not kernel.asked, "only a button's level is read"


@pytest.mark.parametrize(
    ("part", "config", "state", "code"),
    [
        ("buttons", Config(buttons=ButtonsConfig("gpio", back="J8:6")), "missing", "part.power-pin"),
        ("buzzer", replace(PINS, buzzer=BuzzerConfig("passive", "J8:12")), "ok", "doctor.buzzer.free"),
        ("buzzer", replace(PINS, buzzer=BuzzerConfig("passive", "GPIO5")), "missing", "part.doubled-pin"),
        ("buzzer", Config(buzzer=BuzzerConfig("simulated")), "ok", "doctor.simulated"),
        ("lamps", Config(lamps=LampsConfig("leds")), "ok", "doctor.lamps.none"),
        ("lamps", Config(lamps=LampsConfig("simulated")), "ok", "doctor.simulated"),
        ("lamps", replace(STRIP, rfid=RfidConfig("rc522", "/dev/spidev0.1")), "missing", "part.strip-bus"),
    ],
)
def test_what_is_configured_is_looked_at_first(
    kernel: Kernel, part: str, config: Config, state: str, code: str
) -> None:
    found = PROBES[part](config, kernel.chip)
    assert (found.state, found.said.code) == (state, code)


def test_a_pin_that_is_taken_between_looking_and_claiming(kernel: Kernel) -> None:
    class Quick(Kernel):
        def claim(self, line: int, settings: gpiod.LineSettings, consumer: str) -> int:
            self.held[17] = ""
            return super().claim(line, settings, consumer)

    found = part_probes.probe_buttons(PINS, Quick(kernel.folder).chip)
    assert (found.said.code, found.said.params["by"]) == ("doctor.buttons.busy", "?")


def test_pins_that_the_lamps_of_this_companion_have_are_fine(kernel: Kernel, tmp_path: Path) -> None:
    leds = Leds({"red": 4}, lambda: OutputPinFactory(kernel.chip(), PwmTree(tmp_path / "none").pwms()))
    with closing(leds):
        assert leds.open() is None
        assert probe_lamps(PINS, kernel.chip).said.code == "doctor.lamps.ours"


@pytest.mark.parametrize(
    ("fault", "state", "code"),
    [
        (None, "ok", "doctor.lamps.bus"),
        (PartError("no-spi", port="/dev/spidev0.0"), "missing", "part.no-spi"),
    ],
)
def test_the_bus_of_a_strip_is_opened_and_nothing_is_written(
    kernel: Kernel, fault: PartError | None, state: str, code: str
) -> None:
    bus = RecordingBus()
    bus.fault = fault
    found = probe_lamps(STRIP, kernel.chip, bus.open)
    assert (found.state, found.said.code) == (state, code)
    assert (len(bus.asked), bus.closed, bus.sent) == (1, int(fault is None), [])
