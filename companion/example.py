"""The game with which the demo begins: commands in a file of the game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Game
from companion.table import Table

EXAMPLE = "example.json"
"""The file's name: a list of commands, as phones would send them."""


def play_example(table: Table, games: Mapping[str, Game]) -> None:
    """Begin the first game that has an example, and play it as far as its file goes."""
    for game in games.values():
        example = game.folder.joinpath(EXAMPLE)
        if example.is_file():
            for command in msgspec.json.decode(example.read_bytes(), type=list[dict[str, Any]]):
                table.perform(table.read(command), source="phone")
            return
