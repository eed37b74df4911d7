"""A new file of a journal, and an old one made good: mended, or brought up to date.

Of a damaged file what can be read of it goes into a new one. A file of an earlier format is kept whole beside
its place first, then changed there; the way back is `companion restore`, done by the earlier version with the
file that was kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.journal.entry import stamp, well_formed
from companion.journal.file import (
    ENDS,
    INSERT,
    PAGE,
    TABLES,
    Formats,
    check,
    connect,
    dial,
    discard,
    duplicate,
    read_row,
    unless_damage,
)

STAMP = "%Y%m%dT%H%M%SZ"
"""How a time is written in the name of a file."""
_BLOCK = 4096
"""Bytes of a damaged file that are read, or lost, together."""


class UpdateFailed(Exception):
    """A step to a later format did not succeed; the file has not changed. Its text is the system's words.

    Never leaves this room: it is told as another error.
    """


def current(place: Path, at: datetime, formats: Formats) -> str | None:
    """Check the file, and see to it that it is in the current format.

    Returns the name under which a file of an earlier format lies beside it as it was. Raises `UpdateFailed`
    when it stays in that format, what `check` raises, `sqlite3.Error` and `OSError`.
    """
    number = check(place, formats)
    if number == formats.current:
        return None
    kept = free(place.parent, f"journal.format-{number}-{at:{STAMP}}")
    duplicate(place, place.with_name(kept))
    try:
        _update(place, number, formats)
    except UpdateFailed:
        place.with_name(kept).unlink()  # a service tries again and again: each time would leave one more
        raise
    check(place, formats)
    return kept


@contextmanager
def currently(copied: Path, folder: Path, formats: Formats) -> Iterator[Path]:
    """A copy of a journal in the current format: itself, or for a while another one in the folder.

    Raises what `current` raises; the copy has not changed then either.
    """
    number = check(copied, formats)
    if number == formats.current:
        yield copied
        return
    earlier = folder / "journal.earlier"
    try:
        duplicate(copied, earlier)
        _update(earlier, number, formats)
        check(earlier, formats)
        yield earlier
    finally:
        discard(earlier)


def free(folder: Path, stem: str) -> str:
    """A name that begins so and that no file of the folder has, with or without a write-ahead log."""
    name, number = stem, 1
    while any((folder / f"{name}{end}").exists() for end in ENDS):
        number += 1
        name = f"{stem}-{number}"
    return name


def _update(place: Path, number: int, formats: Formats) -> None:
    """Take every step in one transaction: a power cut leaves the file as it was, or as it shall be."""
    try:
        with closing(connect(place, writing=True)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for each in range(number, formats.current):
                formats.steps[each](connection)
            connection.execute(f"PRAGMA user_version={formats.current}")
            connection.execute("COMMIT")
    except (sqlite3.Error, ValueError) as failure:
        raise UpdateFailed(str(failure)) from failure


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
    try:
        for end in ("", "-wal"):
            _copy(damaged.with_name(damaged.name + end), copy.with_name(copy.name + end))
        with copy.open("ab") as file:  # a file without a page is taken for new, whatever its log holds
            file.write(bytes(max(0, PAGE - file.tell())))
        yield copy
    finally:
        discard(copy)


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
