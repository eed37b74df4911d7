"""Everybody's gold on the display: as things stand, and after the end with who won and why it ended."""

from __future__ import annotations

from companion.games.la_strada import scoring
from companion.games.la_strada.state import State
from companion.games.screen import Screen, Text, text
from companion.games.tokens import named, row, token


def standings(state: State) -> Screen:
    """The gold so far, with the resources that decide a tie (LS-SCORE-08)."""
    return Screen(text("display.standings"), _ranking(state))


def scores(state: State) -> Screen:
    """Who has won, or who share it (LS-AMB-10), what ended the game, and everybody's gold."""
    first, *others = scoring.winners(state)
    if others:
        title = text("display.shared", winners=row(token(each.colour) for each in (first, *others)))
    else:
        title = text("display.wins", winner=named(first.colour, first.name))
    reason = text(f"display.ended.{state.ended}", token=token(state.active))
    return Screen(title, (reason, *_ranking(state)))


def _ranking(state: State) -> tuple[Text, ...]:
    names = {seat.colour: seat.name for seat in state.seats}
    return tuple(
        text(
            "display.score",
            rank=each.rank,
            named=named(each.colour, names[each.colour]),
            total=each.total,
            resources=each.resources,
        )
        for each in scoring.scores(state)
    )
