"""Buttons that are not there: gpiozero's mock pins under the real driver, pressed by name."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from companion.parts import ButtonPressed
from hardware.part import PATIENCE, PartError

log = logging.getLogger(__name__)

_FIRST_PIN = 4


def mock() -> Any:
    """Pins of our own that nothing is connected to, whatever the environment says; a Pi 3's."""
    return MockFactory(revision="a02082", pin_class=MockPin)


class SimulatedButtons:
    """Mock pins, pressed by name. hold: seconds until the driver takes a press for a held one.

    monotonic: the clock that the driver's, `clock`, is made of.
    """

    def __init__(self, names: tuple[str, ...], hold: float, monotonic: Callable[[], float]) -> None:
        self.pins: Mapping[str, int] = {name: _FIRST_PIN + n for n, name in enumerate(names)}
        self.chip: Any = mock()
        self._hold = hold
        self._monotonic = monotonic
        self._still: list[float] = []
        self._one_at_a_time = {name: threading.Lock() for name in self.pins}
        self._news = threading.Condition()
        self._fired: Counter[str] = Counter()
        self._closed = False

    def noting(self, put: Callable[[ButtonPressed], None]) -> Callable[[ButtonPressed], None]:
        """Wrap the consumer of presses, to know when one has been put."""

        def put_and_note(press: ButtonPressed) -> None:
            try:
                put(press)
            finally:
                with self._news:
                    self._fired[press.button] += 1
                    self._news.notify_all()

        return put_and_note

    def clock(self) -> float:
        """The driver's clock. A short press takes none of its time: it stays short on a busy machine."""
        with self._news:
            return self._still[0] if self._still else self._monotonic()

    def press(self, button: str, *, held: bool) -> None:
        """Press and let go; returns when the press has been put, or once it cannot be any more.

        Raises `PartError` for an unknown button.
        """
        if button not in self.pins:
            raise PartError("no-such-button", button=button)
        pin = self.chip.pin(self.pins[button])
        with self._one_at_a_time[button]:
            if self._closed:
                return
            before = self._fired[button]
            if held:
                pin.drive_low()
                self._await(button, before, self._hold + PATIENCE)
                pin.drive_high()
            else:
                with self._standing_still():
                    pin.drive_low()
                    pin.drive_high()
                self._await(button, before, PATIENCE)

    def close(self) -> None:
        """Press nothing any more: a button that is held is let go."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    @contextmanager
    def _standing_still(self) -> Iterator[None]:
        now = self.clock()
        with self._news:
            self._still.append(now)
        try:
            yield
        finally:
            with self._news:
                self._still.remove(now)

    def _await(self, button: str, before: int, timeout: float) -> None:
        with self._news:
            if not self._news.wait_for(lambda: self._closed or self._fired[button] > before, timeout):
                log.warning("the press of %s was not heard", button)
