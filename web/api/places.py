"""Who may listen to the live stream while there is not room for all; how it is served is not told here."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable

from web.pace import Seconds

OF_A_MEMBER = 4
"""Streams of one joined phone that are its own while others wait for a place: it has so many pages open at
once, and some that are still falling asleep."""
OF_AN_ADDRESS = 8
"""Streams of the phones of one address that have not joined."""
REST: Seconds = 30.0
"""Seconds that a page without a place should wait before it tries again, and asks for what is new meanwhile.

For so long a member who gave a place to another takes no other member's: two phones for one place would chase
each other from it for ever.
"""


class Place:
    """A place at the stream, from `Places.take` to `Places.leave`.

    holder: the member whom it is for, None for who has not joined. address: of the network. ended: it has
    been given to somebody else. end: called then, to end its stream.
    """

    __slots__ = ("address", "end", "ended", "holder")

    def __init__(self, holder: str | None, address: str, end: Callable[[], object]) -> None:
        self.holder = holder
        self.address = address
        self.ended = False
        self.end = end


class Places:
    """The places, and who has them. Safe to use from any thread.

    Who has joined always finds one. Where none is free his own oldest stream ends for it if he has
    `OF_A_MEMBER`, else the oldest of those who have not joined, of the address with most of them, else the
    oldest of the member who has most. Who has not joined gets what is free: half the places at most, and
    `OF_AN_ADDRESS`.

    total: how many there are. monotonic: in seconds.
    """

    def __init__(self, total: int, monotonic: Callable[[], Seconds]) -> None:
        self._total = total
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._taken: dict[Place, None] = {}
        self._rests: dict[str, Seconds] = {}

    def take(
        self, holder: str | None, address: str, end: Callable[[], object] = lambda: None
    ) -> Place | None:
        """A place for a member, or with None for a phone that has not joined; None if it finds none.

        end: called, from any thread, when it is given to somebody else.
        """
        place = Place(holder, address, end)
        with self._lock:
            leaving = None
            if holder is None:
                if not self._is_open(address):
                    return None
            elif len(self._taken) >= self._total:
                leaving = self._yielding(holder)
                if leaving is None:
                    return None
                self._end(leaving, holder)
            self._taken[place] = None
        if leaving is not None:
            leaving.end()
        return place

    def leave(self, place: Place) -> None:
        """Give a place back; twice, or after it has been ended, does nothing more."""
        with self._lock:
            self._taken.pop(place, None)

    def _is_open(self, address: str) -> bool:
        """Whether there is a place for one more who has not joined."""
        strangers = [each.address for each in self._taken if each.holder is None]
        return (
            len(self._taken) < self._total
            and len(strangers) < (self._total + 1) // 2
            and strangers.count(address) < OF_AN_ADDRESS
        )

    def _yielding(self, holder: str) -> Place | None:
        """Which place a member gets; None while he rests."""
        own = [each for each in self._taken if each.holder == holder]
        if len(own) >= OF_A_MEMBER:
            return own[0]
        strangers = [each for each in self._taken if each.holder is None]
        if strangers:
            return _oldest_of_most(strangers, lambda each: each.address)
        most = _oldest_of_most(self._taken, lambda each: each.holder)
        if own and self._many(most.holder) <= len(own) + 1:
            return own[0]
        now = self._monotonic()
        self._rests = {each: until for each, until in self._rests.items() if until > now}
        return None if holder in self._rests else most

    def _end(self, place: Place, taker: str) -> None:
        del self._taken[place]
        place.ended = True
        if place.holder is not None and place.holder != taker:
            self._rests[place.holder] = self._monotonic() + REST

    def _many(self, holder: str | None) -> int:
        return sum(each.holder == holder for each in self._taken)


def _oldest_of_most(places: Iterable[Place], whose: Callable[[Place], str | None]) -> Place:
    """The oldest place of whoever has most of them. places: the oldest first, not none."""
    among = list(places)
    many = Counter(map(whose, among))
    return max(among, key=lambda each: many[whose(each)])
