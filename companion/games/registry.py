"""Every game that the table can play: one line each."""

from __future__ import annotations

from companion.games.cupboard import Games, boxed
from companion.games.la_strada import words as la_strada
from companion.games.roads_and_boats import words as roads_and_boats


def registered() -> Games:
    """The games by their names in commands and files, in the order in which the start page offers them."""
    return Games(
        (
            boxed("roads-and-boats", "companion.games.roads_and_boats", roads_and_boats.COLOURS),
            boxed("la-strada", "companion.games.la_strada", la_strada.COLOURS),
        )
    )
