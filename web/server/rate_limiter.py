"""Token buckets, one for each phone, address or kind: what may be done at once, and then how often."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

Seconds = float


class Limit(msgspec.Struct, frozen=True):
    """size: so many at once. every: one more after so many seconds."""

    size: int
    every: Seconds


ONCE_A_MINUTE = Limit(1, 60.0)
"""For what is logged."""


class RateLimiter:
    """A bucket for each key, full at first. Safe to use from any thread.

    The last `KEPT` keys are remembered. monotonic: in seconds.
    """

    KEPT = 1000

    def __init__(self, limit: Limit, monotonic: Callable[[], Seconds]) -> None:
        self._limit = limit
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._full: OrderedDict[str, Seconds] = OrderedDict()  # when a bucket has all its tokens again

    def take(self, key: str = "") -> int:
        """Take a token and return 0; without one, the whole seconds until there is."""
        with self._lock:
            now = self._monotonic()
            full = max(self._full.pop(key, now), now)
            # in milliseconds: less is what floating point loses of a clock that has run for long
            wait = math.ceil(round(full - now - (self._limit.size - 1) * self._limit.every, 3))
            self._full[key] = full if wait > 0 else full + self._limit.every
            if len(self._full) > self.KEPT:
                self._full.popitem(last=False)
            return max(0, wait)
