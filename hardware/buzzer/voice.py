"""A buzzer on its pin, which says one word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gpiozero

from companion.config import BuzzerConfig
from companion.language.signals import Sound
from hardware.buzzer.rhythm import pulses


class Voice:
    """An active buzzer by its levels, any other by its tones. For one thread at a time.

    pin: its GPIO number. chip: the pins, as `hardware.buzzer.tones` has them for this kind of buzzer. Raises
    one of `hardware.buttons.pins.PIN_ERRORS` where the pin cannot be had.
    """

    def __init__(self, config: BuzzerConfig, pin: int, chip: Any) -> None:
        self._active = config.driver == "active"
        self._volume = config.volume
        if self._active:
            self._device = gpiozero.Buzzer(pin, pin_factory=chip)
        else:
            self._device = gpiozero.TonalBuzzer(pin, mid_tone="A5", pin_factory=chip)

    def say(self, sound: Sound, wait: Callable[[float], object]) -> None:
        """Say a word. wait: waits for so many seconds; where it gives something true, the word is broken off.

        Raises one of `PIN_ERRORS` where the pin is lost.
        """
        for pulse in pulses(sound, self._volume):
            if self._active:
                self._device.on()
            else:
                self._device.play(pulse.tone)
            over = wait(pulse.sounds)
            if self._active:
                self._device.off()
            else:
                self._device.stop()
            if over or wait(pulse.silent):
                return

    def close(self) -> None:
        """Be silent, and give the pin back. Raises one of `PIN_ERRORS` for a pin that was lost."""
        self._device.close()
