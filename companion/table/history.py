"""A game's history: its entries in order, who sat where, and how to read them without slowing play."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec

from companion.games import GameView
from companion.games.report import ReportStep
from companion.games.seating import SEAT_COMMANDS, SeatCommand, Seating, seat_command
from companion.storage.entry import Entry
from companion.table.codec import FAULTS, Codec
from companion.table.commands import UNDO_OR_REDO, Import, Inherited
from companion.table.index import GameInfo
from companion.table.steps import Unreadable, moved_entries, play_time_between


def undone_numbers(entries: Iterable[Entry]) -> set[int]:
    """The numbers of the entries that were taken back and have not been done again."""
    gone: set[int] = set()
    for entry in entries:
        if entry.kind in UNDO_OR_REDO:
            with suppress(Unreadable):  # such a game is told as unreadable, with all that it has
                numbers = {each.entry for each in moved_entries(entry)}
                gone = gone | numbers if entry.kind == "undo" else gone - numbers
    return gone


class History(msgspec.Struct, frozen=True):
    """A game's entries, to be read once. entries: each step of it in its order, and whether it counts; what
    only takes steps back or does them again among them, which never does. A few are read at a time, as they
    are taken; `StorageFailed` may come of any. seatings: who played from which entry on.
    """

    card: GameInfo
    codec: Codec
    entries: Iterator[tuple[Entry, bool]]
    seatings: Sequence[Seating] = ()


def entries_until(entries: Sequence[Entry], last: int) -> Sequence[Entry]:
    """Entries up to this number."""
    return entries[: bisect_right(entries, last, key=lambda each: each.n)]


def find_inherited(entries: Iterable[Entry]) -> Inherited | None:
    """What of a game was rolled with other secrets, as its entries have it."""
    brought = [each for each in entries if each.kind == "import"]
    return msgspec.json.decode(brought[-1].command, type=Import).inherited if brought else None


class HistoryReader:
    """Reads a game once; for one thread.

    view: after the last step that was taken. at: when the last entry was made that was read, UTC. spent: how
    long was played until then, pauses left out; also for what was taken back. lasted: the same, but for what
    was counted or set right after the end. Raises `Unreadable`, and
    what reading the entries raises, from any step.
    """

    def __init__(self, past: History) -> None:
        self._codec = past.codec
        self._steps = self._each(past.entries)
        self.view: GameView | None = None
        self.at: datetime | None = None
        self.spent = self.lasted = timedelta()

    def __iter__(self) -> Iterator[ReportStep]:
        return self._steps

    def _each(self, entries: Iterable[tuple[Entry, bool]]) -> Iterator[ReportStep]:
        told, over = timedelta(), False
        for entry, counts in entries:
            self.spent += play_time_between(self.at, entry.at) if self.at else timedelta()
            self.at = entry.at
            if counts:
                events, view = self._happened(entry)
                was_over, over = over, view.over
                took = timedelta() if was_over and over else self.spent - told
                told = self.spent if not (was_over and over) else told
                step = ReportStep(entry.n, events, self.view, view, int(took.total_seconds()))
                self.view, self.lasted = view, self.lasted + took
                yield step
        self.lasted += timedelta() if over else self.spent - told

    def _happened(self, entry: Entry) -> tuple[tuple[Any, ...], GameView]:
        """What an entry came to, and what is shown after it."""
        codec = self._codec
        try:
            if self.view is not None:
                events, state = codec.events(entry.events), self.view.state
            else:
                (events, _), state = codec.opening(entry.events), None
            return events, codec.game.view(codec.folded(state, events))
        except FAULTS as fault:
            raise Unreadable(f"entry {entry.n}") from fault


CHUNK_SIZE = 32
"""After so many entries whoever plays goes first."""
_Item = TypeVar("_Item")


def yield_cpu() -> None:
    """Let others go first."""
    time.sleep(0.001)


def throttled(entries: Iterable[_Item], give_way: Callable[[], None] = yield_cpu) -> Iterator[_Item]:
    """The same entries, with `yield_cpu` after every piece of them."""
    for place, each in enumerate(entries, 1):
        if place % CHUNK_SIZE == 0:
            give_way()
        yield each


def seatings(entries: Iterable[Entry]) -> list[Seating]:
    """Who plays after each of a game's entries that changes it; of what was taken back, who played before."""
    found: list[Seating] = []
    said: dict[int, SeatCommand] = {}
    gone: set[int] = set()
    for entry in entries:
        kind = entry.kind
        with suppress(Unreadable, msgspec.MsgspecError):  # such a game is listed as unreadable
            if kind in UNDO_OR_REDO:
                numbers = {each.entry for each in moved_entries(entry)}
                gone = gone | numbers if kind == "undo" else gone - numbers
            elif kind in SEAT_COMMANDS:
                said[entry.n] = seat_command(entry.command)
            else:
                continue
            now = Seating(entry.n)
            for n, each in said.items():
                now = now if n in gone else each.after(now)
            found.append(now)
    return found


def seating_at(found: Sequence[Seating], n: int) -> Seating:
    """Who played after the entry `n`."""
    return next((each for each in reversed(found) if each.n <= n), Seating())
