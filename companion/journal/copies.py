"""Copies of a journal: whole files that can be put in its place, made while games are played.

A copy is written beside its place and renamed into it, so that a copy in place is always whole. It holds the
journal as it stood at one moment, and never makes a writer wait.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.journal.carried import carry
from companion.journal.file import NEW, NO_ROOM, DamagedError, FormatError, discard, duplicate
from companion.journal.folder import lock, replace
from companion.journal.names import NAME, WAL
from companion.journal.offers import NAMED, copies_in
from companion.journal.repair import STAMP, UpdateFailed
from companion.language.text import CompanionError, text

SPARE = 1 << 20
"""Bytes of the journal's disk that copies leave to it beside: an evening is a few hundred kilobytes."""


class CopyFailed(CompanionError):
    """A copy could not be written, read or put in the journal's place; what was in its place stays.

    code: of the sentence. file: the copy, as the person knows it. why: the system's words. full: for want of
    room.
    """

    def __init__(self, code: str, file: str, why: str = "", *, full: bool = False) -> None:
        super().__init__(text(code, file=file, why=why))
        self.why = why
        self.full = full


def copy(folder: Path, target: Path) -> None:
    """Copy the journal of a data folder to a file. Raises `CopyFailed`."""
    with _telling(target):
        duplicate(folder / NAME, target)


@contextmanager
def _telling(target: Path) -> Iterator[None]:
    """Raise what keeps a copy from being written as `CopyFailed`."""
    try:
        yield
    except (sqlite3.Error, ValueError) as failure:
        code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        full = code == sqlite3.SQLITE_FULL
        raise CopyFailed("copy.failed", str(target), str(failure), full=full) from failure
    except OSError as failure:
        raise _failed(target, failure) from failure


def put_back(
    folder: Path, copied: Path, name: str, *, at: datetime, entropy: Callable[[int], bytes]
) -> str | None:
    """Put a copy in the place of a data folder's journal; give the name that this has now, if there was one.

    name: of the copy, as the person knows it. at: the present time, part of the other's name. entropy: gives
    that many random bytes. Raises `CopyFailed`, and `DataFolderUnusable`, also while a companion runs.
    """
    held = lock(folder)
    try:
        return replace(folder, copied, at, entropy)
    except DamagedError as damage:
        raise CopyFailed("copy.damaged", name) from damage
    except FormatError as newer:
        raise CopyFailed("copy.newer", name) from newer
    except UpdateFailed as failure:
        raise CopyFailed("copy.not-updated", name, str(failure)) from failure
    except (sqlite3.Error, OSError) as failure:
        why = getattr(failure, "strerror", None) or str(failure)
        raise CopyFailed("copy.unreadable", name, why) from failure
    finally:
        held.release()


def kept(place: Path) -> tuple[Path, ...]:
    """The copies in a folder, the oldest first. Raises `CopyFailed`."""
    try:
        return copies_in(place)
    except OSError as failure:
        raise _failed(place, failure) from failure


def leave(folder: Path, target: Path, *, told: Collection[str], kept: Collection[str]) -> None:
    """Copy the journal of a data folder to a file that leaves the house: as `carry`. Raises `CopyFailed`."""
    with _telling(target):
        carry(folder / NAME, target, told=told, kept=kept)


def add(
    folder: Path,
    place: Path,
    at: datetime,
    version: int,
    keep: int,
    write: Callable[[Path, Path], None] = copy,
    *,
    offered: str | None = None,
) -> None:
    """Copy the journal of a data folder into a folder of copies, and delete all but the last `keep` there.

    at: UTC. version: of the last entry. write: copies the journal of a data folder to a file. offered: the
    name of a copy that stays beside these, while nobody has decided whether it is put back. Where there is
    no room, older copies make room for the new one, but for the last of them. On the journal's own disk no
    copy takes what the journal may need: as much again as it has, and `SPARE`. Raises `CopyFailed`.
    """
    for name in _names(place):  # what a pulled plug left half written
        if name.endswith(NEW) and re.fullmatch(NAMED, name.removesuffix(NEW)):
            discard(place / name)
    target = place / _name(kept(place), at, version)
    while True:
        try:
            _leave_room(folder, target)
            write(folder, target)
            break
        except CopyFailed as failure:
            if not failure.full or not make_room(place):
                raise
    for old in kept(place)[: -keep or None]:
        if old.name != offered:
            _delete(old)


def make_room(place: Path) -> bool:
    """Delete the oldest copy of a folder, unless it is the only one; whether something was deleted.

    For who needs the room more: a newer copy, or the journal itself.
    """
    try:
        oldest, *_ = kept(place)[:-1]
        _delete(oldest)
    except (CopyFailed, ValueError):
        return False
    return True


def _leave_room(folder: Path, target: Path) -> None:
    """Raise `CopyFailed` when a copy would take from the disk what the journal beside it needs."""
    try:
        if folder.stat().st_dev != target.parent.stat().st_dev:
            return
        size = sum(each.stat().st_size for end in ("", WAL) if (each := folder / f"{NAME}{end}").exists())
        free = shutil.disk_usage(folder).free
    except OSError as failure:
        raise _failed(target, failure) from failure
    if free < 2 * size + SPARE:
        raise CopyFailed("copy.failed", str(target), os.strerror(errno.ENOSPC), full=True)


def _name(others: tuple[Path, ...], at: datetime, version: int) -> str:
    """A name that sorts behind the others', also when the clock has gone back: without a network it may."""
    stamp = f"{at:{STAMP}}"
    last = re.fullmatch(NAMED, others[-1].name) if others else None
    if last is not None and stamp <= last[1]:
        try:
            stamp = f"{datetime.strptime(last[1], STAMP).replace(tzinfo=UTC) + timedelta(seconds=1):{STAMP}}"
        except (ValueError, OverflowError):
            stamp = last[1]  # no time that we would have written; the numbers behind it decide
    return f"companion-{stamp}-{version}.sqlite"


def _names(place: Path) -> list[str]:
    try:
        return sorted(each.name for each in place.iterdir())
    except OSError as failure:
        raise _failed(place, failure) from failure


def _delete(old: Path) -> None:
    try:
        old.unlink(missing_ok=True)
    except OSError as failure:
        raise _failed(old, failure) from failure


def _failed(file: Path, failure: OSError) -> CopyFailed:
    why, full = failure.strerror or str(failure), failure.errno in NO_ROOM
    return CopyFailed("copy.failed", str(file), why, full=full)
