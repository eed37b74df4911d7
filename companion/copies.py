"""Copies of a journal: whole files that can be put in its place, made while games are played.

A copy is written beside its place and renamed into it, so that a copy in place is always whole. SQLite's own
backup reads the journal as it stood at one moment and never makes a writer wait.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.journal_file import NAME
from companion.journal_format import dial

_NEW = ".new"
_NAMES = "companion-????????T??????Z-*.sqlite"


class CopyFailed(Exception):
    """The copy could not be written or read. why: the system's words."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(str(file), why)
        self.file = file
        self.why = why


def name_of(at: datetime, version: int) -> str:
    """What a copy is called: later ones sort behind earlier ones. at: UTC. version: the last entry's number."""
    return f"companion-{at:%Y%m%dT%H%M%SZ}-{version}.sqlite"


def copy(folder: Path, target: Path) -> None:
    """Copy the journal of a data folder to a file. Raises `CopyFailed`; what was in its place stays then."""
    new = target.with_name(target.name + _NEW)
    try:
        new.unlink(missing_ok=True)
        with closing(dial(folder / NAME, "ro")) as source, closing(sqlite3.connect(new)) as made:
            source.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")
        _onto_the_disk(new)
        new.rename(target)
        _onto_the_disk(target.parent)
    except sqlite3.Error as failure:
        raise CopyFailed(target, str(failure)) from failure
    except OSError as failure:
        raise CopyFailed(target, failure.strerror or str(failure)) from failure


def kept(folder: Path) -> tuple[Path, ...]:
    """The copies in a folder, the oldest first."""
    return tuple(sorted(folder.glob(_NAMES)))


def forget(folder: Path, keep: int) -> None:
    """Delete the oldest copies but the last `keep`. Raises `CopyFailed`."""
    for old in kept(folder)[: -keep or None]:
        try:
            old.unlink(missing_ok=True)
        except OSError as failure:
            raise CopyFailed(old, failure.strerror or str(failure)) from failure


def _onto_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
