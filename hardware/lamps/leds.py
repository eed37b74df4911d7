"""Lamps that are plain LEDs, each on its own pin: gpiozero's devices over the kernel's lines."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import gpiozero

from hardware.buttons.pins import PIN_ERRORS
from hardware.gpio import ChipNotFound, LineBusy
from hardware.header import pin_label
from hardware.lamps.rhythm import FULL, LampLevel
from hardware.part import PartError
from hardware.pin_assignment import lamp_key

PWM_FREQUENCY = 200
"""Hertz of a dimmed LED: fast enough not to flicker in the corner of an eye."""


class Leds:
    """A `LampDevice` of LEDs; a missing pin does not affect the others.

    pins: by colour, a GPIO number. open_factory: opens a `hardware.outputs.OutputPinFactory`.
    """

    def __init__(self, pins: Mapping[str, int], open_factory: Callable[[], Any]) -> None:
        self._pins = dict(pins)
        self._open_factory = open_factory
        self._factory: Any = None
        self._leds: dict[str, Any] = {}
        self._levels: dict[str, float] = {}

    def dimmable(self, colour: str) -> bool:
        """Whether the pin of this lamp has PWM; True for one that is missing."""
        return colour not in self._leds or isinstance(self._leds[colour], gpiozero.PWMLED)

    def open(self) -> PartError | None:
        """Claim the missing pins; return the first error."""
        fault: PartError | None = None
        try:
            self._factory = self._factory or self._open_factory()
        except PIN_ERRORS as missing:
            return pin_error(missing)
        for colour, gpio in self._pins.items():
            if colour not in self._leds:
                try:
                    self._leds[colour] = self._claim(gpio)
                except PIN_ERRORS as missing:
                    fault = fault or pin_error(missing, colour, gpio)
        return fault

    def _claim(self, gpio: int) -> Any:
        if self._factory.has_pwm(gpio):
            return gpiozero.PWMLED(gpio, frequency=PWM_FREQUENCY, pin_factory=self._factory)
        return gpiozero.LED(gpio, pin_factory=self._factory)

    def show(self, row: Iterable[LampLevel]) -> None:
        """Set the lamps that changed; those not in the row go dark.

        Raises `PartError` for the first that failed, after setting all others; `open` claims it again.
        """
        lights = {level.colour: level.level for level in row}
        fault: PartError | None = None
        for colour, led in tuple(self._leds.items()):
            light = lights.get(colour, 0.0)
            if self._levels.get(colour, 0.0) == light:
                continue
            try:
                led.value = light / FULL if isinstance(led, gpiozero.PWMLED) else light > 0
                self._levels[colour] = light
            except PIN_ERRORS as error:
                self._release(colour)
                fault = fault or pin_error(error, colour, self._pins[colour])
        if fault is not None:
            raise fault

    def close(self) -> None:
        """Make all lamps dark and release their pins."""
        for colour in tuple(self._leds):
            self._release(colour)
        pin_factory, self._factory = self._factory, None
        if pin_factory is not None:
            pin_factory.close()

    def _release(self, colour: str) -> None:
        self._levels.pop(colour, None)
        with suppress(*PIN_ERRORS):
            self._leds.pop(colour).close()


def pin_error(fault: Exception, colour: str = "", gpio: int = 0) -> PartError:
    """The error to show for a pin that cannot be had."""
    if isinstance(fault, ChipNotFound):
        return PartError("pins-refused" if fault.rights else "no-pins")
    if isinstance(fault, LineBusy):
        return PartError("pin-taken", key=lamp_key(colour), pin=pin_label(gpio), by=fault.by or "?")
    if isinstance(fault, OSError) and fault.errno in (errno.EACCES, errno.EPERM):
        return PartError("pins-refused")
    return PartError("pin-broken", key=lamp_key(colour), pin=pin_label(gpio), why=str(fault))
