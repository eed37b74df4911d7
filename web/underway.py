"""How many may ask at once for what takes long, so that threads are left for who plays."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial


class UnderWay:
    """What is under way of something that takes long: so many at once; half as many of one address, and half
    as many of those who have not joined: who has finds a place, however slowly they take theirs. Safe to use
    from any thread.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._lock = threading.Lock()
        self._taken: list[tuple[str, bool]] = []

    def take(self, address: str, *, member: bool) -> Callable[[], None] | None:
        """Take a place and return what gives it back, None where there is none. member: who has joined."""
        place, half = (address, member), self._number // 2
        with self._lock:
            if len(self._taken) >= self._number or sum(each[0] == address for each in self._taken) >= half:
                return None
            if not member and sum(not each[1] for each in self._taken) >= half:
                return None
            self._taken.append(place)
        return partial(self._give, place)

    def _give(self, place: tuple[str, bool]) -> None:
        with self._lock:
            self._taken.remove(place)
