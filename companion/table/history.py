"""A game's history: its entries in order, what undo took back, and who sat where."""

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
    """Return the numbers of the entries that were undone and not redone."""
    undone: set[int] = set()
    for entry in entries:
        if entry.kind in UNDO_OR_REDO:
            with suppress(Unreadable):  # the game is listed as unreadable
                numbers = {each.entry for each in moved_entries(entry)}
                undone = undone | numbers if entry.kind == "undo" else undone - numbers
    return undone


class History(msgspec.Struct, frozen=True):
    """A game's entries, to be iterated once."""

    info: GameInfo
    codec: Codec
    entries: Iterator[tuple[Entry, bool]]
    """Each step and whether it counts; undo and redo never do. Read in pieces, each may raise
    `StorageFailed`.
    """
    seatings: Sequence[Seating] = ()
    """Who played, from which entry on."""


def entries_until(entries: Sequence[Entry], last: int) -> Sequence[Entry]:
    """Return the entries up to number `last`."""
    return entries[: bisect_right(entries, last, key=lambda each: each.n)]


def find_inherited(entries: Iterable[Entry]) -> Inherited | None:
    """Return what was rolled with other secrets, None for a game of this box."""
    brought = [each for each in entries if each.kind == "import"]
    return msgspec.json.decode(brought[-1].command, type=Import).inherited if brought else None


class HistoryReader:
    """Replays a history once and yields its steps with their durations. For one thread.

    view: after the last step yielded.
    at: time of the last entry read, UTC.
    elapsed: time played until then, pauses left out, undone steps included.
    play_time: the same without what was corrected after the end.

    Raises `Unreadable`, and what reading the entries raises, from any step. It needs no secret and keeps one
    state at a time.
    """

    def __init__(self, history: History) -> None:
        self._codec = history.codec
        self._steps = self._read(history.entries)
        self.view: GameView | None = None
        self.at: datetime | None = None
        self.elapsed = self.play_time = timedelta()

    def __iter__(self) -> Iterator[ReportStep]:
        return self._steps

    def _read(self, entries: Iterable[tuple[Entry, bool]]) -> Iterator[ReportStep]:
        counted, over = timedelta(), False
        for entry, counts in entries:
            self.elapsed += play_time_between(self.at, entry.at) if self.at else timedelta()
            self.at = entry.at
            if counts:
                events, view = self._replay(entry)
                was_over, over = over, view.over
                duration = timedelta() if was_over and over else self.elapsed - counted
                counted = self.elapsed if not (was_over and over) else counted
                step = ReportStep(entry.n, events, self.view, view, int(duration.total_seconds()))
                self.view, self.play_time = view, self.play_time + duration
                yield step
        self.play_time += timedelta() if over else self.elapsed - counted

    def _replay(self, entry: Entry) -> tuple[tuple[Any, ...], GameView]:
        """Return an entry's events and the view after it."""
        codec = self._codec
        try:
            if self.view is not None:
                events, state = codec.events(entry.events), self.view.state
            else:
                (events, _), state = codec.start_events(entry.events), None
            return events, codec.game.view(codec.fold(state, events))
        except FAULTS as fault:
            raise Unreadable(f"entry {entry.n}") from fault


CHUNK_SIZE = 32
"""Entries read before others get the processor."""
_Item = TypeVar("_Item")


def yield_cpu() -> None:
    """Let other threads run: sleep for 1 ms."""
    time.sleep(0.001)


def throttled(entries: Iterable[_Item], yield_cpu: Callable[[], None] = yield_cpu) -> Iterator[_Item]:
    """Yield the items, calling `yield_cpu` after every `CHUNK_SIZE` of them."""
    for place, each in enumerate(entries, 1):
        if place % CHUNK_SIZE == 0:
            yield_cpu()
        yield each


def seatings(entries: Iterable[Entry]) -> list[Seating]:
    """Return who plays after each entry that changes it; undone entries do not count."""
    found: list[Seating] = []
    commands: dict[int, SeatCommand] = {}
    undone: set[int] = set()
    for entry in entries:
        kind = entry.kind
        with suppress(Unreadable, msgspec.MsgspecError):  # such a game is listed as unreadable
            if kind in UNDO_OR_REDO:
                numbers = {each.entry for each in moved_entries(entry)}
                undone = undone | numbers if kind == "undo" else undone - numbers
            elif kind in SEAT_COMMANDS:
                commands[entry.n] = seat_command(entry.command)
            else:
                continue
            now = Seating(entry.n)
            for n, each in commands.items():
                now = now if n in undone else each.after(now)
            found.append(now)
    return found


def seating_at(found: Sequence[Seating], n: int) -> Seating:
    """Return who played after entry `n`."""
    return next((each for each in reversed(found) if each.n <= n), Seating())
