"""The journal's file: made whole or not at all, checked at every start, mended when it is damaged.

A new file is written beside its place and renamed into it, so that a file in place always has its tables
and only damage can make it unreadable. A damaged file is never changed: what can be read of it is copied
into a new one, then the two change places and the damaged one keeps its bytes under another name.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.journal_format import DamagedError, FormatError, check
from companion.journal_salvage import make
from companion.screen import text

NAME = "journal.sqlite"
_NEW = "journal.new"
_LOCK = "journal.lock"
_BESIDE = ("-wal", "-shm")
_UNUSABLE = "cannot-start.data-folder"


class DataFolderUnusable(Exception):
    """The data folder or its journal cannot be opened, read or made. said: what to do about it."""

    def __init__(self, code: str, folder: Path, why: str = "") -> None:
        super().__init__(code, str(folder), why)
        self.said = text(code, folder=str(folder), why=why)


class NoGamesYet(DataFolderUnusable):
    """There is no journal to look at."""


class DataFolderInUse(DataFolderUnusable):
    """Another process writes in this data folder."""


class Lock:
    """Holds the data folder for one process; the system lets it go when the process ends, however it ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        """Let another process have the folder."""
        os.close(self._handle)


def lock(folder: Path) -> Lock:
    """Take the data folder for this process. Raises `DataFolderInUse` or `DataFolderUnusable`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as failure:
        raise DataFolderUnusable(_UNUSABLE, folder, failure.strerror or "") from failure
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        os.close(handle)
        raise DataFolderInUse("cannot-start.data-folder-in-use", folder) from failure
    return Lock(handle)


def inspect(folder: Path) -> None:
    """Check the file to its last entry. Raises `DataFolderUnusable` when it is not there or not whole."""
    if not (folder / NAME).exists():
        raise NoGamesYet("data-folder.empty", folder)
    try:
        check(folder / NAME)
    except DamagedError as damage:
        raise DataFolderUnusable("data-folder.damaged", folder) from damage
    except FormatError as newer:
        raise DataFolderUnusable("data-folder.newer", folder) from newer
    except sqlite3.Error as failure:
        raise DataFolderUnusable(_UNUSABLE, folder, str(failure)) from failure


def prepare(folder: Path, at: datetime, entropy: Callable[[int], bytes]) -> str | None:
    """See to it that there is a whole file in place; return the name of a damaged one now set aside."""
    try:
        return _prepare(folder, at, entropy)
    except (sqlite3.Error, OSError) as failure:
        raise DataFolderUnusable(_UNUSABLE, folder, str(failure)) from failure
    except FormatError as newer:
        raise DataFolderUnusable("data-folder.newer", folder) from newer


def _prepare(folder: Path, at: datetime, entropy: Callable[[int], bytes]) -> str | None:
    place, new = folder / NAME, folder / _NEW
    if not place.exists() and _finished(new):
        return _exchange(folder, at)
    for end in ("", "-journal"):
        (folder / f"{_NEW}{end}").unlink(missing_ok=True)
    damaged = None
    if place.exists():
        try:
            check(place)
        except DamagedError:
            damaged = place
        else:
            return None
    make(new, at, entropy, damaged)
    return _exchange(folder, at)


def _finished(new: Path) -> bool:
    """Whether a file was written whole and only its renaming is missing."""
    try:
        check(new)
    except (DamagedError, sqlite3.OperationalError):
        return False
    return True


def replace(folder: Path, by: Path, at: datetime, entropy: Callable[[int], bytes]) -> str | None:
    """Put what a copy holds in the place of the journal that is there; return the name that this has now.

    For who holds the lock. The new journal has an epoch of its own: phones that saw later entries start afresh.
    Raises `DamagedError` and `FormatError` for a file that is no whole journal of a format we know, `OSError`
    and `sqlite3.Error`; the journal in place has not changed then.
    """
    if not by.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(by))
    check(by)
    for end in ("", "-journal"):
        (folder / f"{_NEW}{end}").unlink(missing_ok=True)
    make(folder / _NEW, at, entropy, by)
    return _exchange(folder, at, "replaced")


def _exchange(folder: Path, at: datetime, why: str = "damaged") -> str | None:
    """Set what is in place aside, the file before its companions, and put the new one there."""
    aside = stem = f"journal.{why}-{at.strftime('%Y%m%dT%H%M%SZ')}"
    number = 1
    while any((folder / f"{aside}{end}").exists() for end in ("", *_BESIDE)):
        number += 1
        aside = f"{stem}-{number}"
    moved = False
    for end in ("", *_BESIDE):
        if (folder / f"{NAME}{end}").exists():
            (folder / f"{NAME}{end}").rename(folder / f"{aside}{end}")
            moved = True
    (folder / _NEW).rename(folder / NAME)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    return aside if moved else None
