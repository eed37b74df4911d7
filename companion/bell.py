"""One bell for everybody who waits for news: rung after a new snapshot or a part's coming and going."""

from __future__ import annotations

import threading


class Bell:
    """Counts its rings; a waiter that slept through several hears once and looks at the latest state."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._rings = 0
        self._closed = False

    @property
    def rings(self) -> int:
        """How often it has rung."""
        return self._rings

    @property
    def closed(self) -> bool:
        """Whether everybody should go home."""
        return self._closed

    def ring(self) -> None:
        """Wake everybody who waits. Never blocks for longer than the waiters need to wake."""
        with self._condition:
            self._rings += 1
            self._condition.notify_all()

    def close(self) -> None:
        """Ring for the last time: every wait, present and future, returns at once."""
        with self._condition:
            self._closed = True
            self._rings += 1
            self._condition.notify_all()

    def wait(self, heard: int, timeout: float | None) -> int:
        """Wait until there are more rings than `heard`, or `timeout` seconds; return the rings there are."""
        with self._condition:
            self._condition.wait_for(lambda: self._closed or self._rings > heard, timeout)
            return self._rings
