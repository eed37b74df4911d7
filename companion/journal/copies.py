"""Copies of a journal: whole files that can be put in its place, made while games are played.

A copy is written beside its place and renamed into it, so that a copy in place is always whole. It holds the
journal as it stood at one moment, and never makes a writer wait.
"""

from __future__ import annotations

import errno
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.journal.file import NEW, discard, duplicate
from companion.journal.folder import NAME

_NAME = re.compile(r"companion-(\d{8}T\d{6}Z)-\d+\.sqlite")
_STAMP = "%Y%m%dT%H%M%SZ"
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT}


class CopyFailed(Exception):
    """The copy could not be written or read. why: the system's words. full: for want of room."""

    def __init__(self, file: Path, why: str, *, full: bool = False) -> None:
        super().__init__(str(file), why)
        self.file = file
        self.why = why
        self.full = full


def copy(folder: Path, target: Path) -> None:
    """Copy the journal of a data folder to a file. Raises `CopyFailed`; what was in its place stays then."""
    try:
        duplicate(folder / NAME, target)
    except sqlite3.Error as failure:
        code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        raise CopyFailed(target, str(failure), full=code == sqlite3.SQLITE_FULL) from failure
    except OSError as failure:
        raise _failed(target, failure) from failure


def kept(place: Path) -> tuple[Path, ...]:
    """The copies in a folder, the oldest first. Raises `CopyFailed`."""
    return tuple(place / name for name in _names(place) if _NAME.fullmatch(name))


def add(folder: Path, place: Path, at: datetime, version: int, keep: int) -> None:
    """Copy the journal of a data folder into a folder of copies, and delete all but the last `keep` there.

    at: UTC. version: of the last entry. Where there is no room, older copies make room for the new one, but
    for the last of them. Raises `CopyFailed`.
    """
    _tidy(place)
    target = place / _name(kept(place), at, version)
    while True:
        try:
            copy(folder, target)
            break
        except CopyFailed as failure:
            oldest, *others = kept(place) or (None,)
            if not failure.full or oldest is None or not others:
                raise
            _delete(oldest)
    for old in kept(place)[: -keep or None]:
        _delete(old)


def _name(others: tuple[Path, ...], at: datetime, version: int) -> str:
    """A name that sorts behind the others', also when the clock has gone back: without a network it may."""
    stamp = f"{at:{_STAMP}}"
    last = _NAME.fullmatch(others[-1].name) if others else None
    if last is not None and stamp <= last[1]:
        stamp = _a_second_after(last[1])
    return f"companion-{stamp}-{version}.sqlite"


def _a_second_after(stamp: str) -> str:
    try:
        return f"{datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC) + timedelta(seconds=1):{_STAMP}}"
    except (ValueError, OverflowError):
        return stamp  # no time that we would have written; the numbers behind it decide


def _tidy(place: Path) -> None:
    """Delete what a pulled plug left half written."""
    for name in _names(place):
        if name.endswith(NEW) and _NAME.fullmatch(name.removesuffix(NEW)):
            discard(place / name)


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
    return CopyFailed(file, failure.strerror or str(failure), full=failure.errno in _NO_ROOM)
