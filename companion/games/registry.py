"""Every game that the table can play: one line each."""

from __future__ import annotations

from companion.games import Game
from companion.games.la_strada import game as la_strada
from companion.games.roads_and_boats import game as roads_and_boats


def registered() -> dict[str, Game]:
    """The games by their names in commands and files, in the order in which the start page offers them."""
    games: tuple[Game, ...] = (roads_and_boats, la_strada)
    return {game.system: game for game in games}
