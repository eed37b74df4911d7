"""How an entry and a setting lie in the tables of a journal's file, in each format.

Columns go by their names: a file that was brought up to date has them in another order than a new one.
"""

from __future__ import annotations

import sqlite3
import zlib
from typing import Any

import msgspec

from companion.journal.entry import Entry, check_sum, promised, stamp, stamped, sum_1

_TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    n INTEGER PRIMARY KEY, at TEXT NOT NULL, game TEXT, source TEXT NOT NULL, by TEXT, name TEXT NOT NULL,
    key TEXT, command BLOB NOT NULL, events BLOB NOT NULL, secret BLOB, after INTEGER NOT NULL, promise BLOB,
    sum INTEGER NOT NULL
);
CREATE UNIQUE INDEX keys ON entries (key) WHERE key IS NOT NULL;
"""
_TURNING = """(
    game IS NULL OR instr(command, '"start"') OR instr(command, '"resume"') OR instr(command, '"import"')
    OR instr(command, '"undo"') OR instr(command, '"redo"')
)"""
"""The box's own entries, and those in whose command one of these words stands, as its kind or elsewhere."""
MARK = "CREATE INDEX IF NOT EXISTS marks ON entries (n) WHERE " + _TURNING
"""Marks the entries that do more than make their game longer: by them a journal of many games is opened.

A file that an earlier version made gets it at the first start; that version keeps it up as well.
"""
SELECT_1 = "SELECT n, at, game, source, by, name, key, command, events, secret, sum FROM entries "
SELECT = (
    "SELECT n, at, game, source, by, name, key, command, events, secret, after, promise, sum FROM entries "
)
INSERT = (
    "INSERT INTO entries (n, at, game, source, by, name, key, command, events, secret, after, promise, sum) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
SELECT_MARKED = "SELECT 1 FROM sqlite_schema WHERE name = 'marks'"
SELECT_PROMISES = "SELECT game, promise, max(n) FROM entries "
SELECT_LAST = "SELECT coalesce(max(n), 0) FROM entries"
SETTINGS = "SELECT name, value, sum FROM settings"
SET = "INSERT OR REPLACE INTO settings (name, value, sum) VALUES (?, ?, ?)"
UNSET = "DELETE FROM settings WHERE name = ?"
_AT_ONCE = 50
"""Rows that are held at a time: of a file from elsewhere each may have a megabyte."""


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables in a new file, within a transaction where one was begun. Raises `sqlite3.Error`."""
    for statement in (*_TABLES.split(";"), MARK):
        connection.execute(statement)


def turning(columns: str, *, marked: bool) -> str:
    """A query for the entries that tell which games there are; " AND ..." may follow.

    marked: whether the file has the index.
    """
    return columns + ("INDEXED BY marks " if marked else "") + "WHERE " + _TURNING


class Held(msgspec.Struct, frozen=True):
    """An entry as the file holds it.

    secret: what a `start` carries. promise: the secret's SHA-256, also where the secret was left out.
    after: the number of the entry before it in the file, 0 for the first.
    """

    entry: Entry
    secret: bytes | None
    promise: bytes | None
    after: int


def row_of(held: Held) -> tuple[Any, ...]:
    """What is held, as `INSERT` takes it."""
    entry, after = held.entry, held.after
    at = stamp(entry.at)
    return (
        entry.n, at, entry.game, entry.source, entry.by, entry.name, entry.key, entry.command, entry.events,
        held.secret, after, held.promise, check_sum(entry, at, after, held.promise),
    )  # fmt: skip


def read_row(row: tuple[Any, ...]) -> Held:
    """What a row of `SELECT` holds. Raises ValueError when it is not what was written."""
    *_, secret, after, promise, total = row
    try:
        entry = _entry(row)
        if check_sum(entry, row[1], after, promise) != total:
            raise ValueError(f"entry {entry.n} does not match its sum")
        if secret is not None and promised(secret) != promise:
            raise ValueError(f"the secret of entry {entry.n} is not the one that was promised")
    except TypeError as failure:
        raise ValueError(f"entry {row[0]} has a field of another type") from failure
    return Held(entry, secret, promise, after)


def read_row_1(row: tuple[Any, ...], before: int) -> Held:
    """What a row of `SELECT_1` holds, behind the entry of the number `before`. Raises ValueError as above."""
    *_, secret, total = row
    try:
        entry = _entry(row)
        if sum_1(entry, row[1], secret) != total:
            raise ValueError(f"entry {entry.n} does not match its sum")
        return Held(entry, secret, promised(secret), before)
    except TypeError as failure:
        raise ValueError(f"entry {row[0]} has a field of another type") from failure


def _entry(row: tuple[Any, ...]) -> Entry:
    n, at, game, source, by, name, key, command, events, *_ = row
    return Entry(n, stamped(at), game, source, by, name, key, bytes(command), bytes(events))


def setting_of(name: str, value: str) -> tuple[str, str, int]:
    """A setting, as `SET` takes it."""
    return name, value, zlib.crc32(f"{name}\n{value}".encode())


def read_setting(row: tuple[Any, ...]) -> tuple[str, str]:
    """Name and value of a row of `SETTINGS`. Raises ValueError when it is not what was written."""
    name, value, _ = row
    if not isinstance(name, str) or not isinstance(value, str) or setting_of(name, value) != row:
        raise ValueError(f"the setting {name!r} does not match its sum")
    return name, value


def from_1(connection: sqlite3.Connection) -> None:
    """The step out of format 1: a chain over the entries, promises of secrets, and sums for settings too."""
    connection.execute("ALTER TABLE entries ADD COLUMN after INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE entries ADD COLUMN promise BLOB")
    connection.execute("ALTER TABLE settings ADD COLUMN sum INTEGER NOT NULL DEFAULT 0")
    settings = connection.execute("SELECT name, value FROM settings").fetchall()
    connection.executemany(SET, [setting_of(name, value) for name, value in settings])
    before, update = 0, "UPDATE entries SET after = ?, promise = ?, sum = ? WHERE n = ?"
    look = SELECT_1 + "WHERE n > ? ORDER BY n LIMIT ?"
    while rows := connection.execute(look, (before, _AT_ONCE)).fetchall():
        for row in rows:
            try:
                *_, after, promise, total = row_of(read_row_1(row, before))
            except ValueError:
                after, promise, total = before, None, -1  # no sum: what was damaged stays so
            connection.execute(update, (after, promise, total, row[0]))
            before = row[0]
