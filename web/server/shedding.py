"""Who gives way where there are too many: a decision, nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TypeVar

import msgspec


class Waiting(Protocol):
    """A phone that takes up room. since: on the monotonic clock. unsent: in bytes."""

    @property
    def address(self) -> str:
        """Of the phone, in the network."""

    @property
    def member(self) -> bool:
        """Whether it has joined."""

    @property
    def since(self) -> float:
        """When it began to wait."""

    @property
    def unsent(self) -> int:
        """What it has not taken."""


W = TypeVar("W", bound=Waiting)


class Bounds(msgspec.Struct, frozen=True):
    """How many may wait, how many strangers of one address, and for how many bytes in all."""

    number: int
    address: int
    size: int


def too_many(waiting: Iterable[W], bounds: Bounds) -> list[W]:
    """Those who have to go. Strangers go before members, and of each first who waits longest at the address
    where most wait."""
    left = list(waiting)
    gone: list[W] = []
    while True:
        crowd = Counter(each.address for each in left if not each.member)
        crowded = [each for each in left if not each.member and crowd[each.address] > bounds.address]
        if not crowded and len(left) <= bounds.number and sum(each.unsent for each in left) <= bounds.size:
            return gone
        last = min(crowded or left, key=lambda each: (each.member, -crowd[each.address], each.since))
        left.remove(last)
        gone.append(last)
