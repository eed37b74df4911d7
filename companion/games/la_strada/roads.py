"""Roads: what they cost, and linking a colony with one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.la_strada.colonies import colony_of, with_colony
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.events import Connected
from companion.games.la_strada.scoring import colony_gold
from companion.games.la_strada.state import (
    Colony,
    Road,
    Seat,
    State,
    active,
    change_supply,
    present_seats,
    remaining,
    replace_seat,
    seat_of,
)
from companion.games.la_strada.turns import consequences, ensure_turn
from companion.games.la_strada.words import TERRAINS, Colour, Stock, Terrain

COSTS: Mapping[Terrain, int] = MappingProxyType({"plains": 2, "forests": 3, "hills": 4})
"""Resources for a tile (LS-BUILD-01)."""


def cost(plains: int, forests: int, hills: int) -> int:
    """Resources for that many tiles (LS-BUILD-01)."""
    return plains * COSTS["plains"] + forests * COSTS["forests"] + hills * COSTS["hills"]


def connect(state: State, command: Connect) -> Events:
    """A road to a colony that is new to the player, and what follows. Raises `Refused`."""
    before, state = ensure_turn(state, command.colour, end_turn=command.end_turn)
    seat = active(state)
    colony = colony_of(state, command.colony)
    require_open(state, seat, colony)
    if command.new and colony.linked:
        first, number = colony.linked[0], colony.number
        raise Refused("no-longer-new", "LS-SETUP-02", colour=first, kind=colony.kind, number=number)
    merchant = places_merchant(state, colony)
    price = _validated_cost(seat, command)
    laid = (command.plains, command.forests, command.hills)
    road = Connected(command.colour, colony.number, *laid, price, merchant, colony.name)
    return (*before, road, *consequences(apply_connected(state, road)))


def require_open(state: State, seat: Seat, colony: Colony) -> None:
    """Refuse a colony that the player has linked (LS-BUILD-08), or has no merchant for (LS-MKT-05).

    Rules: LS-MKT-02, LS-AMB-12.
    """
    if seat.colour in colony.linked:
        raise already_linked(state, seat.colour, colony)
    if places_merchant(state, colony) and not seat.merchants:
        raise Refused("no-merchant", "LS-MKT-05", colour=seat.colour)


def already_linked(state: State, colour: Colour, colony: Colony) -> Refused:
    """The refusal of a second link to a colony."""
    rule = "LS-2P-05" if state.two_players else "LS-BUILD-08"
    return Refused("already-linked", rule, colour=colour, number=colony.number)


def places_merchant(state: State, colony: Colony) -> bool:
    """Whether who links the colony puts a merchant there; of two players only the first (LS-2P-05).

    Rules: LS-MKT-01.
    """
    return not (colony.merchants and state.two_players)


def room_for_merchant(state: State, colony: Colony) -> bool:
    """Whether any player may still place a merchant there (LS-MKT-02, LS-MKT-03)."""
    others = (seat for seat in present_seats(state) if seat.colour not in colony.merchants)
    return places_merchant(state, colony) and any(others)


class Brought(msgspec.Struct, frozen=True):
    """What a link brings to a player.

    before, after: gold that the colony pays them. total, then: gold of all colonies, before and after.
    """

    colour: Colour
    before: int
    after: int
    total: int
    then: int


def gold_changes(
    state: State, colony: Colony, colour: Colour, totals: Mapping[Colour, int]
) -> tuple[Brought, ...]:
    """What a link of this player would bring to all (LS-SCORE-01): the player first, then those with
    merchants there, then the others, clockwise. totals: as of `scoring.gold_by_player`.

    Rules: LS-MKT-02.
    """
    placed = places_merchant(state, colony)
    now, later = colony_gold(state, colony), colony_gold(state, colony, more=placed)
    others = [each for each in colony.merchants if each != colour]
    row = dict.fromkeys((colour, *others, *[seat.colour for seat in present_seats(state)]))
    made = []
    for each in row:
        before = now if each in others else 0
        after = later if each in others or (each == colour and placed) else 0
        total = totals[each]
        made.append(Brought(each, before, after, total, total + after - before))
    return tuple(made)


def road_of(state: State, colour: Colour, colony: int) -> Road:
    """The player's road to the colony as it was entered, one without tiles where none was."""
    found = (each for each in state.roads if (each.colour, each.colony) == (colour, colony))
    return next(found, Road(colour, colony))


def tiles_of(road: Road) -> dict[Terrain, int]:
    """A road's tiles by terrain."""
    return {"plains": road.plains, "forests": road.forests, "hills": road.hills}


def apply_connected(state: State, event: Connected) -> State:
    """The state with the road built and paid (LS-BUILD-07, LS-BUILD-11, LS-MKT-01, LS-MKT-05)."""
    colony = colony_of(state, event.colony)
    placed = (event.colour,) if event.merchant else ()
    state = with_colony(
        state,
        replace(colony, merchants=(*colony.merchants, *placed), linked=(*colony.linked, event.colour)),
    )
    seat = seat_of(state, event.colour)
    used: dict[Stock, int] = {
        "plains": -event.plains,
        "forests": -event.forests,
        "hills": -event.hills,
        "merchants": -len(placed),
    }
    links = (*seat.links, colony.number)
    seat = change_supply(replace(seat, resources=seat.resources - event.cost, links=links), used)
    road = Road(event.colour, event.colony, event.plains, event.forests, event.hills)
    return replace(replace_seat(state, seat), connected=True, roads=(*state.roads, road))


def require_tiles(seat: Seat, laid: Mapping[Terrain, int]) -> None:
    """Refuse a road for which a player has too few tiles of a terrain (LS-BUILD-11)."""
    for terrain in TERRAINS:
        there = remaining(seat, terrain)
        if laid[terrain] > there:
            raise Refused("tiles-short", "LS-BUILD-11", colour=seat.colour, terrain=terrain, left=there)


def require_affordable(price: int, resources: int) -> None:
    """Refuse what costs more than there is: there is no credit (LS-TURN-04)."""
    if price > resources:
        raise Refused("too-dear", "LS-TURN-04", cost=price, resources=resources)


def _validated_cost(seat: Seat, command: Connect) -> int:
    """What the road costs. Raises `Refused` for one that is none, or for which something is short."""
    laid: dict[Terrain, int] = {
        "plains": command.plains,
        "forests": command.forests,
        "hills": command.hills,
    }
    if not any(laid.values()):
        raise Refused("road-needs-a-tile", "LS-BUILD-06")
    require_tiles(seat, laid)
    price = cost(**laid)
    require_affordable(price, seat.resources)
    return price
