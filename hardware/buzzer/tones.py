"""A `pin_factory` for the buzzer: levels for an active one, tones for a passive one.

Tones come from the kernel's PWM, or on a pin without one from a thread while they last.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.gpio import Chip, header_chip
from hardware.outputs import OutputPin, OutputPinFactory, PwmPin
from hardware.pwm import PwmChannels


class SoftwareTonePin:
    """An output that a thread toggles while it has a frequency and a state above 0: PWM by software.

    line: the output to toggle. monotonic, sleep: in seconds.
    """

    pull = "floating"
    bounce = None
    when_changed = None

    def __init__(
        self,
        line: OutputPin,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.info = line.info
        self._line = line
        self._monotonic = monotonic
        self._sleep = sleep
        self._frequency: float | None = None
        self._duty_cycle = 0.0
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._fault: OSError | None = None

    @property
    def function(self) -> str:
        """Always `output`."""
        return "output"

    @function.setter
    def function(self, _output: str) -> None:
        """Claim the line. Raises `OSError`."""
        self._line.output_with_state(high=False)

    @property
    def frequency(self) -> float | None:
        """Hertz; None for silence. Setting it raises `OSError`."""
        return self._frequency

    @frequency.setter
    def frequency(self, hertz: float | None) -> None:
        self._stop_tone()
        self._frequency = hertz
        self._duty_cycle = 0.0 if hertz is None else self._duty_cycle
        self._start_tone()

    @property
    def state(self) -> float:
        """Above 0 while it sounds. Setting it raises `OSError`."""
        return self._duty_cycle

    @state.setter
    def state(self, duty_cycle: float) -> None:
        if duty_cycle != self._duty_cycle:
            self._stop_tone()
            self._duty_cycle = duty_cycle
            self._start_tone()

    def close(self) -> None:
        """Be silent and release the line."""
        with suppress(OSError):
            self._stop_tone()
        self._frequency, self._duty_cycle = None, 0.0
        self._line.close()

    def _start_tone(self) -> None:
        if self._frequency is not None and self._duty_cycle:
            self._stopping = False
            half_period = 1 / (2 * self._frequency)
            thread = threading.Thread(target=self._toggle, args=(half_period,), name="tone", daemon=True)
            thread.start()
            self._thread = thread

    def _stop_tone(self) -> None:
        """End the tone. Raises the `OSError` of a line that failed during the tone."""
        self._stopping = True
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        fault, self._fault = self._fault, None
        if fault is not None:
            raise fault

    def _toggle(self, half_period: float) -> None:
        """Toggle every `half_period` seconds; a late edge delays all that follow it."""
        high, due = False, self._monotonic()
        try:
            while not self._stopping:
                high = not high
                self._line.state = high
                due = max(due + half_period, self._monotonic())
                self._sleep(max(0.0, due - self._monotonic()))
            self._line.state = False
        except OSError as fault:
            self._fault = fault


class BuzzerPinFactory(OutputPinFactory):
    """A `pin_factory` for a buzzer. active: one that sounds by itself."""

    def __init__(self, chip: Chip, channels: PwmChannels, *, active: bool) -> None:
        super().__init__(chip, channels)
        self._active = active

    def pin(self, gpio: int) -> Any:
        """A pin with levels for an active buzzer, with tones for a passive one."""
        line = OutputPin(self._chip, gpio)
        if self._active:
            return line
        if self.has_pwm(gpio):
            with suppress(OSError):
                return PwmPin(self._channels.claim(gpio), gpio)
        return SoftwareTonePin(line)


def buzzer_pin_factory(*, active: bool) -> BuzzerPinFactory:
    """The buzzer's pins of this Raspberry Pi. Raises `ChipNotFound`."""
    return BuzzerPinFactory(header_chip(), PwmChannels(), active=active)
