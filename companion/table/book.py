"""Statistics of the games played on this box: who played what how often, and records.

Each ended game is read once, by the thread that asks, and only what the statistics need is kept. Names that
differ in case or spacing alone are one person; a colour without a name is left out.
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
"""Entries read for one `update`, rounded up to a whole game."""
MIN_GAMES = 2
"""Ended games of one system below which there are no records."""


class SeatResult(msgspec.Struct, frozen=True):
    """A player's result in an ended game."""

    colour: str
    name: str
    """As typed."""
    points: int | None = None
    """None in a game without points."""
    won: bool | None = None
    """None where no winner is known."""


class BookEntry(msgspec.Struct, frozen=True):
    """What is kept of an ended game."""

    id: str
    system: str
    started_at: datetime
    """UTC."""
    play_time: timedelta
    """Pauses left out."""
    seats: tuple[SeatResult, ...]
    feats: tuple[Feat, ...] = ()


class PersonSummary(msgspec.Struct, frozen=True):
    """One person's games, of one system or of all."""

    name: str
    """As typed last."""
    played: int
    decided: int
    """Games of theirs with a known winner."""
    won: int
    best: int | None
    """Most points, None where there are none."""
    game: str
    """ID of the game with the most points."""
    last: datetime
    """When the newest game was started, UTC."""


class Record(msgspec.Struct, frozen=True):
    """The best value reached on this box."""

    name: str
    """`points`, `longest` or the name of a `Feat`."""
    value: int
    """Points, seconds, or what the feat counts."""
    game: str
    at: datetime
    """When that game was started, UTC."""
    seats: tuple[SeatResult, ...]
    """Who holds it; all players of the game where it is not one player's."""
    feat: Feat | None = None


class SystemSummary(msgspec.Struct, frozen=True):
    """The games of one system."""

    system: str
    played: int
    play_time: timedelta
    people: tuple[PersonSummary, ...]
    """Most games first."""
    records: tuple[Record, ...]


class BookSummary(msgspec.Struct, frozen=True):
    """The statistics as far as the games have been read."""

    people: tuple[PersonSummary, ...]
    """Over all systems, without best points."""
    kinds: tuple[SystemSummary, ...]
    unread: int
    """Games still to be read."""
    unreadable: int
    """Games that cannot be read."""


class Book:
    """Reads ended games and keeps one `BookEntry` of each. Safe to use from any thread.

    games: all games, newest first.
    history: a game's entries.
    """

    def __init__(
        self,
        games: Callable[[], Collection[GameInfo]],
        history: Callable[[str], History],
        yield_cpu: Callable[[], None] = yield_cpu,
    ) -> None:
        self._games = games
        self._history = history
        self._yield_cpu = yield_cpu
        self._read_lock = threading.Lock()
        self._entries: dict[str, tuple[int, BookEntry | None]] = {}
        self._unreadable: frozenset[str] = frozenset()

    def update(self, most: int = MAX_ENTRIES) -> BookSummary:
        """Read about `most` more entries, unless another thread reads now, and return the summary."""
        games = self._games()
        if self._read_lock.acquire(blocking=False):
            try:
                self._read_on(games, most)
            finally:
                self._read_lock.release()
        return self.summary(games)

    def summary(self, games: Collection[GameInfo] | None = None) -> BookSummary:
        """Return the summary of what has been read; reads nothing."""
        games = self._games() if games is None else games
        known = {each.id: self._entries.get(each.id) for each in games}
        played = [found[1] for found in known.values() if found is not None and found[1] is not None]
        unread = sum((known[each.id] or (0, None))[0] != each.last for each in games)
        systems = dict.fromkeys(each.system for each in played)
        kinds = [
            _system_summary(system, [each for each in played if each.system == system]) for system in systems
        ]
        unreadable = len(self._unreadable & set(known))
        everybody = [msgspec.structs.replace(each, best=None, game="") for each in _person_summaries(played)]
        kinds.sort(key=lambda each: -each.played)
        return BookSummary(tuple(everybody), tuple(kinds), unread, unreadable)

    def _read_on(self, games: Iterable[GameInfo], most: int) -> None:
        here = {each.id for each in games}
        self._entries = {game: found for game, found in self._entries.items() if game in here}
        read = 0
        for info in games:
            known = self._entries.get(info.id)
            if known is not None and known[0] == info.last:
                continue
            if read >= most:
                return
            entries = itertools.count(1)
            booked = None
            try:
                booked = self._read(info, entries)
                self._unreadable -= {info.id}
            except Refused as refused:
                if refused.code != "game-not-ended":
                    self._unreadable |= {info.id}
            self._entries[info.id] = info.last, booked
            read += max(1, next(entries) - 1)

    def _read(self, info: GameInfo, entries: Iterator[int]) -> BookEntry:
        """Read one game. entries: counts the entries read. Raises as `build_results`."""
        history = self._history(info.id)
        counted = (each for each, _ in zip(history.entries, entries, strict=False))
        found = build_results(msgspec.structs.replace(history, entries=counted), self._yield_cpu)
        return BookEntry(
            found.id, found.system, found.started_at, found.play_time, tuple(_seats(found)), found.feats
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
    """Summarize everyone with a name, most games first. played: newest first.

    Two seats of one person in a game count as one game.
    """
    games_of: dict[str, list[tuple[BookEntry, list[SeatResult]]]] = {}
    for each in played:
        seats: dict[str, list[SeatResult]] = {}
        for seat in each.seats:
            if key := person_key(seat.name):
                seats.setdefault(key, []).append(seat)
        for key, their_seats in seats.items():
            games_of.setdefault(key, []).append((each, their_seats))
    found = [_person_summary(games) for games in games_of.values()]
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
        max(each.started_at for each, _ in games),
    )


def _system_summary(system: str, played: list[BookEntry]) -> SystemSummary:
    """played: its games, the newest first."""
    spent = sum((each.play_time for each in played), timedelta())
    records = tuple(_records(played)) if len(played) >= MIN_GAMES else ()
    return SystemSummary(system, len(played), spent, _person_summaries(played), records)


def _records(played: list[BookEntry]) -> Iterator[Record]:
    """The best of each kind; of equals the first one that there was."""
    oldest = played[::-1]
    scored = [(seat.points, each, seat) for each in oldest for seat in each.seats if seat.points is not None]
    points, each, _ = max(scored, key=lambda one: one[0], default=(0, played[0], played[0].seats[0]))
    if points > 0:
        equals = tuple(seat for seat in each.seats if seat.points == points)
        yield Record("points", points, each.id, each.started_at, equals)
    longest = max(oldest, key=lambda each: each.play_time)
    if longest.play_time >= timedelta(minutes=1):
        seconds = int(longest.play_time.total_seconds())
        yield Record("longest", seconds, longest.id, longest.started_at, longest.seats)
    feats: dict[str, tuple[Feat, BookEntry]] = {}
    for each in oldest:
        for feat in each.feats:
            known = feats.get(feat.name)
            if known is None or _better(feat, known[0]):
                feats[feat.name] = feat, each
    for feat, each in feats.values():
        seats = tuple(seat for seat in each.seats if feat.colour in (None, seat.colour))
        yield Record(feat.name, feat.value, each.id, each.started_at, seats, feat)


def _better(one: Feat, other: Feat) -> bool:
    if one.chance is not None and other.chance is not None:
        return one.chance < other.chance
    return one.value > other.value
