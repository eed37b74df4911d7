"""A whole copy of an SQLite file, on the disk when it is in its place."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

NEW = ".new"
"""Behind the name of a copy that is not whole yet."""
_SOME = 128
"""Pages between two waits for the disk: 128 KiB of a journal. What has not been written yet, ext4 writes with
the next entry of anybody: a press must find no more than this before it."""

_WAYS = ("locking_mode=EXCLUSIVE", "journal_mode=OFF", "synchronous=OFF", f"cache_size={_SOME // 8}")
"""A file that nobody knows yet needs no way back and nothing beside it, for which there may be no room; and
what is held back in memory would come at once."""


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
    for end in ("", "-journal", "-wal", "-shm"):
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
    where = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(where, uri=True, isolation_level=None)) as read,
        closing(sqlite3.connect(new, isolation_level=None)) as made,
    ):
        read.execute("BEGIN")  # one moment for all steps: else each new entry would start them afresh
        read.execute("SELECT name FROM sqlite_schema").fetchone()
        for way in _WAYS:
            made.execute(f"PRAGMA {way}")
        read.backup(made, pages=_SOME, progress=lambda *_: onto_the_disk(new))
        made.execute("PRAGMA journal_mode=DELETE")
    onto_the_disk(new)
