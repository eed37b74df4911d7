"""A game's report, built from its entries alone, so that every game played here has one.

Building takes a while and runs on the thread that asks, one report at a time; the last few are kept.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from companion.games import Player
from companion.games.report import Report
from companion.games.seating import Seating
from companion.language.text import Text
from companion.storage.storage import StorageFailed
from companion.table.codec import FAULTS
from companion.table.history import History, HistoryReader, seating_at, throttled, yield_cpu
from companion.table.steps import Unreadable

CACHE_SIZE = 4
"""Reports kept, the most recently used."""
MIN_AGE = 2.0
"""Seconds for which the report of a running game is reused."""


class GameReport(msgspec.Struct, frozen=True):
    """The report of an ended or running game."""

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    """UTC."""
    last: int
    """Number of the last entry it covers."""
    moment: Text
    """Where the game stands."""
    ended: bool
    play_time: int
    """Seconds played until the end, pauses left out."""
    report: Report | None
    """None for a game without reports."""
    seatings: Sequence[Seating] = ()
    """Who played, from which entry on."""

    def players_at(self, n: int) -> tuple[Player, ...]:
        """Return the players to name at entry `n`: by their names then, unless colours have changed since."""
        then = seating_at(self.seatings, n).players
        same = {each.colour for each in then} <= {each.colour for each in self.players}
        return (*self.players, *then) if same else self.players


class ReportCache:
    """Builds reports and keeps the last few. Safe to use from any thread.

    history: a game's entries; its errors reach the caller.
    monotonic: seconds.
    """

    def __init__(
        self,
        history: Callable[[str], History],
        yield_cpu: Callable[[], None] = yield_cpu,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._history = history
        self._yield_cpu = yield_cpu
        self._monotonic = monotonic
        self._build_lock = threading.Lock()
        self._cache: OrderedDict[str, tuple[GameReport, float]] = OrderedDict()
        self._cache_lock = threading.Lock()

    def get(
        self, game: str, *, fresh: bool = True, over: bool = False, timeout: float = 0.0
    ) -> GameReport | None:
        """Return a game's report; None while another is being built for longer than `timeout` seconds.

        fresh: as of now, or up to `MIN_AGE` old for a running game; otherwise any kept report will do.
        over: the game has ended, so a report from before its end will not do.

        Raises `Refused` for an unknown or unreadable game, and `StorageFailed`.
        """
        known = None if fresh else self._cached(game, None)
        if known is not None:
            return known
        history = self._history(game)
        known = self._cached(game, history.info.last, over)
        if known is not None:
            return known
        if not self._build_lock.acquire(timeout=timeout):
            return None
        try:
            report = self._cached(game, history.info.last, over) or build_report(history, self._yield_cpu)
        except Unreadable as fault:
            raise fault.refused(history.info.system) from fault
        finally:
            self._build_lock.release()
        self._store(report)
        return report

    def _cached(self, game: str, last: int | None, over: bool = False) -> GameReport | None:
        with self._cache_lock:
            if game not in self._cache:
                return None
            known, made = self._cache[game]
            young = not (known.ended or over) and self._monotonic() - made < MIN_AGE
            if last not in {None, known.last} and not young:
                return None
            self._cache.move_to_end(game)
            return known

    def _store(self, report: GameReport) -> None:
        with self._cache_lock:
            self._cache[report.id] = (report, self._monotonic())
            self._cache.move_to_end(report.id)
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)


def build_report(history: History, yield_cpu: Callable[[], None] = lambda: None) -> GameReport:
    """Build the report of a game. Raises `Unreadable`, and what reading the entries raises."""
    game, info = history.codec.game, history.info
    reader = HistoryReader(msgspec.structs.replace(history, entries=throttled(history.entries, yield_cpu)))
    try:
        report = game.report(reader) if game.report else None
        for _ in reader:  # what the report has not taken
            pass
        if reader.view is None:
            raise Unreadable(info.id)
        moment, seated, over = reader.view.moment, reader.view.players, reader.view.over
    except StorageFailed:
        raise
    except FAULTS as fault:
        raise Unreadable(info.id) from fault
    return GameReport(
        info.id, info.system, seated, info.started_at, info.last,
        msgspec.structs.replace(moment, system=info.system), over,
        int(reader.play_time.total_seconds()), report, history.seatings,
    )  # fmt: skip
