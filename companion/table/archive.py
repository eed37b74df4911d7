"""What the journal can tell: the log, the log in words, the games there are, a game as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from companion.games import Player, Refused, Told
from companion.journal.entry import Entry, Source
from companion.journal.journal import Journal
from companion.language.text import Text, text
from companion.table.codec import Codec
from companion.table.commands import TAKING_BACK, Import, SeedAdded, TagForgotten, TagPaired
from companion.table.export import exported, line
from companion.table.steps import BESIDE, Steps, Unreadable, replayed


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


_OWN_EVENTS = msgspec.json.Decoder(tuple[TagPaired | TagForgotten | SeedAdded, ...])
"""Of the box's own entries."""


class Index:
    """Kept up entry by entry; for the one who holds the table's lock.

    at: when the last entry was made here; what was brought in from another box happened elsewhere.
    on_table: the game on the table. tags: the bag of each tag. cards: the games by id, oldest first.
    seeds: what phones have added to the next game's dice, by their marks. started: the number of the last
    start made here, 0 before the first. latest: the last game of each system that was started here.
    """

    def __init__(self, at: datetime, entries: Iterable[Entry] = ()) -> None:
        self.at = at
        self._brought = 0
        self.on_table: str | None = None
        self.tags: Mapping[str, int] = {}
        self.cards: dict[str, Card] = {}
        self.seeds: Mapping[str, str] = {}
        self.started = 0
        self.latest: dict[str, str] = {}
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
            self.seeds = seeds_after(self.seeds, entry)
            return
        if kind == "import":
            self._brought = msgspec.json.decode(entry.command, type=Import).entries
        if kind in {"start", "resume"} and not brought:
            self.on_table = game
        if kind == "start":
            start = msgspec.json.decode(entry.command, type=_Start)
            self.cards[game] = Card(game, start.system, start.players, entry.at, entry.n)
            self._done[game], self._undone[game] = [], []
            if not brought:
                self.seeds, self.started, self.latest[start.system] = {}, entry.n, game
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
    for event in _OWN_EVENTS.decode(entry.events):
        match event:
            case TagPaired():
                after.pop(event.tag, None)
                after[event.tag] = event.number
            case TagForgotten():
                after.pop(event.tag, None)
    return after


def seeds_after(seeds: Mapping[str, str], entry: Entry) -> Mapping[str, str]:
    """What phones have added to the next game's dice, after an entry of the box's own."""
    for event in _OWN_EVENTS.decode(entry.events):
        if isinstance(event, SeedAdded):
            return with_seed(seeds, event.phone, event.seed)
    return seeds


def with_seed(seeds: Mapping[str, str], phone: str, seed: str) -> Mapping[str, str]:
    """The seeds with that of one more phone behind them; one that it added before goes."""
    return {**{other: each for other, each in seeds.items() if other != phone}, phone: seed}


class GameOnFile(msgspec.Struct, frozen=True):
    """A game that can be put back on the table.

    started_at: UTC. moment: where it stands, said in its own game's words, whichever is on the table.
    readable: the installed rules know it.
    """

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    moment: Text
    ended: bool
    on_table: bool
    readable: bool = True


class Tale(msgspec.Struct, frozen=True):
    """An entry in words. at: UTC. system: the game in whose words `told` is said, None for the box's own
    affairs. undone: taken back, and not done again."""

    n: int
    at: datetime
    game: str | None
    system: str | None
    source: Source
    by: str | None
    name: str
    told: Told
    undone: bool


class Archive:
    """Looks things up; changes nothing. Any thread may ask, also while the table writes."""

    def __init__(self, journal: Journal, codecs: Mapping[str, Codec], index: Index) -> None:
        self._journal = journal
        self._codecs = codecs
        self._index = index
        self._standing: dict[str, tuple[Card, GameOnFile]] = {}

    def codec(self, game: str | None) -> Codec | None:
        """The rules of a game that there is."""
        card = self._index.cards.get(game or "")
        return self._codecs.get(card.system) if card else None

    def steps(self, card: Card) -> Steps:
        """A game as its entries have made it. Raises `Unreadable`."""
        codec, secret = self._codecs.get(card.system), self._journal.secret(card.id)
        if codec is None or secret is None:
            raise Unreadable
        return replayed(codec, secret, self._journal.entries(game=card.id), self._journal.entry)

    def log(self, after: int, limit: int | None) -> list[dict[str, Any]]:
        """Entries as the HTTP contract has them, in their order."""
        found = self._journal.entries(after, limit=limit)
        return [line(entry, self._index.undone(entry.n)) for entry in found]

    def tale(self, limit: int, before: int | None) -> list[Tale]:
        """The newest entries in words, newest first."""
        return [
            Tale(each.n, each.at, each.game, self._system(each), each.source, each.by, each.name,
                 self._in_words(each), self._index.undone(each.n))
            for each in self._journal.newest(limit, before)
        ]  # fmt: skip

    def games(self) -> list[GameOnFile]:
        """Every game, the oldest first."""
        return [self._on_file(card) for card in list(self._index.cards.values())]

    def export(self, card: Card) -> dict[str, Any]:
        """A game as a file. Raises `Refused` for one that cannot be read."""
        try:
            steps = self.steps(card)
        except Unreadable as fault:
            raise Refused("game-unreadable", system=card.system) from fault
        found = self._journal.entries(game=card.id)
        return exported(steps, found, self._index.undone)

    def _on_file(self, card: Card) -> GameOnFile:
        known = self._standing.get(card.id)
        if known is None or known[0] != card:
            known = self._standing[card.id] = (card, self._read(card))
        return msgspec.structs.replace(known[1], on_table=card.id == self._index.on_table)

    def _read(self, card: Card) -> GameOnFile:
        try:
            steps = self.steps(card)
        except Unreadable:
            moment = text("moment.unreadable")
            return GameOnFile(
                card.id, card.system, card.players, card.started_at, moment, False, False, readable=False
            )
        moment = msgspec.structs.replace(steps.codec.game.moment(steps.state), system=card.system)
        return GameOnFile(card.id, card.system, card.players, card.started_at, moment, steps.over, False)

    def _system(self, entry: Entry) -> str | None:
        card = self._index.cards.get(entry.game or "")
        return card.system if card else None

    def _in_words(self, entry: Entry) -> Told:
        """An entry in words; what is undone is said within."""
        plain, codec = entry.plain_command(), self.codec(entry.game)
        match plain["type"]:
            case "undo" | "redo" as kind:
                step = self._journal.entry(entry.plain_events()[0]["entry"])
                words = codec.told(step) if codec and step else Told("step", {})
                return Told(kind, {"step": Text(f"did.{words.what}", words.params)})
            case "pair-tag":
                return Told("pair-tag", {"tag": plain["tag"], "number": plain["number"]})
            case "forget-tag":
                return Told("forget-tag", {"tag": plain["tag"]})
            case "add-seed":
                return Told("add-seed", {})
            case "resume" | "import" as kind:
                return Told(kind, {"system": codec.game.system if codec else "?", "game": entry.game or ""})
            case kind:
                return codec.told(entry) if codec else Told(str(kind), {})
