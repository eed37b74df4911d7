"""The registry of games."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

from companion.games import Game
from companion.games.la_strada.game import GAME as LA_STRADA
from companion.games.roads_and_boats.game import GAME as ROADS_AND_BOATS


def registered() -> dict[str, Game]:
    """The games by system, in the order of the start page."""
    return {game.system: game for game in (ROADS_AND_BOATS, LA_STRADA)}


def every_colour(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The colours of all these games, each once."""
    return tuple(dict.fromkeys(colour for game in games.values() for colour in game.colours))


def folders(games: Mapping[str, Game]) -> dict[str, Traversable]:
    """The folder of each game, by system."""
    return {system: game.folder for system, game in games.items()}
