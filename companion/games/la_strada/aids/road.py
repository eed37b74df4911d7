"""What a road costs, and how many tiles resources are enough for."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Aid, Refused
from companion.games.la_strada import roads
from companion.games.la_strada.state import Seat, State, active, left, seat_of
from companion.games.la_strada.words import MOST_RESOURCES, TERRAINS, Colour, Resources, Terrain

Tiles = Annotated[int, Meta(ge=0, le=9)]
"""Tiles of one terrain; more than five are never paid (LS-END-05)."""


class RoadAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either tiles (what does this road cost?) or none (how many can be laid?).

    resources: left out, those of `colour`, or of whose turn it is, and then his tiles count too.
    """

    plains: Tiles = 0
    forests: Tiles = 0
    hills: Tiles = 0
    resources: Resources | None = None
    colour: Colour | None = None


class Road(msgspec.Struct, frozen=True):
    """cost: in resources. left: of the resources, where they are known."""

    cost: int
    left: int | UnsetType = UNSET


class Reach(msgspec.Struct, frozen=True):
    """resources: that are asked about. most: tiles, if all are of one terrain. left: resources then left."""

    resources: int
    most: dict[Terrain, int]
    left: dict[Terrain, int]


def answer(state: State | None, asked: RoadAsked) -> Road | Reach:
    """The cost, or the longest roads. Raises `Refused` for a road that cannot be paid or laid."""
    seat = _meant(state, asked)
    resources = asked.resources
    if resources is None and seat is not None:
        resources = seat.resources
    laid: dict[Terrain, int] = {
        "plains": asked.plains,
        "forests": asked.forests,
        "hills": asked.hills,
    }
    if not any(laid.values()):
        return _reach(seat, MOST_RESOURCES if resources is None else resources)
    if seat is not None:
        roads.require_tiles(seat, laid)
    cost = roads.cost(**laid)
    if resources is None:
        if cost > MOST_RESOURCES:
            raise Refused("never-affordable", "LS-END-05", cost=cost, most=MOST_RESOURCES)
        return Road(cost)
    roads.require_affordable(cost, resources)
    return Road(cost, resources - cost)


def _meant(state: State | None, asked: RoadAsked) -> Seat | None:
    """The player of the running game who is meant; None where only the resources typed in count."""
    if state is None or (asked.resources is not None and asked.colour is None):
        return None
    return active(state) if asked.colour is None else seat_of(state, asked.colour)


def _reach(seat: Seat | None, resources: int) -> Reach:
    most = {terrain: resources // roads.COSTS[terrain] for terrain in TERRAINS}
    if seat is not None:
        most = {terrain: min(number, left(seat, terrain)) for terrain, number in most.items()}
    over = {terrain: resources - number * roads.COSTS[terrain] for terrain, number in most.items()}
    return Reach(resources, most, over)


AID = Aid(RoadAsked, (Road, Reach), answer)
