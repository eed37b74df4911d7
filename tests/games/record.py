"""Writes whole games down as a table might play them, and replays them.

Each recording holds the secret, every command in its order and the game's exact last state. A recording
that a change of the rules makes wrong is looked at before it is made anew.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.games import Refused
from companion.games.registry import registered
from companion.notifier import Notifier
from companion.storage.storage import Storage
from companion.table.table import Table

FOLDER = Path(__file__).parent / "recorded"


class Recording(msgspec.Struct, frozen=True):
    """title: what the game shows. secret: hex. commands: as sent. final: the snapshot's `game` at the end."""

    title: str
    secret: str
    commands: list[dict[str, Any]]
    final: dict[str, Any]


def table_for(folder: Path, secret: bytes) -> Table:
    """A table whose clock moves a minute with each look and whose first game has this secret."""
    start = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)
    looks = iter(range(1_000_000))

    def clock() -> datetime:
        return start + timedelta(minutes=next(looks))

    def entropy(size: int) -> bytes:
        return secret if size == len(secret) else secret[:size]

    journal = Storage(folder, at=clock(), entropy=entropy)
    return Table(journal, registered(), Notifier(), clock=clock, entropy=entropy)


def settled(table: Table) -> dict[str, Any]:
    """The snapshot's game without what only a clock decides."""
    game: dict[str, Any] = msgspec.json.decode(table.snapshot.json)["game"]
    del game["id"], game["started_at"], game["head"]
    for step in ("undo", "redo"):
        if game[step] is not None:
            del game[step]["at"]
    return game


class Evening:
    """A table of players with habits, drawn from a seeded generator; notes every accepted command."""

    system: str
    names: Mapping[str, str] = {}

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._random = random.Random(seed)
        self.commands: list[dict[str, Any]] = []

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = msgspec.json.decode(self._table.snapshot.json)["game"]
        return game

    @property
    def colours(self) -> list[str]:
        return [player["colour"] for player in self.game["players"]]

    def do(self, kind: str, **fields: Any) -> bool:
        """Try a command; note it when it is accepted."""
        command = {"type": kind, **fields}
        try:
            self._table.perform(self._table.read(command), source="phone")
        except Refused:
            return False
        self.commands.append(command)
        return True

    def start(self, colours: Sequence[str], **options: Any) -> None:
        players = [{"colour": colour, "name": self.names.get(colour, "")} for colour in colours]
        assert self.do("start", system=self.system, players=players, options=options)

    def _chance(self, of: float) -> bool:
        return self._random.random() < of

    def _second_thoughts(self) -> None:
        if self._chance(0.1) and self.do("undo") and self._chance(0.7):
            self.do("redo")


EveningType = TypeVar("EveningType", bound=Evening)


def write_down(
    title: str,
    seed: int,
    colours: Sequence[str],
    kind: Callable[[Table, int], EveningType],
    evening: Callable[[EveningType], None],
    **options: Any,
) -> None:
    """Play an evening and keep it under the words before the title's colon."""
    secret = random.Random(seed).randbytes(32)
    with tempfile.TemporaryDirectory() as folder:
        table = table_for(Path(folder), secret)
        played = kind(table, seed)
        played.start(colours, **options)
        evening(played)
        recording = Recording(title, secret.hex(), played.commands, settled(table))
        table.close()
    name = title.split(":", maxsplit=1)[0].replace(" ", "-")
    text = msgspec.json.format(msgspec.json.encode(recording), indent=1)
    (FOLDER / f"{name}.json").write_bytes(text + b"\n")
