"""The append-only record on SQLite: what is in it stays, whatever happens to the power.

Write-ahead log with `synchronous=FULL`: a commit returns when the entry is on the disk. One connection
writes, another reads, so that a long look at the log never delays a press. Both live behind locks; any
thread may call.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.games import Refused
from companion.journal.damage import SETTING, Damage
from companion.journal.entry import Entry, stamped
from companion.journal.file import FORMATS, INSERT, Formats, connect, read_row, row_of
from companion.journal.folder import NAME, DataFolderUnusable, Lock, inspect, lock, prepare

Row: TypeAlias = tuple[Entry, bytes | None]
"""An entry, and the secret that a `start` carries."""

_SELECT = "SELECT * FROM entries WHERE "
_ENTRIES_AT_ONCE = 500
_FAILURES = {sqlite3.SQLITE_FULL: "journal-full", sqlite3.SQLITE_READONLY: "journal-read-only"}


class JournalFailed(Refused):
    """The disk did not take it, or cannot be read: nothing has changed, in the file or in the game.

    code: `journal-full`, `journal-read-only` or `journal-failed`; the first two say what to do.
    """


class Journal:
    """The journal of a data folder.

    folder: made if it is not there. at: the present time; it names a damaged file that is set aside.
    entropy: gives that many random bytes, for the epoch. writing: without it the journal is looked at
    only, also while a daemon writes; nothing is made or mended then.
    formats: what the file may look like. Raises `DataFolderUnusable` when the folder or the file cannot be
    opened, read, made or brought up to date, also when another process writes here.

    epoch: names this journal; new with the file, also after a damaged one was set aside, so that no
    number of the lost end is taken for one of the new. made_at: when the file was made.
    set_aside: the name of the damaged file that was put away on opening, or None. kept: the name of the file
    as it was, when on opening it was brought up to date from an earlier format, or None. damage: what this
    start or an earlier one found wrong, as long as the file lasts.
    """

    def __init__(
        self,
        folder: Path,
        *,
        at: datetime,
        entropy: Callable[[int], bytes],
        writing: bool = True,
        formats: Formats = FORMATS,
    ) -> None:
        self._lock: Lock | None = lock(folder) if writing else None
        try:
            found = prepare(folder, at, entropy, formats) if writing else inspect(folder, formats)
            self.set_aside, self.kept = found
            self._open(folder, writing=writing)
        except (sqlite3.Error, JournalFailed) as failure:
            self._let_go()
            why = str(failure.__cause__ or failure)
            raise DataFolderUnusable("cannot-start.data-folder", folder, why) from failure
        except BaseException:
            self._let_go()
            raise

    def _open(self, folder: Path, *, writing: bool) -> None:
        self._writing, self._looking = threading.RLock(), threading.RLock()
        self._viewer = connect(folder / NAME, writing=False)
        self._writer = None
        try:
            if writing:
                self._writer = connect(folder / NAME, writing=True)
                self._commit(())  # a disk that takes nothing shows now, not at the first press
            self.epoch: str = self.setting("epoch") or "0000"
            self.made_at: datetime = stamped(self.setting("made_at") or "1970-01-01T00:00:00Z")
            found = self.setting(SETTING)
            self.damage: Damage | None = None if found is None else msgspec.json.decode(found, type=Damage)
            self.last: int = self._look("SELECT coalesce(max(n), 0) FROM entries")[0][0]
            self._floor: int = max(self.last, int(self.setting("floor") or 0))
        except BaseException:
            self._shut()
            raise

    @property
    def next(self) -> int:
        """The number that the next entry must have."""
        return self._floor + 1

    def append(self, rows: Sequence[Row]) -> None:
        """Put entries on the disk, all or none, numbered from `next` on. Raises `JournalFailed`."""
        with self._writing:
            self._commit((INSERT, row_of(entry, secret)) for entry, secret in rows)
            self.last = self._floor = rows[-1][0].n

    def entries(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number greater than `after`, at most `limit` of them."""
        return self._entries("n > ? ORDER BY n LIMIT ?", after, -1 if limit is None else limit)

    def every(self) -> Iterator[Entry]:
        """All entries in their order, a few at a time."""
        return self._by_and_by("TRUE")

    def of(self, game: str, first: int, last: int) -> Iterator[Entry]:
        """A game's entries, those numbered from `first` to `last`, in their order and a few at a time."""
        return self._by_and_by("game = ? AND n >= ? AND n <= ?", game, first, last)

    def telling(self, *kinds: str) -> Iterator[Entry]:
        """The box's own entries, and those of all games in whose command one of these words stands, as its
        kind or elsewhere; in their order and a few at a time. The others are passed over quickly.
        """
        which = " OR ".join(("game IS NULL", *("instr(command, ?)" for _ in kinds)))
        return self._by_and_by(f"({which})", *(f'"{kind}"' for kind in kinds))

    def lasts(self) -> dict[str, int]:
        """The number of each game's last entry."""
        found = self._look("SELECT game, max(n) FROM entries WHERE game IS NOT NULL GROUP BY game")
        return dict(found)

    def newest(self, limit: int, before: int | None = None) -> list[Entry]:
        """The last `limit` entries with a number below `before`, newest first."""
        return self._entries(
            "n < ? ORDER BY n DESC LIMIT ?", sys.maxsize if before is None else before, limit
        )

    def entry(self, n: int) -> Entry | None:
        """The entry of this number."""
        return next(iter(self._entries("n = ?", n)), None)

    def keyed(self, key: str) -> Entry | None:
        """The entry whose command carried this key."""
        return next(iter(self._entries("key = ?", key)), None)

    def secret(self, game: str, first: int = 0) -> bytes | None:
        """The secret that the game's `start` carries. first: the number of an entry that is not behind it."""
        query = (
            "SELECT secret FROM entries WHERE n >= ? AND game = ? AND secret IS NOT NULL ORDER BY n LIMIT 1"
        )
        found = self._look(query, first, game)
        return found[0][0] if found else None

    def setting(self, name: str) -> str | None:
        """A small thing that belongs to the data folder."""
        found = self._look("SELECT value FROM settings WHERE name = ?", name)
        return found[0][0] if found else None

    def set(self, name: str, value: str) -> None:
        """Keep a setting, on the disk when this returns. Raises `JournalFailed`."""
        with self._writing:
            self._commit([("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))])

    def answers(self, timeout: float) -> bool:
        """Whether the journal can be read now, and no write has been hanging for this many seconds."""
        for held in (self._writing, self._looking):
            if not held.acquire(timeout=timeout):
                return False
            held.release()
        try:
            self._look("SELECT n FROM entries ORDER BY n DESC LIMIT 1")
        except JournalFailed:
            return False
        return True

    def close(self) -> None:
        """Fold the write-ahead log into the file and let the folder go. Twice does nothing more."""
        with self._writing, self._looking:
            self._shut()
            self._let_go()

    def _shut(self) -> None:
        self._viewer.close()
        if self._writer is not None:
            with suppress(sqlite3.Error):  # what stays in the write-ahead log is safe there
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._writer.close()
            self._writer = None

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _look(self, query: str, *given: Any) -> list[tuple[Any, ...]]:
        try:
            with self._looking:
                return self._viewer.execute(query, given).fetchall()
        except sqlite3.Error as failure:
            raise JournalFailed("journal-failed") from failure

    def _entries(self, which: str, *given: Any) -> list[Entry]:
        try:
            return [read_row(row)[0] for row in self._look(_SELECT + which, *given)]
        except ValueError as failure:
            raise JournalFailed("journal-failed") from failure

    def _by_and_by(self, which: str, *given: Any) -> Iterator[Entry]:
        after = -1
        while some := self._entries(f"{which} AND n > ? ORDER BY n LIMIT ?", *given, after, _ENTRIES_AT_ONCE):
            yield from some
            after = some[-1].n

    def _commit(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Write all or nothing. Raises `JournalFailed`."""
        if self._writer is None:
            raise JournalFailed("journal-read-only")
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for statement, given in statements:
                self._writer.execute(statement, given)
            self._writer.execute("COMMIT")
        except sqlite3.Error as failure:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            raise JournalFailed(_FAILURES.get(code, "journal-failed")) from failure
