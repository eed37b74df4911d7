"""The pins of this Raspberry Pi as gpiozero's output devices use them: levels by the kernel's lines, and what
lies in between by the kernel's own PWM, where a pin has one.

gpiozero's other pins make their PWM in the processor, thousands of times a second. These make none: a pin is
dimmed by hardware or not at all.
"""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import gpiozero

from hardware.gpio import Chip, OutputLine, header_chip
from hardware.pwm import Pwm, Pwms


class OutputPin:
    """One output, low or high. Its line is claimed once its first level is set."""

    function = "output"
    pull = "floating"
    bounce = None
    when_changed = None

    def __init__(self, chip: Chip, gpio: int) -> None:
        self.info = SimpleNamespace(name=f"GPIO{gpio}")
        self._chip = chip
        self._gpio = gpio
        self._line: OutputLine | None = None
        self._high = False

    def output_with_state(self, high: bool) -> None:
        """Be an output of this level. Raises `OSError`."""
        self._line = self._line or self._chip.claim_output(self._gpio)
        self.state = high

    @property
    def frequency(self) -> None:
        """It has no PWM."""
        return None

    @frequency.setter
    def frequency(self, hertz: float | None) -> None:
        if hertz is not None:
            raise gpiozero.PinPWMUnsupported(f"{self.info.name} has no PWM")

    @property
    def state(self) -> bool:
        """The level."""
        return self._high

    @state.setter
    def state(self, high: bool) -> None:
        if self._line is not None:
            self._line.drive(bool(high))
        self._high = bool(high)

    def close(self) -> None:
        """Go low, and give the line back."""
        line, self._line, self._high = self._line, None, False
        if line is not None:
            with suppress(OSError):
                line.drive(high=False)
            line.close()


class PwmPin:
    """One output that is high for a part of the time, 0 to 1. It is off while it has no frequency."""

    function = "output"
    pull = "floating"
    bounce = None
    when_changed = None

    def __init__(self, pwm: Pwm, gpio: int) -> None:
        self.info = SimpleNamespace(name=f"GPIO{gpio}")
        self._pwm = pwm
        self._hertz: float | None = None
        self._part = 0.0

    def output_with_state(self, high: bool) -> None:
        """Nothing is to be seen before there is a frequency."""
        self.state = high

    @property
    def frequency(self) -> float | None:
        """Hertz; None is off. Setting it raises `OSError`."""
        return self._hertz

    @frequency.setter
    def frequency(self, hertz: float | None) -> None:
        if hertz is None:
            self._pwm.off()
        else:
            self._pwm.set(hertz, self._part)
        self._hertz = hertz

    @property
    def state(self) -> float:
        """The part of the time in which it is high. Setting it raises `OSError`."""
        return self._part

    @state.setter
    def state(self, part: float) -> None:
        if self._hertz is not None:
            self._pwm.set(self._hertz, part)
        self._part = float(part)

    def close(self) -> None:
        """Go low, and give the PWM back."""
        self._hertz, self._part = None, 0.0
        self._pwm.close()


class OutputPinFactory:
    """Where gpiozero gets its outputs: by their GPIO number. `close` closes the chip, not the pins."""

    def __init__(self, chip: Chip, pwms: Pwms) -> None:
        self._chip = chip
        self._pwms = pwms

    def fades(self, gpio: int) -> bool:
        """Whether the kernel has a PWM for this pin, for us to use."""
        return self._pwms.has(gpio)

    def pin(self, gpio: int) -> OutputPin | PwmPin:
        """A pin. Raises `OSError` for a PWM that cannot be had after all."""
        return PwmPin(self._pwms.claim(gpio), gpio) if self.fades(gpio) else OutputPin(self._chip, gpio)

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        """Nothing to do: the kernel gives each line to one only."""

    def release_pins(self, reserver: Any, *pins: Any) -> None:
        """Nothing to do: a pin gives its line back when it is closed."""

    def close(self) -> None:
        """Let the chip go."""
        self._chip.close()


def output_pin_factory() -> OutputPinFactory:
    """The outputs of this Raspberry Pi. Raises `ChipNotFound`."""
    return OutputPinFactory(header_chip(), Pwms())
