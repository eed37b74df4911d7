"""Gold: what a colony pays to those who stand on it, and who wins."""

from __future__ import annotations

import msgspec

from companion.games.la_strada.options import Options
from companion.games.la_strada.state import Colony, Seat, State
from companion.games.la_strada.words import Colour, Kind
from companion.games.results import PlayerResult


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's result. total: gold. resources: unspent. rank: from 1, shared by equals.

    left: the player has left the game; UNSET if not.
    """

    colour: Colour
    total: int
    resources: int
    rank: int = 0
    left: bool = False


def merchant_gold(options: Options, kind: Kind, merchants: int, *, two_players: bool) -> int:
    """Gold for each of so many merchants on a colony; 0 to 4 (LS-SCORE-01 to LS-SCORE-05).

    two_players: with two players a colony always pays its best (LS-2P-07).

    Rules: LS-MKT-03, LS-SCORE-06.
    """
    if not merchants:
        return 0
    return options.worth[kind][0 if two_players else merchants - 1]


def colony_gold(state: State, colony: Colony, *, more: int = 0) -> int:
    """Gold for each merchant on a colony of the game, if so many more stood there."""
    return merchant_gold(
        state.options, colony.kind, len(colony.merchants) + more, two_players=state.two_players
    )


def player_gold(state: State, colour: Colour) -> int:
    """What all colonies pay to a player as things stand."""
    return sum(colony_gold(state, each) for each in state.colonies if colour in each.merchants)


def gold_by_player(state: State) -> dict[Colour, int]:
    """The same for all who have played, reading each colony once."""
    found = {seat.colour: 0 for seat in state.seats}
    for each in state.colonies:
        if each.merchants:
            paid = colony_gold(state, each)
            for colour in each.merchants:
                found[colour] = found.get(colour, 0) + paid
    return found


def scores(state: State) -> tuple[Score, ...]:
    """All results, the winner first; players who have left come last.

    Unspent resources break a tie (LS-SCORE-08); if they are equal too, the rank is shared (LS-AMB-10).
    """
    total = gold_by_player(state)
    results = [
        Score(seat.colour, total[seat.colour], seat.resources, left=bool(seat.left)) for seat in state.seats
    ]
    results.sort(key=_order)
    ranks = [_order(each) for each in results]
    return tuple(msgspec.structs.replace(each, rank=1 + ranks.index(_order(each))) for each in results)


def ranks(state: State) -> dict[Colour, int]:
    """The rank of each who has not left. Unspent resources decide only at the end: before, they say who has
    just had his income."""
    found = [each for each in scores(state) if not each.left]
    if state.ended:
        return {each.colour: each.rank for each in found}
    return {each.colour: 1 + sum(other.total > each.total for other in found) for each in found}


def player_results(state: State) -> tuple[PlayerResult, ...]:
    """How all stand; the ranks once the game has ended, shared by equals (LS-SCORE-08, LS-AMB-10)."""
    over = state.ended is not None
    return tuple(
        PlayerResult(
            each.colour,
            each.total,
            each.rank if over and not each.left else 0,
            won=over and each.rank == 1 and not each.left,
            left=each.left,
            details={"resources": each.resources},
        )
        for each in scores(state)
    )


def winners(state: State) -> tuple[Seat, ...]:
    """Who is first, clockwise; several when they share it."""
    best = {each.colour for each in scores(state) if each.rank == 1}
    return tuple(seat for seat in state.seats if seat.colour in best)


def _order(score: Score) -> tuple[bool, int, int]:
    """Most gold first, then most resources (LS-SCORE-08)."""
    return score.left, -score.total, -score.resources
