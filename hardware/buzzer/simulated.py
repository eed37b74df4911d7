"""A simulated buzzer: gpiozero's mock pin under the real driver."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.language.signals import Sound
from hardware.buzzer.driver import Buzzer


class SimulatedBuzzer:
    """A mock pin, and the `driver` that plays on it, once built."""

    def __init__(self) -> None:
        self.pin = 18
        self.chip: Any = MockFactory(revision="a02082", pin_class=MockPWMPin)
        self.driver: Buzzer | None = None

    def played(self) -> tuple[tuple[Sound, datetime], ...]:
        """As `Buzzer.played`."""
        return () if self.driver is None else self.driver.played

    def tone(self) -> float | None:
        """The frequency now, in hertz; None in silence."""
        frequency: float | None = self.chip.pin(self.pin).frequency
        return frequency
