"""Index of all games: players, start, first and last entry."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from companion.games import Player
from companion.storage.entry import Entry
from companion.storage.storage import Storage
from companion.table.box_state import BoxState
from companion.table.commands import Import


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the data folder."""

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    """UTC."""
    first: int
    """Number of its first entry."""
    last: int
    """Number of its last entry."""


class GameStart(msgspec.Struct):
    """The fields of a start that the index needs."""

    system: str
    players: tuple[Player, ...]


class Index:
    """Updated with each entry. Used under the table's lock.

    at: time of the last entry made here; imported entries were made elsewhere.
    on_table: the ID of the game on the table.
    games: by ID, oldest first.
    last_start: number of the last start made here, 0 before the first.
    latest_of_system: ID of the newest game started here, by system.
    """

    def __init__(self, at: datetime) -> None:
        self.at = at
        self.on_table: str | None = None
        self.box_state = BoxState()
        self.games: dict[str, GameInfo] = {}
        self.last_start = 0
        self.latest_of_system: dict[str, str] = {}

    def add_entry(self, entry: Entry) -> None:
        """Add an entry made here. Idempotent."""
        self.at = entry.at
        game = entry.game
        if game is None:
            self.box_state = self.box_state.after(entry)
            return
        if entry.kind == "start":
            self.add_game(entry, entry)
            self.on_table = game
            system = self.games[game].system
            self.box_state, self.last_start = self.box_state.at_start(system, game), entry.n
            self.latest_of_system[system] = game
        elif entry.kind == "resume":
            self.on_table = game
        if game in self.games:
            info = self.games[game]
            self.games[game] = msgspec.structs.replace(info, last=max(info.last, entry.n))

    def add_import(self, entries: Sequence[Entry]) -> None:
        """Add the entries of an imported game: the import, its start, and the rest."""
        self.add_game(entries[1], entries[0])
        self.games[str(entries[0].game)] = msgspec.structs.replace(
            self.games[str(entries[0].game)], last=entries[-1].n
        )
        self.at = entries[0].at

    def add_game(self, started: Entry, first: Entry) -> None:
        """Add a game by its start. first: its first entry."""
        start, game = msgspec.json.decode(started.command, type=GameStart), str(started.game)
        self.games[game] = GameInfo(game, start.system, start.players, started.at, first.n, started.n)


def build_index(storage: Storage) -> Index:
    """Index a data folder. Of most games only the first and last entry are read.

    The game on the table is the one with the newest entry made here.
    """
    index = Index(storage.made_at)
    own_entries, played = list(storage.of(None)), []
    for game, file in storage.games().items():
        entries: Sequence[Entry] = (file.first, file.last)
        if "import" in (file.first.kind, file.last.kind):
            entries = storage.of(game)
        made_here = entries
        if file.first.kind == "import":
            index.add_import(entries)
            made_here = entries[1 + msgspec.json.decode(file.first.command, type=Import).entries :]
        else:
            index.add_game(file.first, file.first)
        own_entries += [file.first, *made_here[-1:]]
        played += [each for each in made_here if each.kind != "import"][-1:]
    index.games = dict(sorted(index.games.items(), key=lambda each: each[1].first))
    for entry in sorted(own_entries, key=lambda each: each.n):
        index.add_entry(entry)
    index.on_table = max(played, key=lambda each: each.n).game if played else None
    return index
