"""Roads: what they cost, and linking a colony with one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.la_strada.colonies import colony_of, with_colony
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.events import Connected
from companion.games.la_strada.state import Colony, Seat, State, left, player_of, seat_of, supplied
from companion.games.la_strada.turns import settled
from companion.games.la_strada.words import TERRAINS, Stock, Terrain

COSTS: Mapping[Terrain, int] = MappingProxyType({"plains": 2, "forests": 3, "hills": 4})
"""Resources for a tile (LS-BUILD-01)."""


def cost(plains: int, forests: int, hills: int) -> int:
    """Resources for that many tiles (LS-BUILD-01)."""
    return plains * COSTS["plains"] + forests * COSTS["forests"] + hills * COSTS["hills"]


def connect(state: State, command: Connect) -> Events:
    """A road to a colony that is new to the player, and what follows. Raises `Refused`."""
    seat = player_of(state, command.colour)
    if state.active != command.colour:
        raise Refused("not-your-turn", "LS-TURN-01", colour=state.active)
    colony = colony_of(state, command.colony)
    if command.colour in colony.linked:
        rule = "LS-2P-05" if state.two else "LS-BUILD-08"
        raise Refused("already-linked", rule, colour=command.colour, number=colony.number)
    merchant = places_merchant(state, colony)
    if merchant and not seat.merchants:
        raise Refused("no-merchant", "LS-MKT-05", colour=command.colour)
    price = _priced(seat, command)
    laid = (command.plains, command.forests, command.hills)
    road = Connected(command.colour, colony.number, *laid, price, merchant, colony.name)
    return (road, *settled(connected(state, road)))


def places_merchant(state: State, colony: Colony) -> bool:
    """Whether who links the colony puts a merchant there; of two players only the first (LS-2P-05)."""
    return not (state.two and colony.merchants)


def connected(state: State, event: Connected) -> State:
    """The state with the road built and paid."""
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
    seat = supplied(replace(seat, resources=seat.resources - event.cost), used)
    seats = tuple(seat if each.colour == seat.colour else each for each in state.seats)
    return replace(state, seats=seats, connected=True)


def require_tiles(seat: Seat, laid: Mapping[Terrain, int]) -> None:
    """Refuse a road for which a player has too few tiles of a terrain (LS-BUILD-11)."""
    for terrain in TERRAINS:
        there = left(seat, terrain)
        if laid[terrain] > there:
            raise Refused("tiles-short", "LS-BUILD-11", colour=seat.colour, terrain=terrain, left=there)


def require_affordable(price: int, resources: int) -> None:
    """Refuse what costs more than there is: there is no credit (LS-TURN-04)."""
    if price > resources:
        raise Refused("too-dear", "LS-TURN-04", cost=price, resources=resources)


def _priced(seat: Seat, command: Connect) -> int:
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
