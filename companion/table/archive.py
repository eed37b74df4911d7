"""What the journal can tell: the log, the log in words, the games there are, a game as a file."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from companion.games import Player, Refused, Told
from companion.journal.entry import Entry, Source
from companion.journal.journal import Journal
from companion.language.forms import make_ready
from companion.language.text import Text, text
from companion.table.codec import Codec
from companion.table.commands import Acknowledged, Import, Inherited
from companion.table.export import Exported, LogLine, exported, in_file, line
from companion.table.notice import lost, wrong
from companion.table.own import Own, events_of
from companion.table.steps import BESIDE, Newer, Steps, Unreadable, moved, replayed


class Card(msgspec.Struct, frozen=True):
    """A game that there is. started_at: UTC. first, last: the numbers of its first entry and its last."""

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    first: int
    last: int


class _Start(msgspec.Struct):
    system: str
    players: tuple[Player, ...]


_LINES_AT_ONCE = 200
_WORDED = 48
"""How many entries are remembered in words: those of a page of the log, which is drawn after every press."""
_ENTRIES = b'"entries":['
"""After which a file's entries stand. No text has it: its quotation marks would be written otherwise."""


class Numbers:
    """A set of entries' numbers, a bit for each: some thousands take no more room than one would in a set."""

    def __init__(self, numbers: Iterable[int] = (), parts: Mapping[int, int] | None = None) -> None:
        self._parts: dict[int, int] = dict(parts or {})
        for n in numbers:
            self.put(n, True)

    def __contains__(self, n: int) -> bool:
        return bool(self._parts.get(n >> _BITS, 0) >> (n & _REST) & 1)

    def copy(self) -> "Numbers":
        """The same numbers, which stay as they are."""
        return Numbers(parts=self._parts)

    def put(self, n: int, there: bool) -> None:
        """Take a number in, or leave it out from now on."""
        bit = 1 << (n & _REST)
        others = self._parts.get(n >> _BITS, 0) & ~bit
        self._parts[n >> _BITS] = others | bit if there else others


_BITS = 10
_REST = (1 << _BITS) - 1


class Index:
    """Kept up entry by entry; for the one who holds the table's lock.

    at: when the last entry was made here; what was brought in from another box happened elsewhere.
    brought: the game that was brought in last, and the numbers of the entries that came with it.
    on_table: the game on the table. own: the box's own affairs. cards: the games by id, oldest first.
    started: the number of the last start made here, 0 before the first. latest: the last game of each system
    that was started here. inherited: of the games that were brought in, or put back without their secrets.
    """

    def __init__(self, at: datetime) -> None:
        self.at = at
        self.brought: tuple[str | None, range] = (None, range(0))
        self.on_table: str | None = None
        self.own = Own()
        self.cards: dict[str, Card] = {}
        self.started = 0
        self.latest: dict[str, str] = {}
        self.inherited: dict[str, Inherited | None] = {}
        self._gone = Numbers()

    def undone(self, n: int) -> bool:
        """Whether the entry of this number was taken back and has not been done again."""
        return n in self._gone

    @property
    def gone(self) -> Numbers:
        """What was taken back and has not been done again, as it is now."""
        return self._gone.copy()

    def note(self, entry: Entry) -> None:
        """Take in one more entry; the same one again changes nothing."""
        kind, game = entry.kind, entry.game
        whose, numbers = self.brought
        brought = game == whose and entry.n in numbers
        if not brought:
            self.at = entry.at
        if game is None:
            self.own = self.own.after(entry)
            return
        match kind:
            case "import":
                brought_in = msgspec.json.decode(entry.command, type=Import)
                self.brought = (game, range(entry.n + 1, entry.n + 1 + brought_in.entries))
                self.inherited[game] = brought_in.inherited
            case "start":
                start = msgspec.json.decode(entry.command, type=_Start)
                first = numbers.start - 1 if brought else entry.n
                self.cards[game] = Card(game, start.system, start.players, entry.at, first, entry.n)
            case "undo" | "redo":
                with suppress(Unreadable):  # such a game is told as unreadable, with all that it has
                    for each in moved(entry):
                        self._gone.put(each.entry, kind == "undo")
        if kind == "resume" or (kind == "start" and not brought):
            self.on_table = game
        if kind == "start" and not brought:
            system = self.cards[game].system
            self.own, self.started = self.own.at_start(system, game), entry.n
            self.latest[system] = game
        if game in self.cards:
            self.extend(game, entry.n)

    def extend(self, game: str, last: int) -> None:
        """Say which entry is a game's last."""
        self.cards[game] = msgspec.structs.replace(self.cards[game], last=last)


def indexed(journal: Journal) -> Index:
    """What the journal's entries come to. Most of them only make their game longer, and are not read."""
    index = Index(journal.made_at)
    for entry in journal.turning():
        on_table, brought = index.on_table, index.brought
        index.note(entry)
        if index.on_table != on_table:
            _lengthen(index, journal, on_table, entry.n)
        if index.brought != brought:
            _lengthen(index, journal, brought[0], brought[1].stop)
    _lengthen(index, journal, index.brought[0], index.brought[1].stop)
    _lengthen(index, journal, index.on_table, journal.next)
    last = journal.entry(journal.last)
    if last is not None:
        index.note(last)
    return index


def _lengthen(index: Index, journal: Journal, game: str | None, before: int) -> None:
    """Say that a game's last entry is the last it has before another one, up to which it was on the table or
    came in."""
    card = index.cards.get(game or "")
    if card is not None:
        index.extend(card.id, max(card.last, journal.last_of(card.id, before)))


class GameOnFile(msgspec.Struct, frozen=True):
    """A game that can be put back on the table.

    started_at: UTC. moment: where it stands, said in its own game's words, whichever is on the table.
    readable: the installed rules know it. newer: they do not, for a newer edition of them began it.
    on_table: what cannot be read never is.
    """

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    moment: Text
    ended: bool
    on_table: bool
    readable: bool = True
    newer: bool = False


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


class Past(msgspec.Struct, frozen=True):
    """A game's entries, to be read once. entries: each step of it in its order, and whether it counts; what
    only takes steps back or does them again among them, which never does. A few are read at a time, as they
    are taken; `JournalFailed` may come of any.
    """

    card: Card
    codec: Codec
    entries: Iterator[tuple[Entry, bool]]


class Archive:
    """Looks things up; changes nothing. Any thread may ask, also while the table writes."""

    def __init__(self, journal: Journal, codecs: Mapping[str, Codec], index: Index) -> None:
        self._journal = journal
        self._codecs = codecs
        self._index = index
        self._standing: dict[str, tuple[Card, GameOnFile]] = {}
        self._worded = lru_cache(_WORDED)(self._in_words)  # an entry never becomes another
        make_ready(_Start, Exported, LogLine)

    def codec(self, game: str | None) -> Codec | None:
        """The rules of a game that there is."""
        card = self._index.cards.get(game or "")
        return self._codecs.get(card.system) if card else None

    def steps(self, card: Card) -> Steps:
        """A game as its entries have made it. Raises `Unreadable`."""
        codec = self._codecs.get(card.system)
        secret = self._journal.secret(card.id, card.first, card.last)
        if codec is None or secret is None:
            raise Unreadable
        inherited = self._index.inherited.get(card.id)
        return replayed(codec, secret, self._entries(card), self._journal.entry, inherited)

    def length(self, game: str) -> int:
        """How many entries a game has that are steps of it, or take some back."""
        return sum(entry.kind not in BESIDE for entry in self._entries(self._index.cards[game]))

    def log(self, after: int, limit: int | None) -> list[dict[str, Any]]:
        """Entries as the HTTP contract has them, in their order."""
        found = self._journal.entries(after, limit=limit)
        return [line(entry, self._index.undone(entry.n)) for entry in found]

    def tale(self, limit: int, before: int | None) -> list[Tale]:
        """The newest entries in words, newest first."""
        return [
            Tale(each.n, each.at, each.game, self._system(each), each.source, each.by, each.name,
                 self._worded(each, self.codec(each.game)), self._index.undone(each.n))
            for each in self._journal.newest(limit, before)
        ]  # fmt: skip

    def games(
        self, limit: int | None = None, before: str | None = None, playing: Steps | None = None
    ) -> list[GameOnFile]:
        """The games by their start, the newest first: at most `limit` of them, with `before` those that come
        behind that game. playing: the one on the table. Raises `Refused` for a game that is not here.
        """
        cards = self._newest()
        if before is not None:
            places = {card.id: place for place, card in enumerate(cards, 1)}
            if before not in places:
                raise Refused("no-such-game", game=before)
            cards = cards[places[before] :]
        return [self._on_file(card, playing) for card in cards[:limit]]

    def cards(self) -> list[Card]:
        """The games, the newest first. None of them is read."""
        return self._newest()

    def players_of(self, game: str) -> tuple[Player, ...]:
        """Who began a game; nobody for one that is not here."""
        card = self._index.cards.get(game)
        return card.players if card else ()

    def _newest(self) -> list[Card]:
        cards = list(self._index.cards.values())
        return sorted(cards, key=lambda card: (card.started_at, card.first), reverse=True)

    def export(self, card: Card, playing: Steps | None = None) -> dict[str, Any]:
        """A game as a file. playing: the one on the table, as it is after this card's last entry. Raises
        `Refused` for a game that cannot be read.
        """
        steps = playing if playing and playing.id == card.id else self.readable(card)
        return exported(steps, self._lines(card, steps))

    def past(self, card: Card, gone: Numbers) -> Past:
        """A game's entries. gone: the numbers of those that were taken back. Raises `Unreadable`."""
        codec = self._codecs.get(card.system)
        if codec is None:
            raise Unreadable
        entries = (
            (each, each.n not in gone and each.kind not in codec.no_steps)
            for each in self._entries(card)
            if each.kind not in BESIDE
        )
        return Past(card, codec, entries)

    def readable(self, card: Card) -> Steps:
        """A game as its entries have made it. Raises `Refused` where it cannot be read."""
        try:
            return self.steps(card)
        except Unreadable as fault:
            raise fault.refused(card.system) from fault

    def pieces(self, card: Card, playing: Steps) -> Iterator[bytes]:
        """The same file as JSON, piece by piece; `JournalFailed` may come of any. playing: as there."""
        head, entries, tail = msgspec.json.encode(exported(playing, ())).partition(_ENTRIES)
        lines = (msgspec.json.encode(each) for each in in_file(playing, self._lines(card, playing)))
        said, between = head + entries, b""
        while some := list(itertools.islice(lines, _LINES_AT_ONCE)):
            yield said + between + b",".join(some)
            said, between = b"", b","
        yield said + tail

    def _lines(self, card: Card, steps: Steps) -> Iterator[tuple[Entry, bool]]:
        """A game's entries as they are after its card's last, whatever has been written since; and whether
        each was taken back.
        """
        counting = Numbers(steps.counting())
        for entry in self._entries(card):
            yield entry, entry.n not in counting and entry.kind not in steps.codec.no_steps

    def _entries(self, card: Card) -> Iterator[Entry]:
        return self._journal.of(card.id, card.first, card.last)

    def over(self, card: Card) -> bool:
        """Whether a game has ended that is not on the table; False for one that cannot be read."""
        return self._on_file(card, None).ended

    def _on_file(self, card: Card, playing: Steps | None) -> GameOnFile:
        if playing and playing.id == card.id:
            found = _standing(card, playing)
        else:
            known = self._standing.get(card.id)
            if known is None or known[0] != card:
                known = self._standing[card.id] = (card, self._read(card))
            found = known[1]
        on_table = found.readable and card.id == self._index.on_table
        return msgspec.structs.replace(found, on_table=on_table)

    def _read(self, card: Card) -> GameOnFile:
        try:
            return _standing(card, self.steps(card))
        except Unreadable as fault:
            newer = isinstance(fault, Newer)
            return GameOnFile(
                card.id, card.system, card.players, card.started_at,
                text("moment.newer" if newer else "moment.unreadable"), False, False, False, newer,
            )  # fmt: skip

    def _system(self, entry: Entry) -> str | None:
        card = self._index.cards.get(entry.game or "")
        return card.system if card else None

    def _in_words(self, entry: Entry, codec: Codec | None) -> Told:
        """An entry in words; what is undone is said within. codec: of its game, None while it is unknown."""
        plain = entry.plain_command()
        if entry.game is None:
            return _own_in_words(entry, plain)
        match plain["type"]:
            case "undo" | "redo" as kind:
                return self._moved_in_words(kind, entry, codec)
            case "import" if not plain["entries"]:
                return Told("new-secret", {"game": entry.game or ""})
            case "resume" | "import" as kind:
                return Told(kind, {"system": codec.game.system if codec else "?", "game": entry.game or ""})
            case kind:
                return codec.told(entry) if codec else Told(str(kind), {})

    def _moved_in_words(self, kind: str, entry: Entry, codec: Codec | None) -> Told:
        """An undo or a redo in words; of several steps the one is told at which the game then goes on."""
        numbers = [each["entry"] for each in entry.plain_events()]
        step = self._journal.entry(numbers[-1]) if numbers else None
        words = codec.told(step) if codec and step else Told("step", {})
        if len(numbers) > 1:
            return Told(f"{kind}-several", {"count": len(numbers), "step": words.said()})
        return Told(kind, {"step": words.said()})


def _standing(card: Card, steps: Steps) -> GameOnFile:
    moment = msgspec.structs.replace(steps.codec.game.moment(steps.state), system=card.system)
    return GameOnFile(card.id, card.system, card.players, card.started_at, moment, steps.over, False)


def _own_in_words(entry: Entry, plain: Mapping[str, Any]) -> Told:
    """An entry of the box's own affairs in words. plain: its command."""
    match plain["type"]:
        case "pair-tag" | "forget-tag" as kind:
            return Told(kind, {name: plain[name] for name in ("tag", "number") if name in plain})
        case "acknowledge":
            seen = next(each for each in events_of(entry) if isinstance(each, Acknowledged))
            return Told("acknowledge", {"what": wrong(seen), "lost": lost(seen)})
        case "tick":
            kind = "tick" if plain["done"] else "untick"
            return Told(kind if plain["step"] else f"{kind}-all", {"system": plain["system"]})
        case kind:
            return Told(str(kind), {"system": plain["system"]} if "system" in plain else {})
