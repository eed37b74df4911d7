"""A `pin_factory` of outputs for gpiozero: levels by the kernel's lines, dimming by its hardware PWM.

There is no PWM by software, which would wake the processor thousands of times a second.
"""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import gpiozero

from hardware.gpio import Chip, OutputLine, header_chip
from hardware.pwm import PwmChannel, PwmChannels


class OutputPin:
    """One output, low or high. Setting the first level claims its line."""

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
        """Claim the line if needed and set its level. Raises `OSError`."""
        self._line = self._line or self._chip.claim_output(self._gpio)
        self.state = high

    @property
    def frequency(self) -> None:
        """None: it has no PWM."""
        return None

    @frequency.setter
    def frequency(self, frequency: float | None) -> None:
        if frequency is not None:
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
        """Go low and release the line."""
        line, self._line, self._high = self._line, None, False
        if line is not None:
            with suppress(OSError):
                line.drive(high=False)
            line.close()


class PwmPin:
    """One output by PWM, low while it has no frequency."""

    function = "output"
    pull = "floating"
    bounce = None
    when_changed = None

    def __init__(self, pwm: PwmChannel, gpio: int) -> None:
        self.info = SimpleNamespace(name=f"GPIO{gpio}")
        self._pwm = pwm
        self._frequency: float | None = None
        self._duty_cycle = 0.0

    def output_with_state(self, high: bool) -> None:
        """Set the duty cycle, which shows once there is a frequency."""
        self.state = high

    @property
    def frequency(self) -> float | None:
        """Hertz; None for off. Setting it raises `OSError`."""
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: float | None) -> None:
        if frequency is None:
            self._pwm.off()
        else:
            self._pwm.set(frequency, self._duty_cycle)
        self._frequency = frequency

    @property
    def state(self) -> float:
        """The duty cycle, 0 to 1. Setting it raises `OSError`."""
        return self._duty_cycle

    @state.setter
    def state(self, duty_cycle: float) -> None:
        if self._frequency is not None:
            self._pwm.set(self._frequency, duty_cycle)
        self._duty_cycle = float(duty_cycle)

    def close(self) -> None:
        """Go low and release the channel."""
        self._frequency, self._duty_cycle = None, 0.0
        self._pwm.close()


class OutputPinFactory:
    """A `pin_factory`: outputs by GPIO number. `close` closes the chip, not the pins."""

    def __init__(self, chip: Chip, channels: PwmChannels) -> None:
        self._chip = chip
        self._channels = channels

    def has_pwm(self, gpio: int) -> bool:
        """Whether this pin has a PWM channel that may be written."""
        return self._channels.has(gpio)

    def pin(self, gpio: int) -> OutputPin | PwmPin:
        """A pin, by PWM where it has a channel. Raises `OSError` for one that cannot be exported."""
        return PwmPin(self._channels.claim(gpio), gpio) if self.has_pwm(gpio) else OutputPin(self._chip, gpio)

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        """Do nothing: the kernel reserves lines."""

    def release_pins(self, reserver: Any, *pins: Any) -> None:
        """Do nothing: closing a pin releases its line."""

    def close(self) -> None:
        """Close the chip."""
        self._chip.close()


def output_pin_factory() -> OutputPinFactory:
    """The output pins of this Raspberry Pi. Raises `ChipNotFound`."""
    return OutputPinFactory(header_chip(), PwmChannels())
