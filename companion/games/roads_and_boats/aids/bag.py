"""The odds of a bag: of the next counter, and of so much gold in the next draws."""

from __future__ import annotations

from math import comb
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.games import Refused
from companion.games.roads_and_boats import solo
from companion.games.roads_and_boats.mines import FILLINGS, mine_of
from companion.games.roads_and_boats.options import Count
from companion.games.roads_and_boats.state import Mine, State
from companion.games.roads_and_boats.words import MineNumber


class BagAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """gold, iron: what is in the bag; left out, what the mine with that `number` holds.

    draws: over how many turns; left out, the next one.
    """

    gold: Count | None = None
    iron: Count | None = None
    draws: Annotated[int, Meta(ge=0, le=198)] | None = None
    number: MineNumber | None = None


class Chances(msgspec.Struct, frozen=True):
    """From 0 to 1; both 0 for an empty bag."""

    gold: float
    iron: float


class Odds(msgspec.Struct, frozen=True):
    """next: of the next counter. gold_in_draws: of exactly 0, 1, 2 ... gold in all these draws."""

    next: Chances
    gold_in_draws: tuple[float, ...]


def odds(state: State | None, asked: BagAsked) -> Odds:
    """The odds without putting back; alone nothing is left to chance. Raises `Refused` for too many draws.

    Rules: RB-MINE-08, RB-MINE-16.
    """
    gold, iron = _content(state, asked)
    whole = gold + iron
    draws = min(1, whole) if asked.draws is None else asked.draws
    if draws > whole:
        raise Refused("draws-too-many", "RB-MINE-09", count=whole)
    if state is not None and state.solo:
        return _certain(Mine(0, gold, iron), draws)
    ways = comb(whole, draws)
    return Odds(
        Chances(gold / whole, iron / whole) if whole else Chances(0, 0),
        tuple(comb(gold, some) * comb(iron, draws - some) / ways for some in range(draws + 1)),
    )


def _certain(bag: Mine, draws: int) -> Odds:
    """What a solo game's bag gives (RB-SOLO-04). The bag holds at least `draws` counters."""
    following = solo.ore_of(bag) if bag.gold + bag.iron else None
    golds = solo.run(bag, draws).count("gold")
    exactly = tuple(float(some == golds) for some in range(draws + 1))
    return Odds(Chances(float(following == "gold"), float(following == "iron")), exactly)


def _content(state: State | None, asked: BagAsked) -> tuple[int, int]:
    """What is asked about; of what was left out, what the mine holds, or without a game a new one."""
    if asked.gold is not None and asked.iron is not None:
        return asked.gold, asked.iron
    gold, iron = FILLINGS["standard"]
    if state is not None:
        if asked.number is None and len(state.mines) != 1:
            raise Refused("which-mine", "RB-MINE-16")
        mine = state.mines[0] if asked.number is None else mine_of(state, asked.number)
        gold, iron = mine.gold, mine.iron
    return gold if asked.gold is None else asked.gold, iron if asked.iron is None else asked.iron
