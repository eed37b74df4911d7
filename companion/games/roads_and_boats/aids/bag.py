"""The odds of a bag: of the next ore, and of gold in the next draws."""

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
    """A query about a bag.

    gold, iron: The bag's content; None for that of the mine `number`.
    draws: None for the next draw.
    """

    gold: Count | None = None
    iron: Count | None = None
    draws: Annotated[int, Meta(ge=0, le=198)] | None = None
    number: MineNumber | None = None


class Chances(msgspec.Struct, frozen=True):
    """Probabilities of the ores, 0 to 1; both 0 for an empty bag."""

    gold: float
    iron: float


class Odds(msgspec.Struct, frozen=True):
    """The odds of a bag.

    gold_in_draws: The probabilities of exactly 0, 1, 2 ... gold in all draws.
    """

    next: Chances
    gold_in_draws: tuple[float, ...]


def odds(state: State | None, query: BagAsked) -> Odds:
    """The odds of drawing without replacement; certain in a solo game. Raises `Refused` for too many draws.

    Rules: RB-MINE-08, RB-MINE-16.
    """
    gold, iron = _content(state, query)
    whole = gold + iron
    draws = min(1, whole) if query.draws is None else query.draws
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
    """The certain draws of a solo game (RB-SOLO-04). The bag holds at least `draws` ores."""
    following = solo.ore_of(bag) if bag.gold + bag.iron else None
    golds = solo.first_draws(bag, draws).count("gold")
    exactly = tuple(float(some == golds) for some in range(draws + 1))
    return Odds(Chances(float(following == "gold"), float(following == "iron")), exactly)


def _content(state: State | None, query: BagAsked) -> tuple[int, int]:
    """Gold and iron of the query; missing values are the mine's, or without a game a new mine's."""
    if query.gold is not None and query.iron is not None:
        return query.gold, query.iron
    gold, iron = FILLINGS["standard"]
    if state is not None:
        if query.number is None and len(state.mines) != 1:
            raise Refused("which-mine", "RB-MINE-16")
        mine = state.mines[0] if query.number is None else mine_of(state, query.number)
        gold, iron = mine.gold, mine.iron
    return gold if query.gold is None else query.gold, iron if query.iron is None else query.iron
