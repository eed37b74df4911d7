"""The games of a data folder, indexed by ID: system, players, start, first and last entry."""

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
    """A game that there is. started_at: UTC. first, last: the numbers of its first entry and its last."""

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    first: int
    last: int


class GameStart(msgspec.Struct):
    """What the index reads of a start."""

    system: str
    players: tuple[Player, ...]


class Index:
    """Kept up entry by entry; for the one who holds the table's lock.

    at: when the last entry was made here; what was brought in from another box happened elsewhere.
    on_table: the game on the table. own: the box's own affairs. cards: the games by id, oldest first.
    started: the number of the last start made here, 0 before the first. latest: the last game of each system
    that was started here.
    """

    def __init__(self, at: datetime) -> None:
        self.at = at
        self.on_table: str | None = None
        self.own = BoxState()
        self.cards: dict[str, GameInfo] = {}
        self.started = 0
        self.latest: dict[str, str] = {}

    def note(self, entry: Entry) -> None:
        """Take in one more entry that was made here; the same one again changes nothing."""
        self.at = entry.at
        game = entry.game
        if game is None:
            self.own = self.own.after(entry)
            return
        if entry.kind == "start":
            self.add(entry, entry)
            self.on_table = game
            system = self.cards[game].system
            self.own, self.started = self.own.at_start(system, game), entry.n
            self.latest[system] = game
        elif entry.kind == "resume":
            self.on_table = game
        if game in self.cards:
            card = self.cards[game]
            self.cards[game] = msgspec.structs.replace(card, last=max(card.last, entry.n))

    def bring_in(self, entries: Sequence[Entry]) -> None:
        """Take in the entries of a game that was brought in: what brought it, its start, and the rest."""
        self.add(entries[1], entries[0])
        self.cards[str(entries[0].game)] = msgspec.structs.replace(
            self.cards[str(entries[0].game)], last=entries[-1].n
        )
        self.at = entries[0].at

    def add(self, started: Entry, first: Entry) -> None:
        """Take in a game by its start. first: of its entries."""
        start, game = msgspec.json.decode(started.command, type=GameStart), str(started.game)
        self.cards[game] = GameInfo(game, start.system, start.players, started.at, first.n, started.n)


def build_index(storage: Storage) -> Index:
    """What the entries of a data folder come to. Of most games only the first and the last are looked at: the
    game on the table is the one whose last entry is the newest, of those that were made here.
    """
    index = Index(storage.made_at)
    here, played = list(storage.of(None)), []
    for game, file in storage.games().items():
        entries: Sequence[Entry] = (file.first, file.last)
        if "import" in (file.first.kind, file.last.kind):
            entries = storage.of(game)
        made = entries
        if file.first.kind == "import":
            index.bring_in(entries)
            made = entries[1 + msgspec.json.decode(file.first.command, type=Import).entries :]
        else:
            index.add(file.first, file.first)
        here += [file.first, *made[-1:]]
        played += [each for each in made if each.kind != "import"][-1:]
    index.cards = dict(sorted(index.cards.items(), key=lambda each: each[1].first))
    for entry in sorted(here, key=lambda each: each.n):
        index.note(entry)
    index.on_table = max(played, key=lambda each: each.n).game if played else None
    return index
