"""An ended game as it is given on: who played, how it came out, and how it went turn by turn."""

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
"""How many games are remembered as they are given on, or why they are not."""


class Turn(msgspec.Struct, frozen=True):
    """How a turn went. number: from 1. began_at: UTC. spent: pauses left out. places: at its end."""

    number: int
    began_at: datetime
    spent: timedelta
    places: tuple[PlayerResult, ...]


class GameResults(msgspec.Struct, frozen=True):
    """An ended game.

    names: as typed at last, by colour, empty where nobody typed one. started_at, ended_at: UTC; spent: from
    the one to the other, pauses left out; what was counted or set right later takes no time. changed_at: when
    something was entered last. turns: none of a game that has no points, whose `result` has no places.
    feats: what may be a record.
    """

    id: str
    system: str
    names: dict[str, str]
    started_at: datetime
    ended_at: datetime
    changed_at: datetime
    spent: timedelta
    result: Result
    turns: tuple[Turn, ...]
    feats: tuple[Feat, ...] = ()


class ResultTexts(msgspec.Struct, frozen=True):
    """What is said in a reader's language. title: the game's. names: what each player is called, the colour
    where he has no name, by colour. colours: the colours' own words.
    """

    title: str
    names: dict[str, str]
    colours: dict[str, str]


def whole_minutes(spent: timedelta) -> int:
    """In whole minutes that are over, as a clock shows them."""
    return spent // timedelta(minutes=1)


def utc_text(at: datetime) -> str:
    """A moment as other programs read it: UTC, without saying so."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def build_results(past: History, give_way: Callable[[], None] = yield_cpu) -> GameResults:
    """An ended game as it is given on. give_way: lets others go first.

    Raises `Refused`: `game-not-ended`, and where it cannot be read; and `StorageFailed`.
    """
    course = HistoryReader(replace(past, entries=throttled(past.entries, give_way)))
    try:
        found = _ResultsBuilder(past, course).game()
    except StorageFailed:
        raise
    except Unreadable as fault:
        raise fault.refused(past.card.system) from fault
    except FAULTS as fault:
        raise Unreadable().refused(past.card.system) from fault
    if found is None:
        raise Refused("game-not-ended")
    return found


class ResultsCache:
    """The games that were given on last, or why one was not. Safe to use from any thread; one is read at a
    time, and once only until something more has been entered in it.
    """

    def __init__(self) -> None:
        self._one_reads = threading.Lock()
        self._known: dict[str, tuple[int, GameResults | Refused]] = {}

    def of(self, card: GameInfo, past: Callable[[], History]) -> GameResults:
        """A game. past: its entries. Raises as `build_results`."""
        found = self._remembered(card)
        if found is None:
            with self._one_reads:
                found = self._remembered(card) or self._read(card, past)
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
                ended = at, course.spent
            if view.turn is not None and view.turn != self._number:
                if step.before is not None:
                    self._turn(step.before, course.spent)
                self._number, self._began_at, self._began = view.turn, at, course.spent
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
