"""Ages and the time played, by the box's clock: a phone's own clock is never asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from companion.language.messages import Language

Seconds = int
PAUSE = timedelta(minutes=30)
"""A gap between two entries counts as play up to here: a longer one was a meal, or a week."""


def seconds_since(at: str, now: datetime) -> Seconds:
    """The age of a stamp like `2026-11-21T18:03:11Z`; 0 when the clock has been put back since."""
    return max(0, int((now - datetime.fromisoformat(at)).total_seconds()))


def ago(language: Language, age: Seconds) -> str:
    """An age in words, in the largest unit that it fills."""
    if age < 60:
        return language.phrase("page.age-seconds", {"n": age})
    if age < 3600:
        return language.phrase("page.age-minutes", {"n": age // 60})
    return language.phrase("page.age-hours", {"n": age // 3600})


def lasted(language: Language, time: Seconds) -> str:
    """A time in hours and minutes."""
    return language.phrase("page.played", {"hours": time // 3600, "minutes": f"{time // 60 % 60:02}"})


class Played:
    """How long the game on the table has been played: gaps between its entries, longer ones as `PAUSE`.

    log: the entries after a number, as `Table.log` gives them; each is read once. Safe for any thread.
    """

    def __init__(self, log: Callable[[int], list[dict[str, Any]]]) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._game: str | None = None
        self._read = 0
        self._last: datetime | None = None
        self._played = timedelta()

    def seconds(self, game: str, version: int, now: datetime, *, running: bool) -> Seconds:
        """Until `now`, or until the last entry when the game is not running any more."""
        with self._lock:
            if game != self._game:
                self._game, self._read, self._last, self._played = game, 0, None, timedelta()
            if version > self._read:
                for entry in self._log(self._read):
                    self._read = max(self._read, entry["n"])
                    if entry["game"] == game:
                        self._count(datetime.fromisoformat(entry["at"]))
            gap = now - self._last if running and self._last else timedelta()
            return max(0, int((self._played + min(gap, PAUSE)).total_seconds()))

    def _count(self, at: datetime) -> None:
        if self._last is not None:
            self._played += min(max(at - self._last, timedelta()), PAUSE)
        self._last = at
