"""How long a game has been played, meals and nights left out."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from companion.table.pace import gap

_AT_ONCE = 500


class Played:
    """The time that the game on the table has been played: each `gap` between its entries.

    log: so many of the entries after a number, as `Table.log` gives them; each is read once. Safe for any
    thread.
    """

    def __init__(self, log: Callable[[int, int], list[dict[str, Any]]]) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._game: str | None = None
        self._read = 0
        self._last: datetime | None = None
        self._played = timedelta()

    def until(self, game: str, version: int, now: datetime, *, running: bool) -> timedelta:
        """How long until `now`, or until the last entry when the game is not running any more."""
        with self._lock:
            if game != self._game:
                self._game, self._read, self._last, self._played = game, 0, None, timedelta()
            while version > self._read and (some := self._log(self._read, _AT_ONCE)):
                for entry in some:
                    self._read = max(self._read, entry["n"])
                    if entry["game"] == game:
                        self._count(datetime.fromisoformat(entry["at"]))
            return self._played + (gap(self._last, now) if running and self._last else timedelta())

    def _count(self, at: datetime) -> None:
        if self._last is not None:
            self._played += gap(self._last, at)
        self._last = at
