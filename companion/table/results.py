"""The results of an ended game: players, places, and points turn by turn."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec.structs import replace

from companion.games import GameView, Refused
from companion.games.recolouring import changed_colours, recolour
from companion.games.results import Feat, PlayerResult, Result
from companion.storage.storage import StorageFailed
from companion.table.codec import FAULTS
from companion.table.history import History, HistoryReader, throttled, yield_cpu
from companion.table.index import GameInfo
from companion.table.steps import Unreadable

CACHE_SIZE = 4
"""Games for which results or a refusal are kept."""


class Turn(msgspec.Struct, frozen=True):
    """One turn of an ended game."""

    number: int
    """From 1."""
    began_at: datetime
    """UTC."""
    play_time: timedelta
    """Pauses left out."""
    places: tuple[PlayerResult, ...]
    """At its end."""


class GameResults(msgspec.Struct, frozen=True):
    """The results of an ended game."""

    id: str
    system: str
    names: dict[str, str]
    """As typed last, by colour; empty where none was typed."""
    started_at: datetime
    """UTC."""
    ended_at: datetime
    """UTC."""
    changed_at: datetime
    """When the last entry was made, UTC."""
    play_time: timedelta
    """From start to end, pauses and later corrections left out."""
    result: Result
    turns: tuple[Turn, ...]
    """Empty in a game without points."""
    feats: tuple[Feat, ...] = ()
    """Candidates for records."""


class ResultTexts(msgspec.Struct, frozen=True):
    """Words of the results in the reader's language."""

    title: str
    """The game's."""
    names: dict[str, str]
    """By colour; the colour's word where there is no name."""
    colours: dict[str, str]
    """The words for the colours."""


def whole_minutes(duration: timedelta) -> int:
    """Return the whole minutes that have passed."""
    return duration // timedelta(minutes=1)


def utc_text(at: datetime) -> str:
    """Format a time for other programs: UTC, without a zone."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def build_results(history: History, yield_cpu: Callable[[], None] = yield_cpu) -> GameResults:
    """Build the results of an ended game. Raises `Refused` (`game-not-ended`, or unreadable) and
    `StorageFailed`.
    """
    course = HistoryReader(replace(history, entries=throttled(history.entries, yield_cpu)))
    try:
        found = _ResultsBuilder(history, course).game()
    except StorageFailed:
        raise
    except Unreadable as fault:
        raise fault.refused(history.card.system) from fault
    except FAULTS as fault:
        raise Unreadable().refused(history.card.system) from fault
    if found is None:
        raise Refused("game-not-ended")
    return found


class ResultsCache:
    """Keeps the last results, or the refusals. Safe to use from any thread; a game is read once until it
    changes.
    """

    def __init__(self) -> None:
        self._one_reads = threading.Lock()
        self._known: dict[str, tuple[int, GameResults | Refused]] = {}

    def get(self, game: GameInfo, history: Callable[[], History]) -> GameResults:
        """Return a game's results. history: reads its entries. Raises as `build_results`."""
        found = self._remembered(game)
        if found is None:
            with self._one_reads:
                found = self._remembered(game) or self._read(game, history)
        if isinstance(found, Refused):
            raise found.with_traceback(None)
        return found

    def _remembered(self, card: GameInfo) -> GameResults | Refused | None:
        last, found = self._known.get(card.id, (0, None))
        return found if last == card.last else None

    def _read(self, card: GameInfo, past: Callable[[], History]) -> GameResults | Refused:
        found: GameResults | Refused
        try:
            found = build_results(past())
        except StorageFailed:
            raise
        except Refused as refused:
            found = refused
        self._known.pop(card.id, None)
        self._known[card.id] = card.last, found
        while len(self._known) > CACHE_SIZE:
            del self._known[next(iter(self._known))]
        return found


class _ResultsBuilder:
    """What a course came to, at its end and at the end of each turn."""

    def __init__(self, past: History, course: HistoryReader) -> None:
        self._card, self._game, self._course = past.card, past.codec.game, course
        self._turns: list[Turn] = []
        self._number = 0
        self._began_at = past.card.started_at
        self._began = timedelta()
        self._first: str | None = None
        """Who began, by the colour that he has now."""

    def game(self) -> GameResults | None:
        """All of it, None where it has not ended. What was taken back took time, too: it was played."""
        course = self._course
        ended: tuple[datetime, timedelta] | None = None
        for step in course:
            view, at = step.after, course.at or self._card.started_at
            if step.before is not None:
                self._recolour(step.before, view)
            if step.before is None or view.begins:
                self._first = view.first
            if not view.over:
                ended = None
            elif ended is None:
                ended = at, course.elapsed
            if view.turn is not None and view.turn != self._number:
                if step.before is not None:
                    self._turn(step.before, course.elapsed)
                self._number, self._began_at, self._began = view.turn, at, course.elapsed
        if ended is None or course.at is None or course.view is None:
            return None
        view = course.view
        self._turn(view, ended[1])
        return GameResults(
            self._card.id,
            self._game.system,
            {each.colour: each.name for each in view.players},
            self._card.started_at,
            ended[0],
            course.at,
            ended[1],
            Result(view.places, view.bgg, self._first) if view.places else Result(()),
            tuple(self._turns) if view.places else (),
            tuple(view.feats),
        )

    def _turn(self, view: GameView, spent: timedelta) -> None:
        took = max(timedelta(), spent - self._began)
        self._turns.append(Turn(self._number, self._began_at, took, view.places))

    def _recolour(self, before: GameView, after: GameView) -> None:
        """Give what was noted of one colour to another, which a correction has given to its player."""
        row, now = ([each.colour for each in view.players] for view in (before, after))
        if colours := changed_colours(row, now):
            self._first, self._turns = recolour((self._first, self._turns), colours)
