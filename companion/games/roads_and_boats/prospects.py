"""What to expect of a mine in the turns to come, as its card tells it."""

from __future__ import annotations

from math import comb

import msgspec

from companion.games.roads_and_boats import mines, solo
from companion.games.roads_and_boats.state import Mine, State
from companion.games.roads_and_boats.words import Ore

TURNS = 4
"""How far a card looks ahead."""


class Prospect(msgspec.Struct, frozen=True):
    """After so many more draws. gold, iron: the chance in percent that it has come at least once.

    ore: what that draw gives, where nothing is left to chance (RB-SOLO-04).
    """

    draws: int
    gold: int
    iron: int
    ore: Ore | None = None


def prospects(state: State, mine: Mine) -> tuple[Prospect, ...]:
    """For each of the next draws, as far as the bag's counters last."""
    whole = mine.gold + mine.iron
    ahead = range(1, min(TURNS, whole) + 1)
    certain = solo.run(mine, len(ahead)) if state.solo else (None,) * len(ahead)
    return tuple(
        Prospect(draws, _once(mine.iron, whole, draws), _once(mine.gold, whole, draws), ore)
        for draws, ore in zip(ahead, certain, strict=True)
    )


def _once(others: int, whole: int, draws: int) -> int:
    """The chance in percent that not all of these draws give the other ore, of which there are so many."""
    ways = comb(whole, draws)
    return mines.percent(ways - comb(others, draws), ways)
