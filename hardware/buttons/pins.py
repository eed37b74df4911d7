"""Where the buttons' pins come from, and what can be wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons.kernel import LineTaken, NoChip, header_chip
from hardware.buttons.kernel_pins import KernelPins
from hardware.buttons.wiring import place

BOUNCE = 0.02
"""Seconds that a pin must be still before its edge is believed; the kernel sees to it."""

Why = Literal["no-chip", "no-rights", "busy", "failed"]


class PinsMissing(Exception):
    """The machine does not give the pins.

    why: there are none; they may not be used; another has a pin, `by` its name if it told one; or the
    system's own words stand in `by`.
    """

    def __init__(self, why: Why, by: str = "") -> None:
        super().__init__(why, by)
        self.why = why
        self.by = by

    def __str__(self) -> str:
        return f"{self.why} ({self.by})" if self.by else self.why


def real() -> KernelPins:
    """The pins of this Raspberry Pi. Raises `PinsMissing`."""
    try:
        return KernelPins(header_chip())
    except NoChip as missing:
        raise PinsMissing("no-rights" if missing.rights else "no-chip") from missing


def mock() -> Any:
    """Pins of our own that nothing is connected to, whatever the environment says; a Pi 3's."""
    return MockFactory(revision="a02082", pin_class=MockPin)


DRIVERS: Mapping[str, Callable[[], Any]] = {"gpio": real}


def claim(chip: Any, gpio: int) -> Any:
    """Open a pin for a button to ground, with the chip's pull-up. Raises `PinsMissing`."""
    try:
        return gpiozero.DigitalInputDevice(gpio, pull_up=True, bounce_time=BOUNCE, pin_factory=chip)
    except LineTaken as taken:
        raise PinsMissing("busy", taken.by) from taken
    except (OSError, gpiozero.GPIOZeroError) as error:
        raise PinsMissing("failed", f"{place(gpio)}: {error}") from error
