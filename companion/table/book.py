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
from companion.table.archive import Card, Past
from companion.table.gently import give_way
from companion.table.giving import EndedGame, ended_game
from companion.table.person import person

AT_ONCE = 2_000
"""Entries that are read for one look into the book, rounded up to a game: some evenings."""
FEWEST = 2
"""With fewer ended games of a kind nothing is a record."""


class Seat(msgspec.Struct, frozen=True):
    """Somebody in an ended game. name: as typed. points: None where the game has none. won: None where nobody
    has won it yet, or nobody knows.
    """

    colour: str
    name: str
    points: int | None = None
    won: bool | None = None


class Booked(msgspec.Struct, frozen=True):
    """What the book keeps of an ended game. at: when it was begun, UTC. spent: pauses left out."""

    id: str
    system: str
    at: datetime
    spent: timedelta
    seats: tuple[Seat, ...]
    feats: tuple[Feat, ...] = ()


class Person(msgspec.Struct, frozen=True):
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
    seats: tuple[Seat, ...]
    feat: Feat | None = None


class Kind(msgspec.Struct, frozen=True):
    """The games of one system. spent: together. people: who played most first."""

    system: str
    played: int
    spent: timedelta
    people: tuple[Person, ...]
    records: tuple[Record, ...]


class BookSoFar(msgspec.Struct, frozen=True):
    """The book as far as it has been read. people: over all kinds of games, with no best one among them.
    unread: how many games are still to be read. unreadable: how many nobody can read.
    """

    people: tuple[Person, ...]
    kinds: tuple[Kind, ...]
    unread: int
    unreadable: int


class Book:
    """Reads the games and keeps what it needs of them: for each on the box one `Booked`, and no more.

    Any thread may ask.
    cards: the games that there are, the newest first. past: a game's entries. give_way: lets others go first.
    """

    def __init__(
        self,
        cards: Callable[[], Collection[Card]],
        past: Callable[[str], Past],
        give_way: Callable[[], None] = give_way,
    ) -> None:
        self._cards = cards
        self._past = past
        self._give_way = give_way
        self._one_reads = threading.Lock()
        self._kept: dict[str, tuple[int, Booked | None]] = {}
        self._unreadable: frozenset[str] = frozenset()

    def look(self, most: int = AT_ONCE) -> BookSoFar:
        """The book, after reading on by about `most` entries, unless somebody else reads now."""
        cards = self._cards()
        if self._one_reads.acquire(blocking=False):
            try:
                self._read_on(cards, most)
            finally:
                self._one_reads.release()
        return self.told(cards)

    def told(self, cards: Collection[Card] | None = None) -> BookSoFar:
        """The book as far as it has been read; nothing is read for it."""
        cards = self._cards() if cards is None else cards
        known = {each.id: self._kept.get(each.id) for each in cards}
        played = [found[1] for found in known.values() if found is not None and found[1] is not None]
        unread = sum((known[each.id] or (0, None))[0] != each.last for each in cards)
        systems = dict.fromkeys(each.system for each in played)
        kinds = [_kind(system, [each for each in played if each.system == system]) for system in systems]
        unreadable = len(self._unreadable & set(known))
        everybody = [msgspec.structs.replace(each, best=None, game="") for each in _people(played)]
        kinds.sort(key=lambda each: -each.played)
        return BookSoFar(tuple(everybody), tuple(kinds), unread, unreadable)

    def _read_on(self, cards: Iterable[Card], most: int) -> None:
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

    def _read(self, card: Card, entries: Iterator[int]) -> Booked:
        """What is kept of a game. entries: counts those that are read. Raises what `ended_game` raises."""
        past = self._past(card.id)
        counted = (each for each, _ in zip(past.entries, entries, strict=False))
        found = ended_game(msgspec.structs.replace(past, entries=counted), self._give_way)
        return Booked(
            found.id, found.system, found.started_at, found.spent, tuple(_seats(found)), found.feats
        )


def _seats(found: EndedGame) -> Iterator[Seat]:
    places = {each.colour: each for each in found.result.places}
    decided = any(each.won for each in places.values())
    for colour, name in found.names.items():
        place = places.get(colour)
        yield Seat(colour, name, place.points if place else None, place.won if place and decided else None)


def _people(played: Iterable[Booked]) -> tuple[Person, ...]:
    """Everybody with a name, who played most first. played: the newest first. Two seats of one person in a
    game are one game.
    """
    theirs: dict[str, list[tuple[Booked, list[Seat]]]] = {}
    for each in played:
        seats: dict[str, list[Seat]] = {}
        for seat in each.seats:
            if who := person(seat.name):
                seats.setdefault(who, []).append(seat)
        for who, his in seats.items():
            theirs.setdefault(who, []).append((each, his))
    found = [_person(games) for games in theirs.values()]
    return tuple(sorted(found, key=lambda each: (-each.played, -each.last.timestamp(), each.name.casefold())))


def _person(games: list[tuple[Booked, list[Seat]]]) -> Person:
    decided = [seats for _, seats in games if any(seat.won is not None for seat in seats)]
    points = [(seat.points, each.id) for each, seats in games for seat in seats if seat.points is not None]
    best, game = max(points, key=lambda one: one[0], default=(None, ""))
    newest = games[0]
    return Person(
        " ".join(newest[1][0].name.split()),
        len(games),
        len(decided),
        sum(any(seat.won for seat in seats) for seats in decided),
        best,
        game,
        max(each.at for each, _ in games),
    )


def _kind(system: str, played: list[Booked]) -> Kind:
    """played: its games, the newest first."""
    spent = sum((each.spent for each in played), timedelta())
    records = tuple(_records(played)) if len(played) >= FEWEST else ()
    return Kind(system, len(played), spent, _people(played), records)


def _records(played: list[Booked]) -> Iterator[Record]:
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
    feats: dict[str, tuple[Feat, Booked]] = {}
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
