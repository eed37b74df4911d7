"""The games with which the demo can begin: commands in a file of the game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Game
from companion.table.table import Table

EXAMPLE = "example.json"
"""The file's name: a list of commands, as phones would send them."""


def with_example(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The games that have an example."""
    return tuple(system for system, game in games.items() if game.folder.joinpath(EXAMPLE).is_file())


def play_example(table: Table, game: Game) -> None:
    """Begin the game, and play it as far as the file of its example goes."""
    example = game.folder.joinpath(EXAMPLE).read_bytes()
    for command in msgspec.json.decode(example, type=list[dict[str, Any]]):
        table.perform(table.read(command), source="phone")
