"""Writing a journal file whole: an empty one, or one with what can be read of a damaged one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.journal.entry import stamp, well_formed
from companion.journal.file import INSERT, PAGE, TABLES, dial, read_row, unless_damage

_BLOCK = 4096


def make(new: Path, at: datetime, entropy: Callable[[int], bytes], damaged: Path | None, number: int) -> None:
    """Write a new file whole, with what can be read of a damaged one. number: of the current format."""
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("PRAGMA synchronous=EXTRA")
        connection.execute("BEGIN")
        for statement in TABLES.split(";"):
            connection.execute(statement)
        settings: dict[str, str] = {}
        floor = 0
        if damaged is not None:
            with _copied(damaged) as copy, closing(dial(copy, "ro")) as old:
                settings, floor = _salvage(old, connection)
        settings.update(epoch=entropy(2).hex(), made_at=stamp(at), floor=str(floor))
        connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
        connection.execute(f"PRAGMA user_version={number}")
        connection.execute("COMMIT")


def _salvage(old: sqlite3.Connection, new: sqlite3.Connection) -> tuple[dict[str, str], int]:
    """Copy the entries up to the last good one; return the settings and the highest number seen."""
    for _ in _as_far_as(old, "PRAGMA writable_schema=ON"):  # reads on in a file shorter than it says
        pass
    highest = 0
    for row in _as_far_as(old, "SELECT * FROM entries NOT INDEXED ORDER BY n"):
        try:
            entry, _ = read_row(row)
            well_formed(entry)
            highest = entry.n
        except ValueError:
            break
        new.execute(INSERT, row)
    for query in ("SELECT n FROM entries NOT INDEXED ORDER BY n DESC", "SELECT n FROM entries NOT INDEXED"):
        highest = max(highest, *(n for (n,) in _as_far_as(old, query)), 0)
    settings = _as_far_as(old, "SELECT name, value FROM settings")
    return {name: value for name, value in settings if isinstance(value, str)}, highest


def _as_far_as(old: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """A query's rows until the file cannot be read on."""
    try:
        yield from old.execute(query)
    except sqlite3.Error as failure:
        unless_damage(failure)


@contextmanager
def _copied(damaged: Path) -> Iterator[Path]:
    """A copy to read from, with its write-ahead log, for opening a file may change it."""
    copy = damaged.with_name("journal.copy")
    ends = ("", "-wal")
    try:
        for end in ends:
            _copy(damaged.with_name(damaged.name + end), copy.with_name(copy.name + end))
        with copy.open("ab") as file:  # a file without a page is taken for new, whatever its log holds
            file.write(bytes(max(0, PAGE - file.tell())))
        yield copy
    finally:
        for end in (*ends, "-shm"):
            copy.with_name(copy.name + end).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy block by block, zeros for a block that cannot be read."""
    if not source.exists():
        return
    with source.open("rb", buffering=0) as old, target.open("wb") as new:
        for place in range(0, source.stat().st_size, _BLOCK):
            old.seek(place)
            try:
                new.write(old.read(_BLOCK))
            except OSError:
                new.write(bytes(_BLOCK))
