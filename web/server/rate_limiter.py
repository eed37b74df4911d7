"""Rate limits by token buckets, one for each phone, address or kind of message."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

Seconds = float


class Limit(msgspec.Struct, frozen=True):
    """size: at once. every: seconds until one more.

    >>> Limit(5, 15.0)  # five at once, then four a minute
    Limit(size=5, every=15.0)
    """

    size: int
    every: Seconds


ONCE_A_MINUTE = Limit(1, 60.0)
"""For log messages."""


class RateLimiter:
    """A bucket for each key, full at first. Safe to use from any thread.

    Remembers the last `KEPT` keys. monotonic: in seconds.
    """

    KEPT = 1000

    def __init__(self, limit: Limit, monotonic: Callable[[], Seconds]) -> None:
        self._limit = limit
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._full: OrderedDict[str, Seconds] = OrderedDict()  # when each is full again

    def take(self, key: str = "") -> int:
        """Take a token and return 0; without one, return the whole seconds until there is one."""
        with self._lock:
            now = self._monotonic()
            full = max(self._full.pop(key, now), now)
            # to milliseconds: the rest is rounding error of a clock that has run for long
            wait = math.ceil(round(full - now - (self._limit.size - 1) * self._limit.every, 3))
            self._full[key] = full if wait > 0 else full + self._limit.every
            if len(self._full) > self.KEPT:
                self._full.popitem(last=False)
            return max(0, wait)
