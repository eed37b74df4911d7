"""Wrong guesses slowed down: a bucket of tokens for each address, and one for all of them together."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

Seconds = float


class Bucket:
    """Holds up to `size` tokens and regains one every `every` seconds. Not safe for threads."""

    __slots__ = ("_at", "_every", "_left", "_size")

    def __init__(self, size: int, every: Seconds, now: Seconds) -> None:
        self._size = size
        self._every = every
        self._left = float(size)
        self._at = now

    def wait(self, now: Seconds) -> Seconds:
        """Return how long until there is a token; 0 when there is one."""
        self._refill(now)
        return max(0.0, (1 - self._left) * self._every)

    def take(self, now: Seconds) -> None:
        """Take a token out; with none left the next one comes later."""
        self._refill(now)
        self._left = max(0.0, self._left - 1)

    def full(self, now: Seconds) -> bool:
        """Whether nothing has been taken lately, so that the bucket can be forgotten."""
        self._refill(now)
        return self._left >= self._size

    def _refill(self, now: Seconds) -> None:
        self._left = min(float(self._size), self._left + (now - self._at) / self._every)
        self._at = now


class Throttle:
    """Who may guess again, and when. Safe to use from any thread; nobody is made to sleep.

    An address has five wrong guesses at once and one more every 15 seconds; all addresses together
    have 30 and one more every 5 seconds, so that four digits outlast an evening.
    monotonic: seconds on a clock that never goes back.
    """

    OWN = (5, 15.0)
    ALL = (30, 5.0)
    ADDRESSES = 1000

    def __init__(self, monotonic: Callable[[], Seconds]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._all = Bucket(*self.ALL, monotonic())
        self._own: dict[str, Bucket] = {}

    def wait(self, address: str) -> int:
        """Return the whole seconds until this address may guess; 0 for now."""
        with self._lock:
            now = self._monotonic()
            own = self._own.get(address)
            return math.ceil(max(self._all.wait(now), own.wait(now) if own else 0.0))

    def wrong(self, address: str) -> None:
        """Count a wrong guess of this address."""
        with self._lock:
            now = self._monotonic()
            if address not in self._own:
                self._forget(now)
                self._own[address] = Bucket(*self.OWN, now)
            self._own[address].take(now)
            self._all.take(now)

    def _forget(self, now: Seconds) -> None:
        """Keep the addresses few: those that rest go first, then the oldest."""
        if len(self._own) >= self.ADDRESSES:
            self._own = {address: each for address, each in self._own.items() if not each.full(now)}
        if len(self._own) >= self.ADDRESSES:
            del self._own[next(iter(self._own))]
