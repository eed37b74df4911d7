"""Gold and places of La Strada for programs that keep scores."""

from __future__ import annotations

from companion.games.la_strada import scoring
from companion.games.la_strada.state import State, colours
from companion.games.la_strada.words import Colour
from companion.games.results import Feat, Place, Result

BGG = 9675
"""The game's number at BoardGameGeek."""


def turn(state: State) -> int:
    """How often everybody has been on turn."""
    return state.turn


def seats(state: State) -> tuple[Colour, ...]:
    """Everybody who has played, by colour."""
    return colours(state)


def result(state: State, begun: State) -> Result:
    """Everybody's gold; the ranks once the game has ended, shared by equals (LS-SCORE-08, LS-AMB-10)."""
    over = state.ended is not None
    places = tuple(
        Place(
            each.colour,
            each.total,
            each.rank if over else 0,
            won=over and each.rank == 1 and not each.left,
            left=each.left,
            details={"resources": each.resources},
        )
        for each in scoring.scores(state)
    )
    return Result(places, BGG, begun.first)


def feats(_state: State) -> tuple[Feat, ...]:
    """No records but gold and length: the game leaves nothing to chance."""
    return ()
