"""What production should bring onto the board, by the buildings that were entered."""

from __future__ import annotations

from collections import Counter

import msgspec

from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.blueprints import BLUEPRINTS, Product
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import GOODS, TRANSPORTERS, Building, Good


class Capacity(msgspec.Struct, frozen=True):
    """What all secondary producers of a kind can still make in this phase, if they get their input.

    makes: a good or a transporter. left: of a transporter, less those that were entered in this phase;
    the table is not told of goods that were made.
    """

    building: Building
    count: int
    makes: Product
    left: int


class Expected(msgspec.Struct, frozen=True):
    """goods: by kind, this turn's ore included. mines: the numbers of those still to be drawn."""

    goods: dict[Good, int]
    mines: tuple[int, ...]
    capacity: tuple[Capacity, ...]


def expected(state: State) -> Expected | None:
    """What appears in this production phase; None in other phases and while no building was entered.

    A primary producer gives one good (RB-PROD-02), a mine its ore; a secondary one at most so many
    (RB-PROD-07).
    """
    if state.phase != "production" or state.ended or not state.buildings:
        return None
    appears: Counter[Product] = Counter(mine.drawn for mine in state.mines if mine.drawn in {"gold", "iron"})
    capacity: list[Capacity] = []
    made = dict(state.made)
    for building, count in state.buildings:
        plan = BLUEPRINTS[building]
        if plan.gives is None:
            continue
        if plan.takes:
            left = count * plan.most
            left -= made.get(plan.gives, 0) if plan.gives in TRANSPORTERS else 0
            capacity.append(Capacity(building, count, plan.gives, max(0, left)))
        else:
            appears[plan.gives] += count
    goods = {good: appears[good] for good in GOODS if appears[good]}
    return Expected(goods, mines.undrawn(state), tuple(capacity))
