"""A whole copy of an SQLite file, on the disk when it is in its place."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

_NEW = ".new"


def duplicate(source: Path, target: Path) -> None:
    """Copy a file as it stands at one moment, with what its write-ahead log holds; no writer waits.

    The copy is written beside its place and renamed into it. Raises `sqlite3.Error` and `OSError`; what was
    in its place stays then.
    """
    new = target.with_name(target.name + _NEW)
    new.unlink(missing_ok=True)
    where = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(where, uri=True)) as read, closing(sqlite3.connect(new)) as made:
        read.backup(made)
        made.execute("PRAGMA journal_mode=DELETE")
    onto_the_disk(new)
    new.rename(target)
    onto_the_disk(target)  # FAT keeps a length beside each name, and a new name begins with the length 0
    onto_the_disk(target.parent)


def onto_the_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, would outlast a power cut. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
