"""Finding a player's seat, and changing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats.state import Seat, State
from companion.games.roads_and_boats.words import TRANSPORTERS, Colour, Transporter

MOST = 99
"""The highest count of anything that the table keeps; what is shown has two digits."""


def colours(state: State) -> tuple[Colour, ...]:
    """The players' colours in the order in which they were entered."""
    return tuple(seat.colour for seat in state.seats)


def seat_of(state: State, colour: Colour) -> Seat:
    """The seat of a colour. Raises `Refused` when nobody plays it."""
    for seat in state.seats:
        if seat.colour == colour:
            return seat
    raise Refused("not-playing", "RB-SETUP-01", colour=colour)


def with_seat(state: State, colour: Colour, **changes: Any) -> State:
    """The state with that player's seat changed; nothing happens when nobody plays the colour."""
    seats = tuple(replace(seat, **changes) if seat.colour == colour else seat for seat in state.seats)
    return replace(state, seats=seats)


def counted(fleet: Mapping[Transporter, int]) -> tuple[tuple[Transporter, int], ...]:
    """A fleet as a seat keeps it: in the order of the printed aid, without the kinds one has none of."""
    return tuple((kind, fleet[kind]) for kind in TRANSPORTERS if fleet.get(kind))


def require_permutation(state: State, row: tuple[Colour, ...], field: str) -> None:
    """Refuse a row that does not hold every player exactly once. field: `temple` or `sequence`."""
    if len(row) != len(state.seats) or set(row) != set(colours(state)):
        raise Refused("not-everybody-once", field=field)
