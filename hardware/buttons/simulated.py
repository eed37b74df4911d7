"""Simulated buttons: gpiozero's mock pins under the real driver, pressed by name."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from companion.parts import ButtonPressed
from hardware.part import SETTLE_TIMEOUT, PartError

log = logging.getLogger(__name__)

_FIRST_PIN = 4


def mock_factory() -> Any:
    """gpiozero's mock pins of a Pi 3, also where the environment chooses another board."""
    return MockFactory(revision="a02082", pin_class=MockPin)


class SimulatedButtons:
    """Mock pins, pressed by name. hold: the driver's, in seconds. monotonic: the clock under `clock`."""

    def __init__(self, names: tuple[str, ...], hold: float, monotonic: Callable[[], float]) -> None:
        self.pins: Mapping[str, int] = {name: _FIRST_PIN + n for n, name in enumerate(names)}
        self.pin_factory: Any = mock_factory()
        self._hold = hold
        self._monotonic = monotonic
        self._frozen_at: list[float] = []
        self._locks = {name: threading.Lock() for name in self.pins}
        self._condition = threading.Condition()
        self._put_counts: Counter[str] = Counter()
        self._closed = False

    def counting(self, put: Callable[[ButtonPressed], None]) -> Callable[[ButtonPressed], None]:
        """Wrap the consumer of presses, so that `press` can wait until one has been put."""

        def put_and_count(press: ButtonPressed) -> None:
            try:
                put(press)
            finally:
                with self._condition:
                    self._put_counts[press.button] += 1
                    self._condition.notify_all()

        return put_and_count

    def clock(self) -> float:
        """The driver's clock. It stands still during a short press, which stays short on a busy machine."""
        with self._condition:
            return self._frozen_at[0] if self._frozen_at else self._monotonic()

    def press(self, button: str, *, held: bool) -> None:
        """Press and release; returns once the press has been put, or after `close`.

        Raises `PartError` for an unknown button.
        """
        if button not in self.pins:
            raise PartError("no-such-button", button=button)
        pin = self.pin_factory.pin(self.pins[button])
        with self._locks[button]:
            if self._closed:
                return
            before = self._put_counts[button]
            if held:
                pin.drive_low()
                self._await(button, before, self._hold + SETTLE_TIMEOUT)
                pin.drive_high()
            else:
                with self._frozen():
                    pin.drive_low()
                    pin.drive_high()
                self._await(button, before, SETTLE_TIMEOUT)

    def close(self) -> None:
        """End all presses, present and future."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()

    @contextmanager
    def _frozen(self) -> Iterator[None]:
        now = self.clock()
        with self._condition:
            self._frozen_at.append(now)
        try:
            yield
        finally:
            with self._condition:
                self._frozen_at.remove(now)

    def _await(self, button: str, before: int, timeout: float) -> None:
        with self._condition:
            if not self._condition.wait_for(
                lambda: self._closed or self._put_counts[button] > before, timeout
            ):
                log.warning("the press of %s was not put", button)
