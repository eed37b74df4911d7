"""Bringing a journal of an earlier format up to date: kept whole beside its place first, then changed.

The way back is `companion restore`, done by the earlier version with the file that was kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from companion.journal.file import Formats, OlderError, check, connect
from companion.journal.sqlite_copy import duplicate

_EARLIER = "journal.earlier"


class UpdateFailed(Exception):
    """A step to a later format did not succeed; the file has not changed. why: in the system's words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def current(place: Path, at: datetime, formats: Formats) -> str | None:
    """Check the file, and see to it that it is in the current format.

    Returns the name under which a file of an earlier format lies beside it as it was. Raises `UpdateFailed`
    when it stays in that format, what `check` raises, `sqlite3.Error` and `OSError`.
    """
    try:
        check(place, formats)
    except OlderError as older:
        kept = free(place.parent, f"journal.format-{older.number}-{at.strftime('%Y%m%dT%H%M%SZ')}")
        duplicate(place, place.with_name(kept))
        try:
            _update(place, older.number, formats)
        except UpdateFailed:
            place.with_name(kept).unlink()  # a service tries again and again: each time would leave one more
            raise
        check(place, formats)
        return kept
    return None


@contextmanager
def currently(copied: Path, folder: Path, formats: Formats) -> Iterator[Path]:
    """A copy of a journal in the current format: itself, or for a while another one in the folder.

    Raises what `current` raises; the copy has not changed then either.
    """
    earlier = folder / _EARLIER
    try:
        check(copied, formats)
    except OlderError as older:
        number = older.number
    else:
        yield copied
        return
    try:
        duplicate(copied, earlier)
        _update(earlier, number, formats)
        check(earlier, formats)
        yield earlier
    finally:
        for end in ("", "-wal", "-shm"):
            earlier.with_name(earlier.name + end).unlink(missing_ok=True)


def free(folder: Path, stem: str) -> str:
    """A name that begins so and that no file of the folder has, with or without a write-ahead log."""
    name, number = stem, 1
    while any((folder / f"{name}{end}").exists() for end in ("", "-wal", "-shm")):
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
