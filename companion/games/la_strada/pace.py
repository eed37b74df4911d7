"""About how long the game will go on: an estimate from what has been used so far, never a promise."""

from __future__ import annotations

from math import ceil
from typing import Literal

import msgspec

from companion.games.la_strada import colonies, turns
from companion.games.la_strada.state import Seat, State, playing, tiles
from companion.games.la_strada.words import TERRAINS, Colour

_TURNS = 2
_MERCHANTS = 3
_TILES = 5
"""What is usual, so that the first turns are not taken for the whole game: in two turns of six resources
each, three merchants and five tiles."""

RunsOut = Literal["merchants", "tiles", "colonies"]


class RoundsLeft(msgspec.Struct, frozen=True):
    """about: the number of turns left, from 1. by: what runs out first. colour: the player who runs out of
    it, None for the free colonies.
    """

    about: int
    by: RunsOut
    colour: Colour | None = None


def rounds_left(state: State) -> RoundsLeft | None:
    """The estimate; None if the game is over, or the turn that ends it is known (LS-END-01).

    Rules: LS-END-03, LS-END-04.
    """
    going_on = [seat for seat in playing(state) if not turns.blocked(state, seat)]
    passing = turns.passes(state)
    if state.ended or not going_on or (len(going_on) < len(playing(state)) and not passing):
        return None
    ends: list[tuple[float, RunsOut, Colour | None]] = []
    if state.two:
        pace = sum(_merchants_a_turn(state, seat) for seat in going_on)
        ends.append((colonies.free(state) / pace, "colonies", None))
    if not passing:
        for seat in going_on:
            ends.append((seat.merchants / _merchants_a_turn(state, seat), "merchants", seat.colour))
            ends.append((tiles(seat) / _tiles_a_turn(state, seat), "tiles", seat.colour))
    rounds, by, colour = min(ends, key=lambda each: each[0])
    return RoundsLeft(max(1, ceil(round(rounds, 6))), by, colour)


def _merchants_a_turn(state: State, seat: Seat) -> float:
    placed = colonies.on_board(state, seat.colour)
    return (placed + _MERCHANTS) / (turns.last_begun(state, seat.colour) + _TURNS)


def _tiles_a_turn(state: State, seat: Seat) -> float:
    laid = sum(state.options.supply[terrain] for terrain in TERRAINS) - tiles(seat)
    return (max(0, laid) + _TILES) / (turns.last_begun(state, seat.colour) + _TURNS)
