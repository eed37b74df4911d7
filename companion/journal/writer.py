"""Writing so that a write that failed never stands: not now, and not after a kill or a power cut either.

A flush that fails may have written all the same. So where the write-ahead log ends is looked at before each
commit, and what a failed one may have left behind it is cut off before anybody is told.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.games import Refused
from companion.journal.entry import Entry, promised, stamp
from companion.journal.file import ails, connect, dial
from companion.journal.names import LAST, NAME, WAL
from companion.journal.note import Note
from companion.journal.rows import INSERT, MARK, SELECT_LAST, SET, UNSET, Held, row_of, setting_of
from companion.journal.seal import goes_on
from companion.journal.wal import cut, salts_of

Row: TypeAlias = tuple[Entry, bytes | None]
"""An entry, and the secret that a `start` carries."""

Statement: TypeAlias = tuple[str, tuple[Any, ...]]

_OPENED = "opened"
"""The setting that each start writes: when it was."""
_FULL = "journal-full"
_UNSURE = "journal-unsure"
_GONE = "journal-gone"


class JournalFailed(Refused):
    """The disk did not take it, or cannot be read: nothing has changed, in the file or in the game.

    code: `journal-full`, `journal-read-only` or `journal-failed`: it was not done, and will not stand after a
    kill or a power cut either. `journal-gone`: likewise; the file was taken away or replaced beneath us.
    `journal-unsure`: it was not done, but the disk would not say whether it may stand after a power cut.
    """


class _LogEnd(msgspec.Struct, frozen=True):
    """Where the write-ahead log ends before a commit: its bytes, and what names its present life."""

    size: int
    salts: bytes


class Writer:
    """The one who writes in a journal's file: `begin`, then `follow`, then entries and settings.

    For who holds the folder's lock; any thread may call. room: as `Journal` takes it. Raises `sqlite3.Error`
    when the file cannot be opened.

    last: the number of the last entry that was acknowledged. begun: the salts of the write-ahead log that
    goes on from the file as it was last folded, nothing while none does.
    """

    def __init__(self, folder: Path, room: Callable[[], bool]) -> None:
        self.last, self.begun = 0, b""
        self._folder = folder
        self._file, self._wal = folder / NAME, folder / f"{NAME}{WAL}"
        self._paths = str(self._file), str(self._wal)
        self._room = room
        self._writing, self._folding, self._noting = threading.RLock(), threading.RLock(), threading.Lock()
        self._failing: str | None = None
        self._before: _LogEnd | None = None
        self._unsure: _LogEnd | None = None
        self._handle: int | None = None
        self._files: tuple[int, ...] = ()
        self._note: Note | None = None
        self._connection: sqlite3.Connection | None = connect(self._file, writing=True)

    def begin(self, at: datetime) -> None:
        """Write: a disk that takes nothing shows now, not at the first press.

        at: the present time. Raises `sqlite3.Error` and OSError.
        """
        while True:
            try:
                self._write([(MARK, ()), (SET, setting_of(_OPENED, stamp(at)))])
                break
            except sqlite3.Error as failure:
                if self._called(failure) != _FULL or not self._room():
                    raise
        self._handle = os.open(self._wal, os.O_RDONLY | os.O_CLOEXEC)
        self._files = self._there()
        self._go_on(self._handle)

    def follow(self, epoch: str, last: int) -> None:
        """Take entries from now on, behind the number `last`, and note the last one for this epoch.

        Raises OSError.
        """
        self.last = last
        self._note = Note(self._folder / LAST, epoch, last)

    def append(self, rows: Sequence[Row], *, noted: bool = True) -> None:
        """Put entries on the disk, all or none. noted: the last of them is noted, too. Raises
        `JournalFailed`."""
        with self._writing:
            after, statements = self.last, []
            for entry, secret in rows:
                statements.append((INSERT, row_of(Held(entry, secret, promised(secret), after))))
                after = entry.n
            self._commit(statements)
            self.last = after
            if noted:
                self.note()

    def note(self) -> None:
        """Note the last entry. Never waits for who writes or folds just now."""
        with self._noting:
            if self._note is not None:
                self._note.write(self.last)

    def set(self, name: str, value: str) -> None:
        """Keep a setting, on the disk when this returns. Raises `JournalFailed`."""
        self.change({name: value})

    def change(self, settings: Mapping[str, str], gone: Collection[str] = ()) -> None:
        """Keep these settings, and no more those that are `gone`; all or nothing. Raises `JournalFailed`."""
        with self._writing:
            self._commit([
                *((SET, setting_of(*each)) for each in settings.items()),
                *((UNSET, (each,)) for each in gone),
            ])  # fmt: skip

    @property
    def trouble(self) -> str | None:
        """What keeps entries from being taken, as a code of `JournalFailed`; None when all is well."""
        try:
            gone = self._handle is not None and self._there() != self._files
        except OSError:
            gone = True
        return _GONE if gone else self._failing

    def fold(self, look: Callable[[], object] = lambda: None) -> bool:
        """Take the write-ahead log into the file; whether all of it is there now.

        Whoever writes meanwhile waits for the last, short step only. look: called before that, when nothing
        more is written to the log; and before the first step.
        """
        with self._folding, suppress(sqlite3.Error, OSError):
            if self._connection is None or self.trouble == _GONE:
                return False
            with closing(connect(self._file, writing=True)) as folding:
                with closing(dial(self._file, "ro")) as reading:
                    # while somebody reads in it, nobody begins the log anew in the middle of this
                    reading.execute("BEGIN")
                    reading.execute("SELECT 1 FROM settings").fetchone()
                    look()
                    folding.execute("PRAGMA wal_checkpoint(PASSIVE)")
                folding.execute("PRAGMA busy_timeout=0")
                with self._writing:
                    look()
                    self.begun = b""  # also if it is not emptied: the file has taken it in
                    (busy, *_) = folding.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                    if not busy and self._unsure is not None:
                        self._unsure = self._failing = None  # what was not certain went with the log
                    return not busy
        return False

    def free(self, timeout: float) -> bool:
        """Whether no write has been hanging for this many seconds."""
        if not self._writing.acquire(timeout=timeout):
            return False
        self._writing.release()
        return True

    @contextmanager
    def still(self) -> Iterator[None]:
        """Nobody writes or folds in the block; who does finishes first."""
        with self._folding, self._writing:
            yield

    def close(self) -> None:
        """Fold the write-ahead log into the file; nothing is taken any more. Twice does nothing more."""
        with self.still():
            if self._connection is not None:
                busy = 1
                self.begun = b""
                with suppress(sqlite3.Error):  # what stays in the write-ahead log is safe there
                    (busy, *_) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                self._connection.close()
                self._connection = None
                with self._noting:
                    if self._note is not None:
                        self._note.write(self.last)  # who told of it may not have come to that yet
                        self._note.close(needless=not busy)
                        self._note = None
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None

    def _go_on(self, handle: int) -> None:
        """Name the log that was begun in the file's seal, without which the file alone counts."""
        with suppress(OSError):
            self.begun = salts_of(handle)
            goes_on(self._folder, self.begun)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise JournalFailed("journal-read-only")
        return self._connection

    def _commit(self, statements: Sequence[Statement]) -> None:
        """Write all or nothing. Raises `JournalFailed`."""
        self._open()  # nothing is tried, and nothing amiss, once it is closed
        if self._unsure is not None:
            self._take_back(self._unsure)
        while True:
            try:
                self._write(statements)
            except (sqlite3.Error, OSError, JournalFailed) as failure:
                self._failing = self._called(failure)
                self._undo()
                if self._failing != _FULL or not self._room():
                    raise JournalFailed(self._failing) from failure
            else:
                self._failing = None
                return

    def _write(self, statements: Sequence[Statement]) -> None:
        connection, self._before = self._open(), None
        connection.execute("BEGIN IMMEDIATE")
        for statement, given in statements:
            connection.execute(statement, given)
        if self._handle is not None:
            self._before = self._log_end(self._handle)
        connection.execute("COMMIT")
        if self._handle is not None and self._before is not None and not self._before.size:
            self._go_on(self._handle)

    def _log_end(self, handle: int) -> _LogEnd:
        """Where the log ends now. Raises `JournalFailed` unless the files in place are those we write to."""
        try:
            file, log = map(os.stat, self._paths)
        except (FileNotFoundError, NotADirectoryError) as failure:
            raise JournalFailed(_GONE) from failure
        if _identity(file, log) != self._files:
            raise JournalFailed(_GONE)
        return _LogEnd(log.st_size, salts_of(handle))

    def _there(self) -> tuple[int, ...]:
        """The identity of the files in place. Raises OSError."""
        return _identity(*map(os.stat, self._paths))

    def _called(self, failure: Exception) -> str:
        """The code of what went wrong with a write."""
        if isinstance(failure, JournalFailed):
            return failure.code
        code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        locked = "read-only" if code == sqlite3.SQLITE_READONLY else None
        return f"journal-{ails(self._folder, failure) or locked or 'failed'}"

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
            connection = self._end()
            connection.execute("BEGIN IMMEDIATE")  # nobody else writes behind it meanwhile
            try:
                self._stands()
                cut(self._wal, end.size, end.salts)
            finally:
                connection.execute("ROLLBACK")
            self._stands()
        except (sqlite3.Error, OSError) as failure:
            self._failing = _UNSURE
            raise JournalFailed(_UNSURE) from failure
        self._unsure = None

    def _stands(self) -> None:
        """Raise OSError unless a fresh look finds what was acknowledged, and no more."""
        with closing(dial(self._file, "ro")) as fresh:
            if fresh.execute(SELECT_LAST).fetchone() != (self.last,):
                raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _end(self) -> sqlite3.Connection:
        """The connection, with no transaction open. Raises `sqlite3.Error`."""
        connection = self._open()
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._connection = connect(self._file, writing=True)
            connection.close()
            return self._connection
        return connection


def _identity(file: os.stat_result, log: os.stat_result) -> tuple[int, ...]:
    """What tells a journal's file and log from all others."""
    return file.st_dev, file.st_ino, log.st_dev, log.st_ino
