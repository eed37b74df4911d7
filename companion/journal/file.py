"""The file of a journal: its tables and format, and how it is opened, checked, read and copied whole."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.journal.entry import Entry, check_sum, stamp, stamped, well_formed

Step: TypeAlias = Callable[[sqlite3.Connection], None]
"""Changes a file of one format into the next one's, within a transaction that it neither begins nor ends.

It takes entries as they are, damaged or not: they are checked afterwards. Raises `sqlite3.Error`, ValueError.
"""


class Formats(NamedTuple):
    """current: the format that is written. steps: by the number of an earlier format, the way out of it."""

    current: int
    steps: Mapping[int, Step]

    def lead_here_from(self, number: int) -> bool:
        """Whether there is a step from each format on."""
        return all(each in self.steps for each in range(number, self.current))


FORMATS = Formats(1, {})
"""A new format gets the next number, and a step out of the one before; see `companion.journal.repair`."""
INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

PAGE = 1024  # an entry is a few hundred bytes: with small pages a commit writes two thousand, not eight
_BUSY = 5.0
TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    n INTEGER PRIMARY KEY, at TEXT NOT NULL, game TEXT, source TEXT NOT NULL, by TEXT, name TEXT NOT NULL,
    key TEXT, command BLOB NOT NULL, events BLOB NOT NULL, secret BLOB, sum INTEGER NOT NULL
);
CREATE UNIQUE INDEX keys ON entries (key) WHERE key IS NOT NULL;
"""
_NOT_DAMAGE = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}  # fmt: skip
_NO_ROOM_BESIDE = {
    sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_WRITE,
}  # fmt: skip
"""Even who only reads needs an index of the write-ahead log beside it, which a full disk does not take."""
ENDS = ("", "-wal", "-shm")
"""What SQLite writes behind a file's name, for the file itself and for what it keeps beside it."""
NEW = ".new"
"""Behind the name of a copy that is not whole yet."""
_PAGES_AT_ONCE = 128
"""Pages between two waits for the disk: 128 KiB of a journal. What has not been written yet, ext4 writes with
the next entry of anybody: a press must find no more than this before it."""
_WAYS = ("locking_mode=EXCLUSIVE", "journal_mode=OFF", "synchronous=OFF", f"cache_size={_PAGES_AT_ONCE // 8}")
"""A file that nobody knows yet needs no way back and nothing beside it, for which there may be no room; and
what is held back in memory would come at once."""


class DamagedError(Exception):
    """The file cannot be read to its end. Never leaves this room: it is mended, or told as another error."""


class FormatError(Exception):
    """The file was written in a later format than this program knows. Never leaves this room either."""


def connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    """Open the file, syncing fully. Without `writing` not a byte of it changes."""
    connection = dial(path, "rw" if writing else "ro")
    try:
        connection.execute("PRAGMA synchronous=FULL")
        if writing:
            connection.execute("PRAGMA journal_mode=WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def dial(path: Path, mode: str) -> sqlite3.Connection:
    """Open the file without touching it yet. mode: `ro` or `rw`."""
    where = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=_BUSY, isolation_level=None, check_same_thread=False)


def check(path: Path, formats: Formats = FORMATS) -> int:
    """Read all of the file, of one in an earlier format the pages only; return the number of its format.

    Raises `DamagedError`, `FormatError`, and `sqlite3.Error` for what says nothing about the file's bytes.
    """
    if path.exists() and not path.stat().st_size:
        raise DamagedError  # SQLite would take it for new, and throw its write-ahead log away
    try:
        with closing(connect(path, writing=False)) as connection:
            (found,) = connection.execute("PRAGMA user_version").fetchone()
            if found > formats.current:
                raise FormatError(found)
            if not formats.lead_here_from(found):
                raise DamagedError
            if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                raise DamagedError
            if found == formats.current:
                connection.execute("SELECT name, value FROM settings").fetchall()
                for row in connection.execute("SELECT * FROM entries ORDER BY n"):
                    well_formed(read_row(row)[0])
            return int(found)
    except (sqlite3.Error, ValueError) as failure:
        unless_damage(failure)
        raise DamagedError from failure


def unless_damage(failure: Exception) -> None:
    """Raise a failure again that says nothing about the file's bytes."""
    code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in _NO_ROOM_BESIDE or code & 0xFF in _NOT_DAMAGE:
        raise failure


def row_of(entry: Entry, secret: bytes | None) -> tuple[Any, ...]:
    """An entry and the secret stored with it, as `INSERT` takes them."""
    at = stamp(entry.at)
    return (
        entry.n, at, entry.game, entry.source, entry.by, entry.name, entry.key,
        entry.command, entry.events, secret, check_sum(entry, at, secret),
    )  # fmt: skip


def read_row(row: tuple[Any, ...]) -> tuple[Entry, bytes | None]:
    """The entry of a row and the secret stored with it. Raises ValueError when it is not what was written."""
    n, at, game, source, by, name, key, command, events, secret, total = row
    try:
        entry = Entry(n, stamped(at), game, source, by, name, key, bytes(command), bytes(events))
        if check_sum(entry, at, secret) != total:
            raise ValueError(f"entry {n} does not match its sum")
    except TypeError as failure:
        raise ValueError(f"entry {n} has a field of another type") from failure
    return entry, secret


def duplicate(source: Path, target: Path) -> None:
    """Copy a file as it stands at one moment, with what its write-ahead log holds; no writer waits.

    The copy is written beside its place and renamed into it. Raises `sqlite3.Error` and `OSError`; what was
    in its place stays then, and nothing is left beside it.
    """
    new = target.with_name(target.name + NEW)
    new.unlink(missing_ok=True)
    try:
        _write(source, new)
        new.rename(target)
    except (sqlite3.Error, OSError):
        discard(new)
        raise
    onto_the_disk(target)  # FAT keeps a length beside each name, and a new name begins with the length 0
    onto_the_disk(target.parent)


def discard(new: Path) -> None:
    """Delete what was begun under a name and not finished, as far as the disk lets it be deleted."""
    for end in (*ENDS, "-journal"):
        with suppress(OSError):
            new.with_name(new.name + end).unlink(missing_ok=True)


def onto_the_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, would outlast a power cut. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(source: Path, new: Path) -> None:
    """Write the copy whole, a little at a time."""
    with closing(dial(source, "ro")) as read, closing(sqlite3.connect(new, isolation_level=None)) as made:
        read.execute("BEGIN")  # one moment for all steps: else each new entry would start them afresh
        read.execute("SELECT name FROM sqlite_schema").fetchone()
        for way in _WAYS:
            made.execute(f"PRAGMA {way}")
        read.backup(made, pages=_PAGES_AT_ONCE, progress=lambda *_: onto_the_disk(new))
        made.execute("PRAGMA journal_mode=DELETE")
    onto_the_disk(new)
