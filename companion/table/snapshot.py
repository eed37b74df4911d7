"""What everybody sees: one immutable picture of the table after each entry of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from companion.games import Game
from companion.games.screen import Text


class Snapshot(msgspec.Struct, frozen=True):
    """The table after the journal's entry number `version`.

    epoch: belongs to the data folder. at: when that entry was made, UTC. body: the snapshot of the HTTP
    contract as plain data; json: the same, encoded once for everybody. game, state: the rules and the
    state behind the body, None without a game. undo_crosses, redo_crosses: whether taking back or
    doing again the next step crosses the start of a phase, so that pages ask first; undo_to, redo_to:
    the moment it then leads to, None where it crosses nothing.
    resumed: this snapshot was made by starting the daemon, not by a person; set_aside: the damaged
    file that was put away at that start.
    """

    version: int
    epoch: str
    at: datetime
    body: Mapping[str, Any]
    json: bytes
    game: Game | None = None
    state: Any = None
    undo_crosses: bool = False
    redo_crosses: bool = False
    undo_to: Text | None = None
    redo_to: Text | None = None
    resumed: bool = False
    set_aside: str | None = None

    @property
    def etag(self) -> str:
        """The identity of this picture: `<epoch>-<version>`."""
        return f"{self.epoch}-{self.version}"

    @property
    def tags(self) -> Mapping[str, int]:
        """The bag that each tag sticks on."""
        tags: Mapping[str, int] = self.body["tags"]
        return tags
