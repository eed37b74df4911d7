"""The panel's pages of points: who has won, and before the end how far everybody is."""

from __future__ import annotations

from companion.games.roads_and_boats import pictures
from companion.games.roads_and_boats.view import View
from companion.games.screen import Screen, named
from companion.language.text import Text, text


def scores(view: View, warnings: tuple[Text, ...]) -> Screen:
    """Who has won, and everybody's points; alone, how many there are. warnings: stand above the points.

    Nobody has won until everybody's wealth has been counted at the end: until then whose is missing.
    """
    if view.uncounted:
        return so_far(view, warnings)
    first = view.scores[0]
    title = text("display.wins", colour=first.colour)
    if view.solo:
        title = text("display.points", count=first.total)
    return Screen(title, (*warnings, *_ranking(view)), picture=pictures.scores(view))


def so_far(view: View, warnings: tuple[Text, ...] = ()) -> Screen:
    """The points so far, where the group wants to see them before the end, or not all is counted."""
    title = text("display.standings")
    return Screen(title, (*warnings, *_ranking(view)), picture=pictures.points_so_far(view, title))


def _ranking(view: View) -> tuple[Text, ...]:
    names = {each.colour: each.name for each in view.players}
    return tuple(
        text(
            "display.score.left" if each.left else "display.score",
            rank=each.rank,
            named=named(each.colour, names[each.colour]),
            total=each.total,
        )
        for each in view.scores
    )
