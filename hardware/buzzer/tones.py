"""The buzzer's pin: levels for one that sounds by itself; for one that does not, tones by the kernel's PWM,
and where the pin has none, by the processor for as long as they last.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.gpio import Chip, header_chip
from hardware.outputs import OutputPin, OutputPinFactory, PwmPin
from hardware.pwm import Pwms


class TonePin:
    """One output that a thread makes go up and down for as long as it has a frequency and a level above 0.

    line: what it goes up and down on. monotonic, sleep: in seconds.
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
        self._hertz: float | None = None
        self._part = 0.0
        self._thread: threading.Thread | None = None
        self._ends = False
        self._fault: OSError | None = None

    @property
    def function(self) -> str:
        """It is an output."""
        return "output"

    @function.setter
    def function(self, _output: str) -> None:
        """Claim the line. Raises `OSError`."""
        self._line.output_with_state(high=False)

    @property
    def frequency(self) -> float | None:
        """Hertz; None is silence. Setting it raises `OSError`."""
        return self._hertz

    @frequency.setter
    def frequency(self, hertz: float | None) -> None:
        self._silence()
        self._hertz = hertz
        self._part = 0.0 if hertz is None else self._part
        self._sound()

    @property
    def state(self) -> float:
        """Above 0 it sounds. Setting it raises `OSError`."""
        return self._part

    @state.setter
    def state(self, part: float) -> None:
        if part != self._part:
            self._silence()
            self._part = part
            self._sound()

    def close(self) -> None:
        """Be silent, and give the line back."""
        with suppress(OSError):
            self._silence()
        self._hertz, self._part = None, 0.0
        self._line.close()

    def _sound(self) -> None:
        if self._hertz is not None and self._part:
            self._ends = False
            half = 1 / (2 * self._hertz)
            thread = threading.Thread(target=self._swing, args=(half,), name="tone", daemon=True)
            thread.start()
            self._thread = thread

    def _silence(self) -> None:
        """End the tone. Raises `OSError` where the line had failed meanwhile."""
        self._ends = True
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        fault, self._fault = self._fault, None
        if fault is not None:
            raise fault

    def _swing(self, half: float) -> None:
        """Up and down, each for so many seconds; a beat that came too late is not made up for."""
        high, due = False, self._monotonic()
        try:
            while not self._ends:
                high = not high
                self._line.state = high
                due = max(due + half, self._monotonic())
                self._sleep(max(0.0, due - self._monotonic()))
            self._line.state = False
        except OSError as fault:
            self._fault = fault


class BuzzerPins(OutputPinFactory):
    """Where gpiozero gets the pin for a buzzer. active: it sounds by itself. `close` closes the chip."""

    def __init__(self, chip: Chip, pwms: Pwms, *, active: bool) -> None:
        super().__init__(chip, pwms)
        self._active = active

    def pin(self, gpio: int) -> Any:
        """A pin that has levels for an active buzzer, tones for a passive one."""
        line = OutputPin(self._chip, gpio)
        if self._active:
            return line
        if self.fades(gpio):
            with suppress(OSError):
                return PwmPin(self._pwms.claim(gpio), gpio)
        return TonePin(line)


def buzzer_pins(*, active: bool) -> BuzzerPins:
    """The pins of this Raspberry Pi for a buzzer. Raises `ChipNotFound`."""
    return BuzzerPins(header_chip(), Pwms(), active=active)
