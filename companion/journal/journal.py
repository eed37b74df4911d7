"""The append-only record on SQLite: what is in it stays, whatever happens to the power.

Write-ahead log with `synchronous=FULL`: a commit returns when the entry is on the disk. One connection
writes, another reads, so that a long look at the log never delays a press. Both live behind locks; any
thread may call.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from companion.games import Refused
from companion.journal.damage import SETTING, Damage
from companion.journal.entry import Entry, promised, stamp, stamped
from companion.journal.file import FORMATS, Formats, ails, connect, dial, unless_damage
from companion.journal.folder import LAST, NAME, Lock, inspect, lock, prepare, telling
from companion.journal.note import Note
from companion.journal.rows import INSERT, SELECT, SET, Held, read_row, row_of, setting_of
from companion.journal.wal import WAL, cut, salts_of

Row: TypeAlias = tuple[Entry, bytes | None]
"""An entry, and the secret that a `start` carries."""

Statement: TypeAlias = tuple[str, tuple[Any, ...]]

_LAST = "SELECT coalesce(max(n), 0) FROM entries"
_OPENED = "opened"
"""The setting that each start writes: when it was."""
_ENTRIES_AT_ONCE = 500
_FULL = "journal-full"
_UNSURE = "journal-unsure"
_GONE = "journal-gone"


class JournalFailed(Refused):
    """The disk did not take it, or cannot be read: nothing has changed, in the file or in the game.

    code: `journal-full`, `journal-read-only` or `journal-failed`: it was not done, and will not stand after a
    kill or a power cut either. `journal-gone`: likewise; the file was taken away or replaced beneath us.
    `journal-unsure`: it was not done, but the disk would not say whether it may stand after a power cut.
    """


class _LogEnd(NamedTuple):
    """Where the write-ahead log ends before a commit: its bytes, and what names its present life."""

    size: int
    salts: bytes


class Journal:
    """The journal of a data folder.

    folder: made if it is not there. at: the present time; it names a damaged file that is set aside.
    entropy: gives that many random bytes, for the epoch. writing: without it the journal is looked at
    only, also while a daemon writes; nothing is made or mended then.
    room: asked to make room on a full disk; True when something was freed, and then the write is tried again.
    formats: what the file may look like. Raises `DataFolderUnusable` when the folder or the file cannot be
    opened, read, made, written or brought up to date, also when another process writes here.

    epoch: names this journal; new with the file, also after a damaged one was set aside, so that no
    number of the lost end is taken for one of the new. made_at: when the file was made.
    aside: the name of the damaged file that was put away on opening, or None. kept: the name of the file
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
        room: Callable[[], bool] = lambda: False,
        formats: Formats = FORMATS,
    ) -> None:
        self.folder = folder
        self._file, self._wal = folder / NAME, folder / f"{NAME}{WAL}"
        self._room = room
        self._lock: Lock | None = lock(folder) if writing else None
        try:
            found = prepare(folder, at, entropy, formats) if writing else inspect(folder, formats)
            self.aside, self.kept = found
            with telling(folder):
                self._open(at if writing else None)
        except BaseException:
            self._let_go()
            raise

    def _open(self, at: datetime | None) -> None:
        """at: the present time, None to look only. Raises `sqlite3.Error`, `OSError` and `NotGiven`."""
        self._writing, self._looking, self._folding = threading.RLock(), threading.RLock(), threading.RLock()
        self._failing: str | None = None
        self._unsure: _LogEnd | None = None
        self._writer: sqlite3.Connection | None = None
        self._handle: int | None = None
        self._note: Note | None = None
        self._viewer = connect(self._file, writing=False)
        try:
            if at is not None:
                self._begin(at)
            self.epoch: str = self.setting("epoch") or "0000"
            self.made_at: datetime = stamped(self.setting("made_at") or "1970-01-01T00:00:00Z")
            found = self.setting(SETTING)
            self.damage: Damage | None = None if found is None else msgspec.json.decode(found, type=Damage)
            self.last: int = self._look(_LAST)[0][0]
            self._floor: int = max(self.last, int(self.setting("floor") or 0))
            if at is not None:
                self._note = Note(self._file.with_name(LAST), self.epoch, self.last)
        except JournalFailed as failure:
            self._shut()
            if isinstance(failure.__cause__, sqlite3.Error):
                unless_damage(failure.__cause__)
                raise failure.__cause__ from failure
            raise
        except BaseException:
            self._shut()
            raise

    def _begin(self, at: datetime) -> None:
        """Open the file, and write: a disk that takes nothing shows now, not at the first press."""
        self._writer = connect(self._file, writing=True)
        while True:
            try:
                self._write(self._writer, [(SET, setting_of(_OPENED, stamp(at)))])
                break
            except sqlite3.Error as failure:
                if self._called(failure) != _FULL or not self._room():
                    raise
        self._handle = os.open(self._wal, os.O_RDONLY | os.O_CLOEXEC)
        self._files = self._there()

    @property
    def next(self) -> int:
        """The number that the next entry must have."""
        return self._floor + 1

    def append(self, rows: Sequence[Row]) -> None:
        """Put entries on the disk, all or none, numbered from `next` on. Raises `JournalFailed`."""
        with self._writing:
            after, statements = self.last, []
            for entry, secret in rows:
                statements.append((INSERT, row_of(Held(entry, secret, promised(secret), after))))
                after = entry.n
            self._commit(statements)
            self.last = self._floor = after
            if self._note is not None:
                self._note.write(after)

    def entries(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number greater than `after`, at most `limit` of them."""
        return self._entries("n > ? ORDER BY n LIMIT ?", after, -1 if limit is None else limit)

    def every(self) -> Iterator[Entry]:
        """All entries in their order, a few at a time."""
        return self._by_and_by("TRUE")

    def of(self, game: str, first: int, last: int) -> Iterator[Entry]:
        """A game's entries, those numbered from `first` to `last`, in their order and a few at a time."""
        return self._by_and_by("game = ? AND n >= ? AND n <= ?", game, first, last)

    def mentioning(self, *kinds: str) -> Iterator[Entry]:
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

    def secret(self, game: str, first: int = 0, last: int = sys.maxsize) -> bytes | None:
        """The secret that a game's dice are rolled with: its `start` carries it, or what came later.

        first, last: the numbers between which its entries are.
        """
        found = self._look(
            "SELECT secret FROM entries WHERE n BETWEEN ? AND ? AND game = ? AND secret IS NOT NULL"
            " ORDER BY n DESC LIMIT 1",
            first,
            last,
            game,
        )
        return found[0][0] if found else None

    def left_out(self) -> dict[str, bytes]:
        """The games whose secret a copy has left out, each with the promise of the last that it had."""
        found = self._look(
            "SELECT game, promise, max(n) FROM entries WHERE promise IS NOT NULL GROUP BY game"
            " HAVING count(secret) = 0"
        )
        return {game: promise for game, promise, _ in found}

    def setting(self, name: str) -> str | None:
        """A small thing that belongs to the data folder."""
        found = self._look("SELECT value FROM settings WHERE name = ?", name)
        return found[0][0] if found else None

    def set(self, name: str, value: str) -> None:
        """Keep a setting, on the disk when this returns. Raises `JournalFailed`."""
        with self._writing:
            self._commit([(SET, setting_of(name, value))])

    @property
    def trouble(self) -> str | None:
        """What keeps the journal from taking entries, as a code of `JournalFailed`; None when all is well."""
        try:
            gone = self._handle is not None and self._there() != self._files
        except OSError:
            gone = True
        return _GONE if gone else self._failing

    def fold(self) -> bool:
        """Take the write-ahead log into the file; whether all of it is there now.

        Whoever writes meanwhile waits for the last, short step only.
        """
        with self._folding, suppress(sqlite3.Error, OSError):
            if self._writer is None or self.trouble == _GONE:
                return False
            with closing(connect(self._file, writing=True)) as folding:
                with closing(dial(self._file, "ro")) as reading:
                    # while somebody reads in it, nobody begins the log anew in the middle of this
                    reading.execute("BEGIN")
                    reading.execute("SELECT 1 FROM settings").fetchone()
                    folding.execute("PRAGMA wal_checkpoint(PASSIVE)")
                folding.execute("PRAGMA busy_timeout=0")
                with self._writing:
                    (busy, *_) = folding.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                    if not busy and self._unsure is not None:
                        self._unsure = self._failing = None  # what was not certain went with the log
                    return not busy
        return False

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
        with self._folding, self._writing, self._looking:
            self._shut()
            self._let_go()

    def _shut(self) -> None:
        self._viewer.close()
        if self._writer is not None:
            busy = 1
            with suppress(sqlite3.Error):  # what stays in the write-ahead log is safe there
                (busy, *_) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._writer.close()
            self._writer = None
            if self._note is not None:
                self._note.close(needless=not busy)
                self._note = None
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

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
            return [read_row(row).entry for row in self._look(SELECT + "WHERE " + which, *given)]
        except ValueError as failure:
            raise JournalFailed("journal-failed") from failure

    def _by_and_by(self, which: str, *given: Any) -> Iterator[Entry]:
        after = -1
        while some := self._entries(f"{which} AND n > ? ORDER BY n LIMIT ?", *given, after, _ENTRIES_AT_ONCE):
            yield from some
            after = some[-1].n

    def _commit(self, statements: Sequence[Statement]) -> None:
        """Write all or nothing. Raises `JournalFailed`."""
        if self._writer is None:
            raise JournalFailed("journal-read-only")
        if self._unsure is not None:
            self._take_back(self._unsure)
        while True:
            try:
                self._write(self._writer, statements)
            except (sqlite3.Error, OSError, JournalFailed) as failure:
                self._failing = self._called(failure)
                self._undo()
                if self._failing != _FULL or not self._room():
                    raise JournalFailed(self._failing) from failure
            else:
                self._failing = None
                return

    def _write(self, writer: sqlite3.Connection, statements: Sequence[Statement]) -> None:
        self._before: _LogEnd | None = None
        writer.execute("BEGIN IMMEDIATE")
        for statement, given in statements:
            writer.execute(statement, given)
        if self._handle is not None:
            self._before = self._log_end(self._handle)
        writer.execute("COMMIT")

    def _log_end(self, handle: int) -> _LogEnd:
        """Where the log ends now. Raises `JournalFailed` unless the files in place are those we write to."""
        try:
            there = self._there()
        except (FileNotFoundError, NotADirectoryError) as failure:
            raise JournalFailed(_GONE) from failure
        if there != self._files:
            raise JournalFailed(_GONE)
        return _LogEnd(os.fstat(handle).st_size, salts_of(handle))

    def _there(self) -> tuple[int, ...]:
        """What tells the files in place from all others. Raises OSError."""
        file, log = self._file.stat(), self._wal.stat()
        return file.st_dev, file.st_ino, log.st_dev, log.st_ino

    def _called(self, failure: Exception) -> str:
        """The code of what went wrong with a write."""
        if isinstance(failure, JournalFailed):
            return failure.code
        code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        locked = "read-only" if code == sqlite3.SQLITE_READONLY else None
        return f"journal-{ails(self.folder, failure) or locked or 'failed'}"

    def _undo(self) -> None:
        """Make certain that what failed will never stand. Raises `JournalFailed`."""
        if self._before is not None:
            self._take_back(self._before)
            return
        with suppress(sqlite3.Error):  # nothing has been written before a commit; the next one tries again
            self._end()

    def _take_back(self, end: _LogEnd) -> None:
        """Cut off the log what a commit may have written, though it failed, and see that it is gone.

        A flush that fails may have written all the same: after a kill or a power cut SQLite would take it for
        done. Cutting needs no room on the disk, and holds for a kill even while flushes go on failing.
        """
        self._unsure = end
        try:
            writer = self._end()
            writer.execute("BEGIN IMMEDIATE")  # nobody else writes behind it meanwhile
            try:
                self._stands()
                cut(self._wal, end.size, end.salts)
            finally:
                writer.execute("ROLLBACK")
            self._stands()
        except (sqlite3.Error, OSError) as failure:
            self._failing = _UNSURE
            raise JournalFailed(_UNSURE) from failure
        self._unsure = None

    def _stands(self) -> None:
        """Raise OSError unless a fresh look finds what was acknowledged, and no more."""
        with closing(dial(self._file, "ro")) as fresh:
            if fresh.execute(_LAST).fetchone() != (self.last,):
                raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _end(self) -> sqlite3.Connection:
        """The writer, with no transaction open. Raises `sqlite3.Error`."""
        assert self._writer is not None
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            before, self._writer = self._writer, connect(self._file, writing=True)
            before.close()
        return self._writer
