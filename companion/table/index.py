"""What the journal's entries say beside the games themselves: which game is on the table, the tags, the
games there are, and which steps were taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from companion.games import Player
from companion.journal.entry import Entry
from companion.table.commands import Import, TagForgotten, TagPaired
from companion.table.play import BESIDE, TAKING_BACK


class Card(msgspec.Struct, frozen=True):
    """A game that there is. started_at: UTC. last: the number of its last entry."""

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    last: int


class _Start(msgspec.Struct):
    system: str
    players: tuple[Player, ...]


_TAG_EVENTS = msgspec.json.Decoder(tuple[TagPaired | TagForgotten, ...])


class Index:
    """Kept up entry by entry; for the one who holds the table's lock.

    at: when the last entry was made here; what was brought in from another box happened elsewhere.
    on_table: the game on the table. tags: the bag of each tag. cards: the games by id, oldest first.
    """

    def __init__(self, at: datetime, entries: Iterable[Entry] = ()) -> None:
        self.at = at
        self._brought = 0
        self.on_table: str | None = None
        self.tags: Mapping[str, int] = {}
        self.cards: dict[str, Card] = {}
        self._done: dict[str, list[int]] = {}
        self._undone: dict[str, list[int]] = {}
        self._gone: set[int] = set()
        for entry in entries:
            self.note(entry)

    def undone(self, n: int) -> bool:
        """Whether the entry of this number was taken back and has not been done again."""
        return n in self._gone

    def note(self, entry: Entry) -> None:
        """Take in one more entry."""
        kind, game = entry.kind, entry.game
        brought = self._brought > 0
        if brought:
            self._brought -= 1
        else:
            self.at = entry.at
        if game is None:
            self.tags = tags_after(self.tags, entry)
            return
        if kind == "import":
            self._brought = msgspec.json.decode(entry.command, type=Import).entries
        if kind in {"start", "resume"} and not brought:
            self.on_table = game
        if kind == "start":
            start = msgspec.json.decode(entry.command, type=_Start)
            self.cards[game] = Card(game, start.system, start.players, entry.at, entry.n)
            self._done[game], self._undone[game] = [], []
        elif kind not in BESIDE:
            self._step(kind, game, entry.n)
        if game in self.cards:
            self.cards[game] = msgspec.structs.replace(self.cards[game], last=entry.n)

    def _step(self, kind: str, game: str, n: int) -> None:
        done, undone = self._done.setdefault(game, []), self._undone.setdefault(game, [])
        if kind == "undo" and done:
            undone.append(done.pop())
            self._gone.add(undone[-1])
        elif kind == "redo" and undone:
            done.append(undone.pop())
            self._gone.discard(done[-1])
        elif kind not in TAKING_BACK:
            done.append(n)
            undone.clear()


def tags_after(tags: Mapping[str, int], entry: Entry) -> Mapping[str, int]:
    """The tags after an entry of the box's own."""
    after = dict(tags)
    for event in _TAG_EVENTS.decode(entry.events):
        after.pop(event.tag, None)
        if isinstance(event, TagPaired):
            after[event.tag] = event.number
    return after
