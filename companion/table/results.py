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
    reader = HistoryReader(replace(history, entries=throttled(history.entries, yield_cpu)))
    try:
        found = _ResultsBuilder(history, reader).game()
    except StorageFailed:
        raise
    except Unreadable as fault:
        raise fault.refused(history.info.system) from fault
    except FAULTS as fault:
        raise Unreadable().refused(history.info.system) from fault
    if found is None:
        raise Refused("game-not-ended")
    return found


class ResultsCache:
    """Keeps the last results, or the refusals. Safe to use from any thread; a game is read once until it
    changes.
    """

    def __init__(self) -> None:
        self._read_lock = threading.Lock()
        self._cache: dict[str, tuple[int, GameResults | Refused]] = {}

    def get(self, game: GameInfo, history: Callable[[], History]) -> GameResults:
        """Return a game's results. history: reads its entries. Raises as `build_results`."""
        found = self._cached(game)
        if found is None:
            with self._read_lock:
                found = self._cached(game) or self._read(game, history)
        if isinstance(found, Refused):
            raise found.with_traceback(None)
        return found

    def _cached(self, info: GameInfo) -> GameResults | Refused | None:
        last, found = self._cache.get(info.id, (0, None))
        return found if last == info.last else None

    def _read(self, info: GameInfo, history: Callable[[], History]) -> GameResults | Refused:
        found: GameResults | Refused
        try:
            found = build_results(history())
        except StorageFailed:
            raise
        except Refused as refused:
            found = refused
        self._cache.pop(info.id, None)
        self._cache[info.id] = info.last, found
        while len(self._cache) > CACHE_SIZE:
            del self._cache[next(iter(self._cache))]
        return found


class _ResultsBuilder:
    """Collects results at the end of each turn and of the game."""

    def __init__(self, history: History, reader: HistoryReader) -> None:
        self._info, self._game, self._reader = history.info, history.codec.game, reader
        self._turns: list[Turn] = []
        self._number = 0
        self._began_at = history.info.started_at
        self._began_after = timedelta()
        self._first: str | None = None
        """Who began, by the colour that he has now."""

    def game(self) -> GameResults | None:
        """All of it, None where it has not ended. What was taken back duration time, too: it was played."""
        reader = self._reader
        ended: tuple[datetime, timedelta] | None = None
        for step in reader:
            view, at = step.after, reader.at or self._info.started_at
            if step.before is not None:
                self._recolour(step.before, view)
            if step.before is None or view.begins:
                self._first = view.first
            if not view.over:
                ended = None
            elif ended is None:
                ended = at, reader.elapsed
            if view.turn is not None and view.turn != self._number:
                if step.before is not None:
                    self._add_turn(step.before, reader.elapsed)
                self._number, self._began_at, self._began_after = view.turn, at, reader.elapsed
        if ended is None or reader.at is None or reader.view is None:
            return None
        view = reader.view
        self._add_turn(view, ended[1])
        return GameResults(
            self._info.id,
            self._game.system,
            {each.colour: each.name for each in view.players},
            self._info.started_at,
            ended[0],
            reader.at,
            ended[1],
            Result(view.places, view.bgg, self._first) if view.places else Result(()),
            tuple(self._turns) if view.places else (),
            tuple(view.feats),
        )

    def _add_turn(self, view: GameView, spent: timedelta) -> None:
        duration = max(timedelta(), spent - self._began_after)
        self._turns.append(Turn(self._number, self._began_at, duration, view.places))

    def _recolour(self, before: GameView, after: GameView) -> None:
        """Give what was noted of one colour to another, which a correction has given to its player."""
        row, now = ([each.colour for each in view.players] for view in (before, after))
        if colours := changed_colours(row, now):
            self._first, self._turns = recolour((self._first, self._turns), colours)
