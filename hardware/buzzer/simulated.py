"""A buzzer that is not there: gpiozero's mock pin under the real driver, which gives it tones."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.language.signals import Sound
from hardware.buzzer.driver import Buzzer


class SimulatedBuzzer:
    """A pin that nothing is connected to. driver: what says something on it, once that has been built."""

    def __init__(self) -> None:
        self.pin = 18
        self.chip: Any = MockFactory(revision="a02082", pin_class=MockPWMPin)
        self.driver: Buzzer | None = None

    def words(self) -> tuple[tuple[Sound, datetime], ...]:
        """As `Buzzer.words`."""
        return () if self.driver is None else self.driver.words

    def tone(self) -> float | None:
        """What is to be heard now, in hertz; None in silence."""
        frequency: float | None = self.chip.pin(self.pin).frequency
        return frequency
