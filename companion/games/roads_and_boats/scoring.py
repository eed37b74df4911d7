"""Wealth points: what transporters carry, the rows of the wonder, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.games import Events
from companion.games.dice import Dice
from companion.games.results import PlayerResult
from companion.games.roads_and_boats.commands import CountWealth
from companion.games.roads_and_boats.events import WealthCounted
from companion.games.roads_and_boats.state import Seat, State, Wealth, present_seats, seat_of, with_seat
from companion.games.roads_and_boats.words import Colour

GOLD = 10
COINS = 40
STOCK = 120
"""Points of a piece of gold, a set of coins and a stock on a player's transporters (RB-SCORE-01)."""
ROW = 10
"""Points that a row of the wonder shares out (RB-SCORE-03)."""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's result. gold, coins, stock: counters; wonder, total: points; rank: from 1, all distinct.

    stale: the counters were counted in an earlier turn; left: the player has left; both UNSET if not.
    """

    colour: Colour
    gold: int
    coins: int
    stock: int
    wonder: int
    total: int
    rank: int = 0
    stale: bool = False
    left: bool = False


def row_points(own: int, coloured: int) -> int:
    """What a row gives for that many own among all coloured bricks (RB-SCORE-03, F-05).

    Rules: RB-SCORE-07, RB-SOLO-06, RB-WON-13.
    """
    return ROW * own // coloured if own else 0


def row_shares(bricks: tuple[Colour | None, ...]) -> dict[Colour, int]:
    """What a row's bricks are worth to each colour in it, in the order in which they lie."""
    own = Counter(brick for brick in bricks if brick is not None)
    return {colour: row_points(count, own.total()) for colour, count in own.items()}


def rows_of_bricks(state: State) -> Iterator[tuple[Colour | None, ...]]:
    """The bricks row by row from the bottom up, the last begun one included (RB-SCORE-05, RB-WON-03)."""
    start = 0
    for length in state.options.rows:
        row = state.bricks[start : start + length]
        if not row:
            return
        yield row
        start += length


def wonder_points(state: State, colour: Colour) -> int:
    """A player's points for the wonder; neutral bricks share nothing (RB-SCORE-04)."""
    return sum(points_by_row(state, colour))


def points_by_row(state: State, colour: Colour) -> tuple[int, ...]:
    """A player's points of each begun row from the bottom up (RB-SCORE-03, RB-SCORE-04)."""
    return tuple(row_points(row.count(colour), len(row) - row.count(None)) for row in rows_of_bricks(state))


def points_shown(state: State) -> bool:
    """Whether points are shown: after the end, or always by the house rule."""
    return state.ended is not None or state.options.standings


def scores(state: State) -> tuple[Score, ...]:
    """All results, the winner first; a tie goes to the player nearer the temple (RB-SCORE-06, RB-END-03).

    Players who have left come last.
    """
    results = [_score(state, seat) for seat in state.seats]
    places = {colour: place for place, colour in enumerate(state.temple)}
    results.sort(key=lambda score: (score.left, -score.total, places.get(score.colour, len(places))))
    return tuple(replace(score, rank=rank) for rank, score in enumerate(results, start=1))


def uncounted(state: State) -> tuple[Colour, ...]:
    """Players without counted loads in this turn: until then there is no winner."""
    seats = present_seats(state)
    return tuple(seat.colour for seat in seats if seat.wealth is None or seat.wealth.stale)


class Outcome(msgspec.Struct, frozen=True):
    """What the end comes to. second: who comes next, None for who is left alone. count: how many
    points the winner has more than the second.

    by: what settled it; of equals the place at the temple (RB-SCORE-06). tied: who has as many points as the
    winner, the nearest to the temple first.
    """

    winner: Colour
    total: int
    second: Colour | None
    count: int
    by: Literal["points", "temple", "alone"]
    tied: tuple[Colour, ...] = ()


def outcome(state: State) -> Outcome | None:
    """Who has won, and by what; None while the game goes on or something is still to be counted."""
    if state.ended is None or uncounted(state):
        return None
    first, *others = [each for each in scores(state) if not each.left]
    if not others:
        return Outcome(first.colour, first.total, None, 0, "alone")
    second = others[0]
    more = first.total - second.total
    tied = tuple(each.colour for each in others if each.total == first.total)
    by: Literal["points", "temple"] = "points" if more else "temple"
    return Outcome(first.colour, first.total, second.colour, more, by, tied)


def player_results(state: State) -> tuple[PlayerResult, ...]:
    """How all stand; the ranks once the game has ended and nothing is still to be counted (RB-SCORE-06).

    Alone, who has played has won.
    """
    end = outcome(state)
    return tuple(
        PlayerResult(
            each.colour,
            each.total,
            each.rank if end and not each.left else 0,
            won=end is not None and each.colour == end.winner,
            left=each.left,
            details={"wonder": each.wonder, "gold": each.gold, "coins": each.coins, "stock": each.stock},
        )
        for each in scores(state)
    )


def count_wealth(state: State, command: CountWealth, _dice: Dice) -> Events:
    """What a player's transporters carry; possible at any time. Raises `Refused`."""
    seat_of(state, command.colour)
    return (WealthCounted(command.colour, command.gold, command.coins, command.stock),)


def apply_wealth_counted(state: State, event: WealthCounted) -> State:
    """The state after a player's counters were counted."""
    return with_seat(state, event.colour, wealth=Wealth(event.gold, event.coins, event.stock))


def with_stale_wealth(seat: Seat) -> Seat:
    """The seat as a new turn begins: what was counted may have changed since."""
    return replace(seat, wealth=seat.wealth and replace(seat.wealth, stale=True))


def _score(state: State, seat: Seat) -> Score:
    """What is carried and the wonder, nothing else (RB-SCORE-01, RB-SCORE-02, RB-END-03)."""
    wealth = seat.wealth or Wealth()
    wonder = wonder_points(state, seat.colour)
    carried = wealth.gold * GOLD + wealth.coins * COINS + wealth.stock * STOCK
    return Score(
        seat.colour,
        wealth.gold,
        wealth.coins,
        wealth.stock,
        wonder,
        carried + wonder,
        stale=wealth.stale,
        left=seat.left,
    )
