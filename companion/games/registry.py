"""Every game that the table can play: one line each."""

from __future__ import annotations

from companion.games import Game
from companion.games.la_strada.game import LaStrada
from companion.games.roads_and_boats.game import RoadsAndBoats


def registered() -> dict[str, Game]:
    """The games by their names in commands and files, in the order in which the start page offers them."""
    games: tuple[Game, ...] = (RoadsAndBoats(), LaStrada())
    return {game.system: game for game in games}
