"""About how long the game will go on: an estimate from what has been used so far, never a promise."""

from __future__ import annotations

from math import ceil
from typing import Literal

import msgspec

from companion.games.la_strada import colonies, turns
from companion.games.la_strada.state import Seat, State, present_seats, remaining_tiles
from companion.games.la_strada.words import TERRAINS, Colour

_USUAL_TURNS = 2
_USUAL_MERCHANTS = 3
_USUAL_TILES = 5
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
    going_on = [seat for seat in present_seats(state) if not turns.block_reason(state, seat)]
    passing = turns.blocked_player_passes(state)
    if state.ended or not going_on or (len(going_on) < len(present_seats(state)) and not passing):
        return None
    ends: list[tuple[float, RunsOut, Colour | None]] = []
    if state.two_players:
        pace = sum(_merchants_per_turn(state, seat) for seat in going_on)
        ends.append((colonies.count_free(state) / pace, "colonies", None))
    if not passing:
        for seat in going_on:
            ends.append((seat.merchants / _merchants_per_turn(state, seat), "merchants", seat.colour))
            ends.append((remaining_tiles(seat) / _tiles_per_turn(state, seat), "tiles", seat.colour))
    rounds, by, colour = min(ends, key=lambda each: each[0])
    return RoundsLeft(max(1, ceil(round(rounds, 6))), by, colour)


def _merchants_per_turn(state: State, seat: Seat) -> float:
    placed = colonies.count_merchants(state, seat.colour)
    return (placed + _USUAL_MERCHANTS) / (turns.last_turn_of(state, seat.colour) + _USUAL_TURNS)


def _tiles_per_turn(state: State, seat: Seat) -> float:
    laid = sum(state.options.supply[terrain] for terrain in TERRAINS) - remaining_tiles(seat)
    return (max(0, laid) + _USUAL_TILES) / (turns.last_turn_of(state, seat.colour) + _USUAL_TURNS)
