"""Everybody's points on the display: after the end, and before it where the group wants that."""

from __future__ import annotations

from companion.games import Page
from companion.games.roads_and_boats import scoring
from companion.games.roads_and_boats.state import State
from companion.games.screen import Screen, Text, text
from companion.games.tokens import named


def standings(state: State) -> tuple[Page, ...]:
    """The points so far, where the group wants to see them before the end."""
    if state.ended or not state.options.standings:
        return ()
    return (Page("standings", Screen(text("display.standings"), _ranking(state))),)


def scores(state: State) -> Screen:
    """Who has won, and everybody's points; alone, how many there are."""
    results = scoring.scores(state)
    if state.solo:
        return Screen(text("display.points", count=results[0].total), _ranking(state))
    return Screen(text("display.wins", colour=results[0].colour), _ranking(state))


def _ranking(state: State) -> tuple[Text, ...]:
    seats = {seat.colour: seat for seat in state.seats}
    return tuple(
        text(
            "display.score",
            rank=each.rank,
            named=named(each.colour, seats[each.colour].name),
            total=each.total,
        )
        for each in scoring.scores(state)
    )
