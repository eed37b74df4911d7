"""Finding a player's seat, and changing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from companion.games import Refused
from companion.games.la_strada.state import Seat, State
from companion.games.la_strada.words import STOCKS, TERRAINS, Colour, Stock


def colours(state: State) -> tuple[Colour, ...]:
    """The players' colours clockwise from the first player."""
    return tuple(seat.colour for seat in state.seats)


def seat_of(state: State, colour: Colour) -> Seat:
    """The seat of a colour. Raises `Refused` when nobody plays it."""
    for seat in state.seats:
        if seat.colour == colour:
            return seat
    raise Refused("not-playing", "LS-SETUP-03", colour=colour)


def active(state: State) -> Seat:
    """Whose turn it is."""
    return seat_of(state, state.active)


def following(state: State) -> Colour:
    """Who is next, clockwise (LS-TURN-01)."""
    row = colours(state)
    return row[(row.index(state.active) + 1) % len(row)]


def with_seat(state: State, colour: Colour, **changes: Any) -> State:
    """The state with that player's seat changed; nothing happens when nobody plays the colour."""
    seats = tuple(replace(seat, **changes) if seat.colour == colour else seat for seat in state.seats)
    return replace(state, seats=seats)


def left(seat: Seat, stock: Stock) -> int:
    """What is left of one of a player's stocks."""
    match stock:
        case "plains":
            return seat.plains
        case "forests":
            return seat.forests
        case "hills":
            return seat.hills
        case "merchants":
            return seat.merchants
        case _:
            assert_never(stock)


def supply(seat: Seat) -> dict[Stock, int]:
    """All that is left of a player's supply."""
    return {stock: left(seat, stock) for stock in STOCKS}


def tiles(seat: Seat) -> int:
    """How many tiles a player has left, of all terrains together."""
    return sum(left(seat, terrain) for terrain in TERRAINS)


def supplied(seat: Seat, changes: Mapping[Stock, int]) -> Seat:
    """The seat with so many more of each stock; a negative number takes away, at most what is there."""
    return replace(seat, **{stock: max(0, left(seat, stock) + by) for stock, by in changes.items()})
