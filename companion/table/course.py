"""The course of a game: its steps that count, one after another, with the time that the table took for each.

All that is told of a game afterwards is worked out of this: its report, what is given on of it and what the
book of evenings keeps. No secret and no dice are needed for it, and no state is kept but the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from companion.games import GameView
from companion.games.report import Played
from companion.storage.entry import Entry
from companion.table.archive import Past
from companion.table.codec import FAULTS
from companion.table.steps import Unreadable, gap


class Course:
    """Reads a game once; for one thread.

    view: after the last step that was taken. at: when the last entry was made that was read, UTC. spent: how
    long was played until then, pauses left out; also for what was taken back. lasted: the same, but for what
    was counted or set right after the end. Raises `Unreadable`, and
    what reading the entries raises, from any step.
    """

    def __init__(self, past: Past) -> None:
        self._codec = past.codec
        self._steps = self._each(past.entries)
        self.view: GameView | None = None
        self.at: datetime | None = None
        self.spent = self.lasted = timedelta()

    def __iter__(self) -> Iterator[Played]:
        return self._steps

    def _each(self, entries: Iterable[tuple[Entry, bool]]) -> Iterator[Played]:
        told, over = timedelta(), False
        for entry, counts in entries:
            self.spent += gap(self.at, entry.at) if self.at else timedelta()
            self.at = entry.at
            if counts:
                events, view = self._happened(entry)
                was_over, over = over, view.over
                took = timedelta() if was_over and over else self.spent - told
                told = self.spent if not (was_over and over) else told
                step = Played(entry.n, events, self.view, view, int(took.total_seconds()))
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
