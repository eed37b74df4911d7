"""A data folder with its table, opened and closed at will, with a clock and an entropy that repeat."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.games import Game
from companion.notifier import Notifier
from companion.storage.entry import Source
from companion.storage.machine import UNKNOWN
from companion.storage.storage import Storage
from companion.table.table import CommandResult, Table
from tests.fakes.toy import TOY_GAME

BEGAN = datetime(2026, 11, 21, 18, 0, 0, tzinfo=UTC)
TOY: Mapping[str, Game] = {"toy": TOY_GAME}
START: dict[str, Any] = {
    "type": "start",
    "system": "toy",
    "players": [{"colour": "red", "name": "Ada"}, {"colour": "blue"}],
    "options": {"target": 500},
}
OTHER = {**START, "replace": True}
"""The same in the place of a game that is running."""


class Entropy:
    """Bytes that look random and are the same in every run."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._calls = 0

    def __call__(self, count: int) -> bytes:
        self._calls += 1
        return hashlib.shake_256(f"{self._seed}/{self._calls}".encode()).digest(count)


class Clock:
    """A second goes by each time it is read."""

    def __init__(self) -> None:
        self._now = BEGAN

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now

    def later(self, minutes: int) -> None:
        """So many minutes go by."""
        self._now += timedelta(minutes=minutes)


class Evening:
    """A table whose plug can be pulled. machine: on which it is, from the next start on."""

    machine = UNKNOWN

    def __init__(self, folder: Path, games: Mapping[str, Game] = TOY, seed: str = "") -> None:
        self.folder = folder
        self.games = games
        self.notifier = Notifier()
        self.clock = Clock()
        self.entropy = Entropy(seed)
        self.table = self._opened()

    def _opened(self) -> Table:
        self.journal = Storage(self.folder, at=self.clock(), entropy=self.entropy, machine=self.machine)
        return Table(self.journal, self.games, self.notifier, clock=self.clock, entropy=self.entropy)

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Close the table for the block, as between two evenings, and open it again."""
        self.table.close()
        try:
            yield
        finally:
            self.table = self._opened()

    def restart(self) -> None:
        with self.closed():
            pass

    def do(
        self,
        body: Mapping[str, Any] | str,
        *,
        source: Source = "phone",
        by: str | None = None,
        expects: int | None = None,
        key: str | None = None,
        phone: str = "",
    ) -> CommandResult:
        """Do what a client sends; a type alone will do."""
        plain = {"type": body} if isinstance(body, str) else body
        command = self.table.read(plain, key)
        return self.table.perform(command, source=source, by=by, expects=expects, key=key, phone=phone)

    @property
    def body(self) -> Mapping[str, Any]:
        return self.table.snapshot.body

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.body["game"]
        return game
