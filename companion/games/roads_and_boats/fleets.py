"""Transporters: counts by player, and how many are too many."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats.commands import ChangeFleet
from companion.games.roads_and_boats.events import FleetChanged
from companion.games.roads_and_boats.seats import MOST, counted, seat_of, with_seat
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import LAND, Colour, Transporter

MOST_LAND = 5
MOST_WATER = 5
MOST_TOGETHER = 8


def to_remove(fleet: Mapping[Transporter, int]) -> int:
    """How many transporters are over the limits of 5 land, 5 water and 8 together (RB-FLEET-12, F-10)."""
    land = sum(count for kind, count in fleet.items() if kind in LAND)
    water = sum(fleet.values()) - land
    by_medium = max(land - MOST_LAND, 0) + max(water - MOST_WATER, 0)
    return max(land + water - MOST_TOGETHER, by_medium, 0)


def over_limit(state: State) -> tuple[tuple[Colour, int], ...]:
    """Who has too many transporters, and how many must go."""
    excess = ((seat.colour, to_remove(dict(seat.fleet))) for seat in state.seats)
    return tuple((colour, remove) for colour, remove in excess if remove)


def require_legal(state: State) -> None:
    """Refuse to leave the phase while a fleet is over its limit.

    With the house rule AMB-38 only production is held up.
    """
    if state.options.amb_38 and state.phase != "production":
        return
    for colour, remove in over_limit(state):
        rule = "RB-FLEET-12" if state.options.amb_38 else "RB-FLEET-13"
        raise Refused("fleet-over-limit", rule, colour=colour, remove=remove)


def change(state: State, command: ChangeFleet) -> FleetChanged:
    """Transporters come or go. Raises `Refused` for none, for more than there are, or beyond 99."""
    owned = dict(seat_of(state, command.colour).fleet).get(command.transporter, 0)
    if command.by == 0:
        raise Refused("changes-nothing")
    if owned + command.by < 0:
        raise Refused(
            "fleet-below-zero",
            "RB-FLEET-18",
            colour=command.colour,
            transporter=command.transporter,
            owned=owned,
        )
    if owned + command.by > MOST:
        raise Refused("too-many", most=MOST)
    return FleetChanged(command.colour, command.transporter, command.by)


def changed(state: State, event: FleetChanged) -> State:
    """The state after transporters came or went."""
    fleet = dict(seat_of(state, event.colour).fleet)
    fleet[event.transporter] = fleet.get(event.transporter, 0) + event.by
    moved = with_seat(state, event.colour, fleet=counted(fleet))
    return replace(moved, touched=True, fleets_entered=True)
