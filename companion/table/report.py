"""The evening of a game: its report, worked out from its entries alone.

So there is one for every game that was ever played here. It takes a while: nobody who plays waits for it. It
is made by who asks, one at a time, piece by piece, and the last few are kept.
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
"""How many evenings are kept: those that were asked for last."""
MIN_AGE = 2.0
"""Seconds for which the evening of a game that goes on is not told anew, however often somebody asks."""


class GameReport(msgspec.Struct, frozen=True):
    """A game as it is told afterwards, or so far.

    started_at: UTC. last: the number of its last entry, so that it is told anew once there is a later one.
    moment: where it stands. spent: how many seconds were played, pauses left out, until it ended. report:
    None for a game that tells nothing. seatings: who played from which entry on.
    """

    id: str
    system: str
    players: tuple[Player, ...]
    started_at: datetime
    last: int
    moment: Text
    ended: bool
    spent: int
    report: Report | None
    seatings: Sequence[Seating] = ()

    def players_at(self, n: int) -> tuple[Player, ...]:
        """Those by whom a moment of the report is told: as they were called after the entry `n`, unless
        colours have become others since, by which the whole report is told.
        """
        then = seating_at(self.seatings, n).players
        same = {each.colour for each in then} <= {each.colour for each in self.players}
        return (*self.players, *then) if same else self.players


class ReportCache:
    """Makes evenings and keeps the last few. Any thread may ask.

    past: a game's entries; what it raises goes to who asks. give_way: lets others go first. monotonic: in
    seconds.
    """

    def __init__(
        self,
        past: Callable[[str], History],
        give_way: Callable[[], None] = yield_cpu,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._past = past
        self._give_way = give_way
        self._monotonic = monotonic
        self._one_tells = threading.Lock()
        self._kept: OrderedDict[str, tuple[GameReport, float]] = OrderedDict()
        self._keeping = threading.Lock()

    def of(
        self, game: str, *, fresh: bool = True, over: bool = False, patience: float = 0.0
    ) -> GameReport | None:
        """A game's evening; None while another one is being made, for longer than `patience`, in seconds: ask
        again.

        fresh: as it is now, or was `MIN_AGE` before while the game goes on; else one that is kept will do,
        whatever has been done since. over: the game has ended, and one from before its end will not do.
        Raises `Refused` for a game that is not here or cannot be read, and `StorageFailed`.
        """
        known = None if fresh else self._known(game, None)
        if known is not None:
            return known
        past = self._past(game)
        known = self._known(game, past.card.last, over)
        if known is not None:
            return known
        if not self._one_tells.acquire(timeout=patience):
            return None
        try:
            evening = self._known(game, past.card.last, over) or build_report(past, self._give_way)
        except Unreadable as fault:
            raise fault.refused(past.card.system) from fault
        finally:
            self._one_tells.release()
        self._keep(evening)
        return evening

    def _known(self, game: str, last: int | None, over: bool = False) -> GameReport | None:
        with self._keeping:
            if game not in self._kept:
                return None
            known, made = self._kept[game]
            young = not (known.ended or over) and self._monotonic() - made < MIN_AGE
            if last not in {None, known.last} and not young:
                return None
            self._kept.move_to_end(game)
            return known

    def _keep(self, evening: GameReport) -> None:
        with self._keeping:
            self._kept[evening.id] = (evening, self._monotonic())
            self._kept.move_to_end(evening.id)
            while len(self._kept) > CACHE_SIZE:
                self._kept.popitem(last=False)


def build_report(past: History, give_way: Callable[[], None] = lambda: None) -> GameReport:
    """The evening of a game. Raises `Unreadable`, and what reading the entries raises."""
    game, card = past.codec.game, past.card
    course = HistoryReader(msgspec.structs.replace(past, entries=throttled(past.entries, give_way)))
    try:
        report = game.report(course) if game.report else None
        for _ in course:  # what the report has not taken
            pass
        if course.view is None:
            raise Unreadable(card.id)
        moment, seated, over = course.view.moment, course.view.players, course.view.over
    except StorageFailed:
        raise
    except FAULTS as fault:
        raise Unreadable(card.id) from fault
    return GameReport(
        card.id, card.system, seated, card.started_at, card.last,
        msgspec.structs.replace(moment, system=card.system), over,
        int(course.lasted.total_seconds()), report, past.seatings,
    )  # fmt: skip
