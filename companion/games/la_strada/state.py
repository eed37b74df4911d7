"""The state of a game of La Strada: immutable, and all that the rules need to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from companion.games import Refused
from companion.games.la_strada.options import Options
from companion.games.la_strada.words import STOCKS, TERRAINS, Colour, EndReason, Kind, Stock


class SeatedPlayer(msgspec.Struct, frozen=True):
    """Who plays a colour. name: stripped, at most 12 characters, empty when the colour is the name."""

    colour: Colour
    name: str = ""


class Road(msgspec.Struct, frozen=True):
    """A road to a colony as it was entered, or corrected: how many tiles of each terrain it has."""

    colour: Colour
    colony: int
    plains: int = 0
    forests: int = 0
    hills: int = 0


class Seat(msgspec.Struct, frozen=True):
    """A player's seat.

    resources: 0 to 10.
    plains, forests, hills, merchants: the remaining supply.
    stuck: the player can link no more colonies, which never changes: roads only close spaces.
    paid: the number of the turn with the last income, 0 for none.
    gained: that income.
    held: the resources with it.
    links: colonies linked in that turn.
    unlinked: roads of links that a correction has removed. Links that it adds have these roads, and one is of
      that turn again if no other is.
    left: the turn in which the player left, keeping everything for a return; 0 while playing.
    """

    colour: Colour
    name: str
    resources: int
    plains: int
    forests: int
    hills: int
    merchants: int
    stuck: bool = False
    paid: int = 0
    gained: int = 0
    held: int = 0
    links: tuple[int, ...] = ()
    unlinked: tuple[Road, ...] = ()
    left: int = 0

    @property
    def built(self) -> bool:
        """Whether the player has linked a colony in the turn of the last income."""
        return bool(self.links)


class Colony(msgspec.Struct, frozen=True):
    """A colony on the map.

    name: given by the players; if empty, the number is shown.
    merchants: colours in the order of placing, each at most once.
    linked: players who have linked it: those of `merchants`, and of two players maybe the other (LS-2P-05).
    """

    number: int
    kind: Kind
    name: str = ""
    merchants: tuple[Colour, ...] = ()
    linked: tuple[Colour, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game in progress or ended.

    seats: clockwise from the first player, with those who have left.
    colonies: in the order of their numbers.
    turn: the turn's number, from 1.
    active: the player on turn, also when the game ended.
    gained: their income at the start of this turn; None if the game ended first.
    connected: they have linked a colony in this turn.
    roads: in the order of building, without those of links that a correction added.
    """

    seats: tuple[Seat, ...]
    options: Options
    colonies: tuple[Colony, ...]
    turn: int
    active: Colour
    gained: int | None = None
    connected: bool = False
    ended: EndReason | None = None
    roads: tuple[Road, ...] = ()

    @property
    def two_players(self) -> bool:
        """Whether the rules for two players hold (LS-2P-01)."""
        return len(self.seats) == 2

    @property
    def first(self) -> Colour:
        """The player of the first turn: the first, of two the second (LS-SETUP-05, LS-2P-04).

        If that player has left, the next one clockwise.
        """
        there = {seat.colour for seat in present_seats(self)}
        return next(colour for colour in turn_order(self) if colour in there)


def turn_order(state: State) -> tuple[Colour, ...]:
    """The players' colours in the order of turns, with those who have left."""
    begins = 1 if state.two_players else 0
    row = colours(state)
    return (*row[begins:], *row[:begins])


def colours(state: State) -> tuple[Colour, ...]:
    """The players' colours clockwise from the first player."""
    return tuple(seat.colour for seat in state.seats)


def seat_of(state: State, colour: Colour) -> Seat:
    """The seat of a colour. Raises `Refused` for a colour that does not play."""
    for seat in state.seats:
        if seat.colour == colour:
            return seat
    raise Refused("not-playing", "LS-SETUP-03", colour=colour)


def present_seats(state: State) -> tuple[Seat, ...]:
    """The seats of those who have not left, clockwise from the first player."""
    return tuple([seat for seat in state.seats if not seat.left])


def present_seat_of(state: State, colour: Colour) -> Seat:
    """The seat of a present player. Raises `Refused` for a colour that does not play, or has left."""
    seat = seat_of(state, colour)
    if seat.left:
        raise Refused("has-left", "LS-SETUP-03", colour=colour)
    return seat


def active(state: State) -> Seat:
    """The active player's seat."""
    return seat_of(state, state.active)


def next_player(state: State) -> Colour:
    """Who is next, clockwise (LS-TURN-01)."""
    row = colours(state)
    after = row.index(state.active) + 1
    return next(each for each in (*row[after:], *row[:after]) if not seat_of(state, each).left)


def replace_seat(state: State, seat: Seat) -> State:
    """The state with this seat in the place of its colour's."""
    seats = tuple(seat if each.colour == seat.colour else each for each in state.seats)
    return replace(state, seats=seats)


def with_seat(state: State, colour: Colour, **changes: Any) -> State:
    """The state with that player's seat changed; unchanged for a colour that does not play."""
    seats = tuple(replace(seat, **changes) if seat.colour == colour else seat for seat in state.seats)
    return replace(state, seats=seats)


def remaining(seat: Seat, stock: Stock) -> int:
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
    return {stock: remaining(seat, stock) for stock in STOCKS}


def remaining_tiles(seat: Seat) -> int:
    """How many tiles a player has left, of all terrains together."""
    return sum(remaining(seat, terrain) for terrain in TERRAINS)


def change_supply(seat: Seat, changes: Mapping[Stock, int]) -> Seat:
    """The seat with so many more of each stock; a negative number takes away, at most what is there."""
    return replace(seat, **{stock: max(0, remaining(seat, stock) + by) for stock, by in changes.items()})
