"""The panel's pages of points: who has won, and before the end how far everybody is."""

from __future__ import annotations

from functools import partial

from companion.games import Page
from companion.games.roads_and_boats import pictures, scoring
from companion.games.roads_and_boats.state import State, playing
from companion.games.screen import Screen, named
from companion.language.text import Text, text


def so_far(state: State) -> tuple[Page, ...]:
    """The points so far, where the group wants to see them before the end."""
    if state.ended or not state.options.standings:
        return ()
    return (Page("standings", partial(_so_far, state, ())),)


def scores(state: State, warnings: tuple[Text, ...]) -> Screen:
    """Who has won, and everybody's points; alone, how many there are. warnings: stand above the points.

    Nobody has won until everybody's wealth has been counted at the end: until then whose is missing.
    """
    if any(seat.wealth is None or seat.wealth.stale for seat in playing(state)):
        return _so_far(state, warnings)
    results = scoring.scores(state)
    if state.solo:
        title = text("display.points", count=results[0].total)
    else:
        title = text("display.wins", colour=results[0].colour)
    return Screen(title, (*warnings, *_ranking(state)), picture=pictures.scores(state))


def _so_far(state: State, warnings: tuple[Text, ...]) -> Screen:
    title = text("display.standings")
    return Screen(title, (*warnings, *_ranking(state)), picture=pictures.points_so_far(state, title))


def _ranking(state: State) -> tuple[Text, ...]:
    seats = {seat.colour: seat for seat in state.seats}
    return tuple(
        text(
            "display.score.left" if each.left else "display.score",
            rank=each.rank,
            named=named(each.colour, seats[each.colour].name),
            total=each.total,
        )
        for each in scoring.scores(state)
    )
