"""The journal's tables, and how a file of them is opened, checked and read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion.journal.entry import Entry, check_sum, stamped, well_formed

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


class DamagedError(Exception):
    """The file cannot be read to its end."""


class FormatError(Exception):
    """The file was written in a later format than this program knows."""


class OlderError(Exception):
    """The file was written in an earlier format, from which there is a way. number: that format's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


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


def check(path: Path, formats: Formats = FORMATS) -> None:
    """Read all of the file. Raises `DamagedError`, `OlderError` for a whole one, or `FormatError`."""
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
            if found != formats.current:
                raise OlderError(found)
            connection.execute("SELECT name, value FROM settings").fetchall()
            for row in connection.execute("SELECT * FROM entries ORDER BY n"):
                well_formed(read_row(row)[0])
    except (sqlite3.Error, ValueError) as failure:
        unless_damage(failure)
        raise DamagedError from failure


def unless_damage(failure: Exception) -> None:
    """Raise a failure again that says nothing about the file's bytes."""
    code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in _NO_ROOM_BESIDE or code & 0xFF in _NOT_DAMAGE:
        raise failure


def read_row(row: tuple[Any, ...]) -> tuple[Entry, bytes | None]:
    """Read one row of `entries`. Raises ValueError when it is not what was written."""
    n, at, game, source, by, name, key, command, events, secret, total = row
    try:
        entry = Entry(n, stamped(at), game, source, by, name, key, bytes(command), bytes(events))
        if check_sum(entry, at, secret) != total:
            raise ValueError(f"entry {n} does not match its sum")
    except TypeError as failure:
        raise ValueError(f"entry {n} has a field of another type") from failure
    return entry, secret
