"""Every game that is held by the checks of all games: the registered ones, and Tally, which is none."""

from __future__ import annotations

from pathlib import Path

from companion.games import Game
from companion.games.registry import registered
from tests.fakes.tally.game import GAME as TALLY


def every() -> dict[str, Game]:
    """The games by their names in commands and files."""
    return {**registered(), "tally": TALLY}


def folder(game: Game) -> Path:
    """Where the game is kept on this disk."""
    return Path(str(game.folder))
