"""The book of evenings: who played what and how often on this box, and its records.

All of it comes of the journal: each ended game is read once, piece by piece, by who looks into the book, and
what the book needs of it is kept. Names are as they were typed: letters large or small and blanks make no
other person of one, and a colour without a name is nobody.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from companion.games import Refused
from companion.games.results import Feat
from companion.table.history import History, yield_cpu
from companion.table.index import GameInfo
from companion.table.names import person_key
from companion.table.results import GameResults, build_results

MAX_ENTRIES = 2_000
"""Entries that are read for one look into the book, rounded up to a game: some evenings."""
MIN_GAMES = 2
"""With fewer ended games of a kind nothing is a record."""


class SeatResult(msgspec.Struct, frozen=True):
    """Somebody in an ended game. name: as typed. points: None where the game has none. won: None where nobody
    has won it yet, or nobody knows.
    """

    colour: str
    name: str
    points: int | None = None
    won: bool | None = None


class BookEntry(msgspec.Struct, frozen=True):
    """What the book keeps of an ended game. at: when it was begun, UTC. spent: pauses left out."""

    id: str
    system: str
    at: datetime
    spent: timedelta
    seats: tuple[SeatResult, ...]
    feats: tuple[Feat, ...] = ()


class PersonSummary(msgspec.Struct, frozen=True):
    """A person's games of one kind. name: as typed last. decided: how many of them somebody is known to have
    won. best: his most points, None where there are none. game: the one with these. last: when the newest was
    begun, UTC.
    """

    name: str
    played: int
    decided: int
    won: int
    best: int | None
    game: str
    last: datetime


class Record(msgspec.Struct, frozen=True):
    """The best of the box in something. name: `points`, `longest` or that of a `Feat`. value: points, seconds
    or what the feat counts. game, at: in which it was, and when that was begun. seats: whose it is, all of
    them where nobody has it alone.
    """

    name: str
    value: int
    game: str
    at: datetime
    seats: tuple[SeatResult, ...]
    feat: Feat | None = None


class SystemSummary(msgspec.Struct, frozen=True):
    """The games of one system. spent: together. people: who played most first."""

    system: str
    played: int
    spent: timedelta
    people: tuple[PersonSummary, ...]
    records: tuple[Record, ...]


class BookSummary(msgspec.Struct, frozen=True):
    """The book as far as it has been read. people: over all kinds of games, with no best one among them.
    unread: how many games are still to be read. unreadable: how many nobody can read.
    """

    people: tuple[PersonSummary, ...]
    kinds: tuple[SystemSummary, ...]
    unread: int
    unreadable: int


class Book:
    """Reads the games and keeps what it needs of them: for each on the box one `BookEntry`, and no more.

    Any thread may ask.
    cards: the games that there are, the newest first. past: a game's entries. give_way: lets others go first.
    """

    def __init__(
        self,
        cards: Callable[[], Collection[GameInfo]],
        past: Callable[[str], History],
        give_way: Callable[[], None] = yield_cpu,
    ) -> None:
        self._cards = cards
        self._past = past
        self._give_way = give_way
        self._one_reads = threading.Lock()
        self._kept: dict[str, tuple[int, BookEntry | None]] = {}
        self._unreadable: frozenset[str] = frozenset()

    def look(self, most: int = MAX_ENTRIES) -> BookSummary:
        """The book, after reading on by about `most` entries, unless somebody else reads now."""
        cards = self._cards()
        if self._one_reads.acquire(blocking=False):
            try:
                self._read_on(cards, most)
            finally:
                self._one_reads.release()
        return self.told(cards)

    def told(self, cards: Collection[GameInfo] | None = None) -> BookSummary:
        """The book as far as it has been read; nothing is read for it."""
        cards = self._cards() if cards is None else cards
        known = {each.id: self._kept.get(each.id) for each in cards}
        played = [found[1] for found in known.values() if found is not None and found[1] is not None]
        unread = sum((known[each.id] or (0, None))[0] != each.last for each in cards)
        systems = dict.fromkeys(each.system for each in played)
        kinds = [
            _system_summary(system, [each for each in played if each.system == system]) for system in systems
        ]
        unreadable = len(self._unreadable & set(known))
        everybody = [msgspec.structs.replace(each, best=None, game="") for each in _person_summaries(played)]
        kinds.sort(key=lambda each: -each.played)
        return BookSummary(tuple(everybody), tuple(kinds), unread, unreadable)

    def _read_on(self, cards: Iterable[GameInfo], most: int) -> None:
        here = {each.id for each in cards}
        self._kept = {game: found for game, found in self._kept.items() if game in here}
        read = 0
        for card in cards:
            known = self._kept.get(card.id)
            if known is not None and known[0] == card.last:
                continue
            if read >= most:
                return
            entries = itertools.count(1)
            booked = None
            try:
                booked = self._read(card, entries)
                self._unreadable -= {card.id}
            except Refused as refused:
                if refused.code != "game-not-ended":
                    self._unreadable |= {card.id}
            self._kept[card.id] = card.last, booked
            read += max(1, next(entries) - 1)

    def _read(self, card: GameInfo, entries: Iterator[int]) -> BookEntry:
        """What is kept of a game. entries: counts those that are read. Raises what `build_results` raises."""
        past = self._past(card.id)
        counted = (each for each, _ in zip(past.entries, entries, strict=False))
        found = build_results(msgspec.structs.replace(past, entries=counted), self._give_way)
        return BookEntry(
            found.id, found.system, found.started_at, found.spent, tuple(_seats(found)), found.feats
        )


def _seats(found: GameResults) -> Iterator[SeatResult]:
    places = {each.colour: each for each in found.result.places}
    decided = any(each.won for each in places.values())
    for colour, name in found.names.items():
        place = places.get(colour)
        yield SeatResult(
            colour, name, place.points if place else None, place.won if place and decided else None
        )


def _person_summaries(played: Iterable[BookEntry]) -> tuple[PersonSummary, ...]:
    """Everybody with a name, who played most first. played: the newest first. Two seats of one person in a
    game are one game.
    """
    theirs: dict[str, list[tuple[BookEntry, list[SeatResult]]]] = {}
    for each in played:
        seats: dict[str, list[SeatResult]] = {}
        for seat in each.seats:
            if who := person_key(seat.name):
                seats.setdefault(who, []).append(seat)
        for who, his in seats.items():
            theirs.setdefault(who, []).append((each, his))
    found = [_person_summary(games) for games in theirs.values()]
    return tuple(sorted(found, key=lambda each: (-each.played, -each.last.timestamp(), each.name.casefold())))


def _person_summary(games: list[tuple[BookEntry, list[SeatResult]]]) -> PersonSummary:
    decided = [seats for _, seats in games if any(seat.won is not None for seat in seats)]
    points = [(seat.points, each.id) for each, seats in games for seat in seats if seat.points is not None]
    best, game = max(points, key=lambda one: one[0], default=(None, ""))
    newest = games[0]
    return PersonSummary(
        " ".join(newest[1][0].name.split()),
        len(games),
        len(decided),
        sum(any(seat.won for seat in seats) for seats in decided),
        best,
        game,
        max(each.at for each, _ in games),
    )


def _system_summary(system: str, played: list[BookEntry]) -> SystemSummary:
    """played: its games, the newest first."""
    spent = sum((each.spent for each in played), timedelta())
    records = tuple(_records(played)) if len(played) >= MIN_GAMES else ()
    return SystemSummary(system, len(played), spent, _person_summaries(played), records)


def _records(played: list[BookEntry]) -> Iterator[Record]:
    """The best of each kind; of equals the first one that there was."""
    oldest = played[::-1]
    scored = [(seat.points, each, seat) for each in oldest for seat in each.seats if seat.points is not None]
    points, each, _ = max(scored, key=lambda one: one[0], default=(0, played[0], played[0].seats[0]))
    if points > 0:
        equals = tuple(seat for seat in each.seats if seat.points == points)
        yield Record("points", points, each.id, each.at, equals)
    longest = max(oldest, key=lambda each: each.spent)
    if longest.spent >= timedelta(minutes=1):
        seconds = int(longest.spent.total_seconds())
        yield Record("longest", seconds, longest.id, longest.at, longest.seats)
    feats: dict[str, tuple[Feat, BookEntry]] = {}
    for each in oldest:
        for feat in each.feats:
            known = feats.get(feat.name)
            if known is None or _better(feat, known[0]):
                feats[feat.name] = feat, each
    for feat, each in feats.values():
        seats = tuple(seat for seat in each.seats if feat.colour in (None, seat.colour))
        yield Record(feat.name, feat.value, each.id, each.at, seats, feat)


def _better(one: Feat, other: Feat) -> bool:
    if one.chance is not None and other.chance is not None:
        return one.chance < other.chance
    return one.value > other.value
