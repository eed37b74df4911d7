"""Aids: calculations beside the map.

Missing fields of a query are taken from the running game, as are its house rules; without a game the printed
rules for three and four players hold. The box does not know the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Aid, Refused
from companion.games.la_strada import roads
from companion.games.la_strada.colonies import colony_of
from companion.games.la_strada.options import Options
from companion.games.la_strada.scoring import gold_by_player, merchant_gold
from companion.games.la_strada.state import Seat, State, active, present_seat_of, remaining, seat_of
from companion.games.la_strada.words import (
    MAX_RESOURCES,
    TERRAINS,
    ColonyNumber,
    Colour,
    Kind,
    Resources,
    Terrain,
)

Tiles = Annotated[int, Meta(ge=0, le=9)]
"""Tiles of one terrain; more than five are never paid (LS-END-05)."""


class RoadAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of a road with these tiles, or without tiles how many can be laid.

    resources: None for those of `colour`, or of the active player; their tiles count too then.
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


def road(state: State | None, query: RoadAsked) -> Road | Reach:
    """The cost, or the longest roads. Raises `Refused` for a road that cannot be paid or laid (LS-AMB-08)."""
    seat = _query_seat(state, query)
    resources = query.resources
    if resources is None and seat is not None:
        resources = seat.resources
    laid: dict[Terrain, int] = {
        "plains": query.plains,
        "forests": query.forests,
        "hills": query.hills,
    }
    if not any(laid.values()):
        return _reach(seat, MAX_RESOURCES if resources is None else resources)
    if seat is not None:
        roads.require_tiles(seat, laid)
    cost = roads.cost(**laid)
    if resources is None:
        if cost > MAX_RESOURCES:
            raise Refused("never-affordable", "LS-END-05", cost=cost, most=MAX_RESOURCES)
        return Road(cost)
    roads.require_affordable(cost, resources)
    return Road(cost, resources - cost)


def _query_seat(state: State | None, query: RoadAsked) -> Seat | None:
    """The player of the running game who is meant; None where only the resources typed in count."""
    if state is None or (query.resources is not None and query.colour is None):
        return None
    return active(state) if query.colour is None else seat_of(state, query.colour)


def _reach(seat: Seat | None, resources: int) -> Reach:
    """How many tiles of each terrain the resources buy, and what is left over."""
    most = {terrain: resources // roads.COSTS[terrain] for terrain in TERRAINS}
    if seat is not None:
        most = {terrain: min(number, remaining(seat, terrain)) for terrain, number in most.items()}
    over = {terrain: resources - number * roads.COSTS[terrain] for terrain, number in most.items()}
    return Reach(resources, most, over)


Merchants = Annotated[int, Meta(ge=1, le=4)]


class ColonyAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either `kind` (what does such a colony pay to so many?) or `number` (a colony of the game)."""

    kind: Kind | None = None
    merchants: Merchants | None = None
    number: ColonyNumber | None = None

    def __post_init__(self) -> None:
        if self.kind is None and self.number is None:
            raise ValueError("Object missing required field `kind`")
        if self.number is not None:
            for field, given in (("kind", self.kind), ("merchants", self.merchants)):
                if given is not None:
                    raise ValueError(f"Expected `null` - at `$.{field}`")


class Pays(msgspec.Struct, frozen=True):
    """each: gold for one merchant. total: for all of them."""

    each: int
    total: int


class PaysNow(msgspec.Struct, frozen=True):
    """merchants: that stand there. more: what it pays with one more, None when no further one may come."""

    kind: Kind
    merchants: int
    each: int
    total: int
    more: Pays | None


def colony(state: State | None, query: ColonyAsked) -> Pays | PaysNow:
    """What the colony pays. Raises `Refused` for a colony or for merchants that cannot be there."""
    if query.kind is not None:
        return _paid(state, query.kind, query.merchants or 1)
    if state is None or query.number is None:
        raise Refused("no-game-no-colonies", "LS-SETUP-02")
    colony = colony_of(state, query.number)
    there = len(colony.merchants)
    room = roads.room_for_merchant(state, colony)
    now = _paid(state, colony.kind, there)
    more = _paid(state, colony.kind, there + 1) if room else None
    return PaysNow(colony.kind, there, now.each, now.total, more)


def _paid(state: State | None, kind: Kind, merchants: int) -> Pays:
    two_players = state is not None and state.two_players
    if two_players and merchants > 1:
        raise Refused("one-merchant-in-all", "LS-2P-05")
    each = merchant_gold(state.options if state else Options(), kind, merchants, two_players=two_players)
    return Pays(each, each * merchants)


class JoiningAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """number: a colony of the game. colour: who would link it; None for the active player."""

    number: ColonyNumber
    colour: Colour | None = None


class Joining(msgspec.Struct, frozen=True):
    """merchant: whether the player would place one. players: all, the linking one first."""

    colour: Colour
    kind: Kind
    merchant: bool
    players: tuple[roads.Brought, ...]


def joining(state: State | None, query: JoiningAsked) -> Joining:
    """The gold that a link would bring each player. Raises `Refused` if the player cannot link the colony."""
    if state is None:
        raise Refused("no-game-no-colonies", "LS-SETUP-02")
    seat = active(state) if query.colour is None else present_seat_of(state, query.colour)
    colony = colony_of(state, query.number)
    roads.require_open(state, seat, colony)
    merchant = roads.places_merchant(state, colony)
    return Joining(
        seat.colour,
        colony.kind,
        merchant,
        roads.gold_changes(state, colony, seat.colour, gold_by_player(state)),
    )


AIDS: Mapping[str, Aid] = MappingProxyType(
    {
        "road": Aid(RoadAsked, (Road, Reach), road),
        "colony": Aid(ColonyAsked, (Pays, PaysNow), colony),
        "joining": Aid(JoiningAsked, (Joining,), joining),
    }
)
"""By their names in addresses, in the order in which pages offer them."""
