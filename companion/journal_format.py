"""The journal's tables, and how a file of them is opened, checked and read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.entries import Entry, check_sum, stamped, well_formed

FORMAT = 1
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


class DamagedError(Exception):
    """The file cannot be read to its end."""


class FormatError(Exception):
    """The file was written in a later format than this program knows."""


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


def check(path: Path) -> None:
    """Read all of the file. Raises `DamagedError`, or `FormatError`."""
    if path.exists() and not path.stat().st_size:
        raise DamagedError  # SQLite would take it for new, and throw its write-ahead log away
    try:
        with closing(connect(path, writing=False)) as connection:
            (found,) = connection.execute("PRAGMA user_version").fetchone()
            if found > FORMAT:
                raise FormatError(found)
            if found != FORMAT or connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                raise DamagedError
            connection.execute("SELECT name, value FROM settings").fetchall()
            for row in connection.execute("SELECT * FROM entries ORDER BY n"):
                well_formed(read_row(row)[0])
    except (sqlite3.Error, ValueError) as failure:
        unless_damage(failure)
        raise DamagedError from failure


def unless_damage(failure: Exception) -> None:
    """Raise a failure again that says nothing about the file's bytes."""
    if getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _NOT_DAMAGE:
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
