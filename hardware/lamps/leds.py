"""Lamps that are plain LEDs, each on a pin of its own: gpiozero's devices over the kernel's lines."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import gpiozero

from hardware.buttons.pins import PIN_ERRORS
from hardware.gpio import ChipNotFound, LineBusy
from hardware.header import pin_label
from hardware.lamps.rhythm import FULL, Glow
from hardware.part import PartError
from hardware.pin_assignment import lamp_key

HERTZ = 200
"""Of a dimmed LED, made by hardware: fast enough to be still also where somebody looks past it."""


class Leds:
    """pins: by colour, a GPIO number; chip: opens the machine's pins, see `hardware.outputs.OutputPins`.

    A lamp whose pin cannot be had leaves the others alight. For one thread.
    """

    def __init__(self, pins: Mapping[str, int], chip: Callable[[], Any]) -> None:
        self._pins = dict(pins)
        self._open_chip = chip
        self._chip: Any = None
        self._leds: dict[str, Any] = {}
        self._lit: dict[str, float] = {}

    def fades(self, colour: str) -> bool:
        """Whether the kernel has a PWM for the pin of this colour's lamp; also where there is none."""
        return colour not in self._leds or isinstance(self._leds[colour], gpiozero.PWMLED)

    def look(self) -> PartError | None:
        """Claim the pins that have not been; gives what keeps the first of those that cannot be had."""
        trouble: PartError | None = None
        try:
            self._chip = self._chip or self._open_chip()
        except PIN_ERRORS as missing:
            return refusal(missing)
        for colour, gpio in self._pins.items():
            if colour not in self._leds:
                try:
                    self._leds[colour] = self._claimed(gpio)
                except PIN_ERRORS as missing:
                    trouble = trouble or refusal(missing, colour, gpio)
        return trouble

    def _claimed(self, gpio: int) -> Any:
        if self._chip.has_pwm(gpio):
            return gpiozero.PWMLED(gpio, frequency=HERTZ, pin_factory=self._chip)
        return gpiozero.LED(gpio, pin_factory=self._chip)

    def show(self, row: Iterable[Glow]) -> None:
        """Set what has changed; a lamp that is not in the row is dark.

        Raises `PartError` for the first that cannot be set, after all others have been; it is to be claimed
        anew.
        """
        lights = {glow.colour: glow.light for glow in row}
        trouble: PartError | None = None
        for colour, led in tuple(self._leds.items()):
            light = lights.get(colour, 0.0)
            if self._lit.get(colour, 0.0) == light:
                continue
            try:
                led.value = light / FULL if isinstance(led, gpiozero.PWMLED) else light > 0
                self._lit[colour] = light
            except PIN_ERRORS as gone:
                self._give_back(colour)
                trouble = trouble or refusal(gone, colour, self._pins[colour])
        if trouble is not None:
            raise trouble

    def close(self) -> None:
        """Make every lamp dark, and let the pins go."""
        for colour in tuple(self._leds):
            self._give_back(colour)
        chip, self._chip = self._chip, None
        if chip is not None:
            chip.close()

    def _give_back(self, colour: str) -> None:
        self._lit.pop(colour, None)
        with suppress(*PIN_ERRORS):
            self._leds.pop(colour).close()


def refusal(fault: Exception, colour: str = "", gpio: int = 0) -> PartError:
    """What a person is told of a pin that cannot be had."""
    if isinstance(fault, ChipNotFound):
        return PartError("pins-refused" if fault.rights else "no-pins")
    if isinstance(fault, LineBusy):
        return PartError("pin-taken", key=lamp_key(colour), pin=pin_label(gpio), by=fault.by or "?")
    if isinstance(fault, OSError) and fault.errno in (errno.EACCES, errno.EPERM):
        return PartError("pins-refused")
    return PartError("pin-broken", key=lamp_key(colour), pin=pin_label(gpio), why=str(fault))
