"""Copies of a journal: whole files that can be put in its place, made while games are played.

A copy is written beside its place and renamed into it, so that a copy in place is always whole. SQLite's own
backup reads the journal as it stood at one moment and never makes a writer wait.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path

from companion.journal_file import NAME
from companion.sqlite_copy import duplicate

_NAMES = "companion-????????T??????Z-*.sqlite"


class CopyFailed(Exception):
    """The copy could not be written or read. why: the system's words."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(str(file), why)
        self.file = file
        self.why = why


def name_of(at: datetime, version: int) -> str:
    """What a copy is called: later ones sort behind earlier ones. at: UTC. version: of the last entry."""
    return f"companion-{at:%Y%m%dT%H%M%SZ}-{version}.sqlite"


def copy(folder: Path, target: Path) -> None:
    """Copy the journal of a data folder to a file. Raises `CopyFailed`; what was in its place stays then."""
    try:
        duplicate(folder / NAME, target)
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
