"""A data folder: one process writes in it; its journal is made whole or not at all, checked at every start.

A new file is written beside its place and renamed into it, so that a file in place always has its tables
and only damage can make it unreadable. A damaged file is never changed: what can be read of it is copied
into a new one, then the two change places and the damaged one keeps its bytes under another name. A file of
an earlier format is kept as it was, too, before it is brought up to date.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from companion.journal.file import ENDS, FORMATS, DamagedError, FormatError, Formats, check, onto_the_disk
from companion.journal.repair import STAMP, UpdateFailed, current, currently, free, make
from companion.language.text import CompanionError, text

NAME = "journal.sqlite"
OWN = "journal."
"""How the names of all files begin that the journal has in its folder."""
_NEW = "journal.new"
_LOCK = "journal.lock"
_UNUSABLE = "cannot-start.data-folder"
_NOT_OURS = "data-folder.not-ours"


class DataFolderUnusable(CompanionError):
    """The data folder or its journal cannot be opened, read or made. why: the system's words."""

    def __init__(self, code: str, folder: Path, why: str = "", *, lasting: bool = False) -> None:
        super().__init__(text(code, folder=str(folder), why=why), lasting=lasting)


class NoGamesYet(DataFolderUnusable):
    """There is no journal to look at."""


class Unread(DataFolderUnusable):
    """The system cannot read the journal at the moment: nothing is known of it, and nothing was changed."""

    def __init__(self, folder: Path, why: str = "") -> None:
        super().__init__("data-folder.unread", folder, why)


class Prepared(NamedTuple):
    """set_aside: the name that a damaged file has now. kept: the name under which the games lie as they were
    before they were brought to this program's format."""

    set_aside: str | None = None
    kept: str | None = None


class Lock:
    """Holds the data folder for one process; the system lets it go when the process ends, however it ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        """Let another process have the folder."""
        os.close(self._handle)


def lock(folder: Path) -> Lock:
    """Take the data folder for this process. Raises `DataFolderUnusable`, also when another one has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except PermissionError as failure:
        raise DataFolderUnusable(_NOT_OURS, folder, lasting=True) from failure
    except OSError as failure:
        raise DataFolderUnusable(_UNUSABLE, folder, failure.strerror or "") from failure
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        os.close(handle)
        raise DataFolderUnusable("cannot-start.data-folder-in-use", folder) from failure
    return Lock(handle)


@contextmanager
def _telling(folder: Path) -> Iterator[None]:
    """Raise what goes wrong with the journal of this folder as `DataFolderUnusable`."""
    try:
        yield
    except DamagedError as damage:
        raise DataFolderUnusable("data-folder.damaged", folder) from damage
    except FormatError as newer:
        raise DataFolderUnusable("data-folder.newer", folder, lasting=True) from newer
    except UpdateFailed as failure:
        raise DataFolderUnusable("data-folder.not-updated", folder, str(failure), lasting=True) from failure
    except (sqlite3.Error, OSError) as failure:
        raise DataFolderUnusable(_UNUSABLE, folder, str(failure)) from failure


def inspect(folder: Path, formats: Formats = FORMATS) -> Prepared:
    """Check the file to its last entry. Raises `DataFolderUnusable` when it is not there or not whole."""
    with _telling(folder):
        try:
            if not (folder / NAME).exists():
                raise NoGamesYet("data-folder.empty", folder)
            if check(folder / NAME, formats) != formats.current:
                raise DataFolderUnusable("data-folder.older", folder)
        except PermissionError as failure:
            raise DataFolderUnusable(_NOT_OURS, folder, lasting=True) from failure
    return Prepared()


def prepare(
    folder: Path, at: datetime, entropy: Callable[[int], bytes], formats: Formats = FORMATS
) -> Prepared:
    """See to it that there is a whole file in place, in the current format. Raises `DataFolderUnusable`."""
    place, new = folder / NAME, folder / _NEW
    with _telling(folder):
        aside = _exchange(folder, at) if not place.exists() and _finished(new, formats) else None
        _clear(new)
        damaged = None
        if place.exists():
            try:
                return Prepared(aside, current(place, at, formats))
            except DamagedError:
                damaged = place
        make(new, at, entropy, damaged, formats.current)
        return Prepared(_exchange(folder, at))


def _finished(new: Path, formats: Formats) -> bool:
    """Whether a file was written whole and only its renaming is missing."""
    try:
        check(new, formats)
    except (DamagedError, sqlite3.OperationalError):
        return False
    return True


def _clear(new: Path) -> None:
    for end in ("", "-journal"):
        new.with_name(new.name + end).unlink(missing_ok=True)


def replace(
    folder: Path,
    by: Path,
    at: datetime,
    entropy: Callable[[int], bytes],
    formats: Formats = FORMATS,
) -> str | None:
    """Put what a copy holds in the place of the journal that is there; return the name that this has now.

    For who holds the lock. The new journal has an epoch of its own: phones that saw more start afresh.
    Raises `DamagedError`, `FormatError` and `UpdateFailed` for a file that is no whole journal of a format we
    know, `OSError` and `sqlite3.Error`; the journal in place has not changed then.
    """
    if not by.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(by))
    with currently(by, folder, formats) as whole:
        _clear(folder / _NEW)
        make(folder / _NEW, at, entropy, whole, formats.current)
    return _exchange(folder, at, "replaced")


def _exchange(folder: Path, at: datetime, why: str = "damaged") -> str | None:
    """Set what is in place aside, the file before its companions, and put the new one there."""
    aside = free(folder, f"{OWN}{why}-{at:{STAMP}}")
    moved = False
    for end in ENDS:
        if (folder / f"{NAME}{end}").exists():
            (folder / f"{NAME}{end}").rename(folder / f"{aside}{end}")
            moved = True
    (folder / _NEW).rename(folder / NAME)
    onto_the_disk(folder)
    return aside if moved else None
