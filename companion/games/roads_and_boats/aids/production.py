"""What a building makes of the goods that are there, and where that goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Aid, Refused
from companion.games.roads_and_boats.aids.asking import Goods, Number, table_of
from companion.games.roads_and_boats.buildings import BLUEPRINTS, Blueprint, Product, Structure
from companion.games.roads_and_boats.fleets import FIGURES
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Good, Transporter


class Carrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The transporter that brings the goods.

    load: goods aboard before anything is made, those that are handed in among them.
    """

    transporter: Transporter
    load: Number = 0


class ProductionAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """goods: what the building may use, on the tile and off transporters.

    made: how much it has made this turn already. automatic: everybody has finished, and it goes on by
    itself with what lies on the tile. carrier: the transporter whose goods they are. first: what a
    player lets a coal burner or papermill use first; it never asks in the automatic run.
    upgraded: it was turned into this factory in this phase.
    """

    building: Structure
    goods: Goods = {}
    made: Annotated[int, Meta(ge=0, le=99)] = 0
    automatic: bool = False
    carrier: Carrier | None = None
    first: Literal["boards", "trunks"] = "boards"
    upgraded: bool = False


class Produced(msgspec.Struct, frozen=True):
    """uses, left: goods, without the kinds of which there are none. makes: the product, even if none.

    capacity_left: what it can still make this turn. on_carrier, on_tile: where the product is, with
    a carrier. unclaimed: the transporters among it that nobody may claim, so they are destroyed.
    """

    uses: dict[Good, int]
    makes: dict[Product, int]
    left: dict[Good, int]
    capacity_left: int
    on_carrier: int | UnsetType = UNSET
    on_tile: int | UnsetType = UNSET
    unclaimed: int | UnsetType = UNSET


def answer(state: State | None, asked: ProductionAsked) -> Produced:
    """What the building makes now. Raises `Refused` for what it cannot have made, and for a mine."""
    plan = BLUEPRINTS[asked.building]
    if plan.gives is None:
        raise Refused("mine-by-bag", "RB-MINE-08")
    capacity = plan.most - _made(table_of(state), asked, plan)
    sets = _sets(asked, plan, capacity)
    uses = _used(asked, plan, sets)
    made = sets * plan.each
    unclaimed = asked.automatic and plan.gives in FIGURES and made > 0
    aboard = _aboard(asked, plan, made, sum(uses.values()))
    return Produced(
        uses=uses,
        makes={plan.gives: made},
        left=_positive({good: count - uses.get(good, 0) for good, count in asked.goods.items()}),
        capacity_left=capacity - made,
        on_carrier=aboard if asked.carrier else UNSET,
        on_tile=made - aboard if asked.carrier else UNSET,
        unclaimed=made if unclaimed else UNSET,
    )


def _made(table: State, asked: ProductionAsked, plan: Blueprint) -> int:
    """How much of this turn's maximum is used up (RB-PROD-07); an upgrade may renew it (AMB-13)."""
    if asked.made > plan.most:
        raise Refused("made-too-much", "RB-PROD-07", building=asked.building, most=plan.most)
    return 0 if asked.upgraded and table.options.amb_13 else asked.made


def _sets(asked: ProductionAsked, plan: Blueprint, capacity: int) -> int:
    """How many complete sets are turned into goods. A wagon factory never runs by itself (RB-FLEET-20)."""
    if asked.automatic and asked.building == "wagon-factory":
        return 0
    there = (sum(asked.goods.get(good, 0) for good in each.of) // each.count for each in plan.takes)
    return min((capacity // plan.each, *there))


def _used(asked: ProductionAsked, plan: Blueprint, sets: int) -> dict[Good, int]:
    """Which goods that takes; in the automatic run boards before trunks (RB-PROD-19)."""
    uses: dict[Good, int] = {}
    for each in plan.takes:
        wanted = each.count * sets
        order = each.of if asked.automatic else sorted(each.of, key=lambda good: good != asked.first)
        for good in order:
            uses[good] = min(wanted, asked.goods.get(good, 0))
            wanted -= uses[good]
    return _positive(uses)


def _aboard(asked: ProductionAsked, plan: Blueprint, made: int, used: int) -> int:
    """How much of the product fits on the transporter that brought the goods (RB-PROD-15)."""
    if asked.carrier is None:
        return 0
    most = FIGURES[asked.carrier.transporter].load
    if asked.carrier.load > most:
        raise Refused("overloaded", "RB-MOVE-10", transporter=asked.carrier.transporter, most=most)
    if asked.automatic or plan.gives in FIGURES:
        return 0
    return min(made, most - max(0, asked.carrier.load - used))


def _positive(goods: Mapping[Good, int]) -> dict[Good, int]:
    return {good: count for good, count in goods.items() if count}


AID = Aid(ProductionAsked, (Produced,), answer)
