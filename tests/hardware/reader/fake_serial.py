"""A serial object that is not one: a chip at its end, a clock that is moved by hand, and faults at will."""

from __future__ import annotations

import threading

from tests.fakes.chip import FakePn532
from tests.patience import PATIENCE


class Clock:
    """A clock in seconds that advances with each wait, up to its limit."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.now = self.until = 100.0

    def __call__(self) -> float:
        return self.now

    def let_pass(self, seconds: float) -> None:
        """Allow this much time to pass, and wait until it has."""
        with self.news:
            self.until += seconds
            self.news.notify_all()
            assert self.news.wait_for(lambda: self.now >= self.until, PATIENCE), self.now


class FakeSerial:
    """What `serial_for_url` gives. broken: raised by the next write."""

    def __init__(self, chip: FakePn532, clock: Clock) -> None:
        self.chip = chip
        self.timeout: float | None = None
        self.broken: Exception | None = None
        self.closed = False
        self._clock = clock
        self._news = clock.news
        self._coming = b""
        self._cancelled = False

    @property
    def in_waiting(self) -> int:
        return len(self._coming)

    def read(self, size: int) -> bytes:
        with self._news:
            due = float("inf") if self.timeout is None else self._clock.now + self.timeout
            while not self._coming and not self._cancelled:
                self._clock.now = min(due, self._clock.until)
                self._news.notify_all()
                if self._clock.now == due:
                    return b""
                self._news.wait(PATIENCE)
            self._cancelled = False
            data, self._coming = self._coming[:size], self._coming[size:]
            return data

    def write(self, data: bytes) -> None:
        with self._news:
            if self.broken is not None:
                raise self.broken
            self._coming += self.chip.feed(data)

    def cancel_read(self) -> None:
        with self._news:
            self._cancelled = True
            self._news.notify_all()

    def close(self) -> None:
        self.closed = True

    def come(self, data: bytes) -> None:
        """Let bytes come from the far end."""
        with self._news:
            self._coming += data
            self._news.notify_all()
