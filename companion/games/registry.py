"""Every game that the table can play: one entry each."""

from __future__ import annotations

from importlib.resources import files

from companion.games.cupboard import Boxed, Games
from companion.games.la_strada import words as la_strada
from companion.games.roads_and_boats import words as roads_and_boats


def registered() -> Games:
    """The games by their names in commands and files, in the order in which the start page offers them."""
    return Games(
        (
            Boxed(
                "roads-and-boats",
                roads_and_boats.COLOURS,
                files("companion.games.roads_and_boats"),
                "companion.games.roads_and_boats.game",
            ),
            Boxed(
                "la-strada",
                la_strada.COLOURS,
                files("companion.games.la_strada"),
                "companion.games.la_strada.game",
            ),
        )
    )
