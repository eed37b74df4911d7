"""How fast one may go: limits for each phone or address, and for all of them together.

They are such that no honest table or program meets them, and that who keeps within his own is not held up
by others who do not.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from web.errors import Problem

Seconds = float


class Limit(msgspec.Struct, frozen=True):
    """size: so many at once. every: one more after so many seconds."""

    size: int
    every: Seconds


class TooManyCommands(Problem):
    """More came than is done for one phone or address. seconds: whole ones until the next is."""

    def __init__(self, seconds: int) -> None:
        wait = {"Retry-After": str(seconds)}
        super().__init__(429, "too-many-commands", {"count": seconds}, headers=wait)


class Bucket:
    """Holds up to `limit.size` tokens and regains one every `limit.every` seconds. Not safe for threads."""

    __slots__ = ("_every", "_full", "_size")

    def __init__(self, limit: Limit, now: Seconds) -> None:
        self._size, self._every = limit.size, limit.every
        self._full = now  # when it has, or had, all its tokens again

    def wait(self, now: Seconds) -> Seconds:
        """Return how long until there is a token, in whole milliseconds: less is what floating point loses of
        a clock that has run for long. 0 when there is one.
        """
        return round(max(0.0, max(0.0, self._full - now) - (self._size - 1) * self._every), 3)

    def take(self, now: Seconds) -> None:
        """Take a token out; with none left the next one comes later."""
        self._full = min(max(self._full, now) + self._every, now + self._size * self._every)


class Pace(msgspec.Struct, frozen=True):
    """What one has left. own: of all that he may do. share: of what he may do whatever the others do."""

    own: Bucket
    share: Bucket


class Crowd:
    """Many who each keep a pace. Safe to use from any thread; nobody is made to sleep.

    own: what each may do. share: the part of it that each has for himself alone; what goes beyond it is
    counted in `together` too, which is for all. monotonic: in seconds.
    """

    def __init__(
        self, monotonic: Callable[[], Seconds], *, own: Limit, share: Limit, together: Limit
    ) -> None:
        self._monotonic = monotonic
        self._own = own
        self._share = share
        self._together = Bucket(together, monotonic())
        self._lock = threading.Lock()

    def pace(self) -> Pace:
        """The pace of one who has done nothing yet."""
        now = self._monotonic()
        return Pace(Bucket(self._own, now), Bucket(self._share, now))

    def wait(self, pace: Pace) -> int:
        """Count a thing done at this pace, and return 0; or the whole seconds to wait before it may be."""
        with self._lock:
            now = self._monotonic()
            wait, rest = pace.own.wait(now), pace.share
            if rest.wait(now):
                rest = self._together
                wait = max(wait, rest.wait(now))
            if not wait:
                pace.own.take(now)
                rest.take(now)
            return math.ceil(wait)


class Addresses:
    """The pace of each address of the network. Safe to use from any thread.

    The last `KEPT` are remembered: the one that has been silent longest is forgotten first.
    """

    KEPT = 1000

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._paces: OrderedDict[str, Pace] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """Count a thing that this address did, as `Crowd.wait` does."""
        with self._lock:
            pace = self._paces.pop(address, None) or self._crowd.pace()
            self._paces[address] = pace
            while len(self._paces) > self.KEPT:
                self._paces.popitem(last=False)
        return self._crowd.wait(pace)
