"""What is said once in a while, however often it happens: so that nobody fills the log by asking."""

from __future__ import annotations

import threading
from collections.abc import Callable

PAUSE = 60.0
"""Seconds until the same is said again."""
_KINDS = 100
"""Kinds that are remembered; what comes on top is not said."""


class Seldom:
    """Whether something is to be said now. monotonic: in seconds. Safe to use from any thread."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._said: dict[str, float] = {}

    def now(self, kind: str) -> bool:
        """Whether this kind has not been said for `PAUSE`; it counts as said then."""
        with self._lock:
            now = self._monotonic()
            self._said = {each: at for each, at in self._said.items() if now - at < PAUSE}
            if kind in self._said or len(self._said) >= _KINDS:
                return False
            self._said[kind] = now
            return True
