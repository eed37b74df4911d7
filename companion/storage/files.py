"""Files of the data folder: written whole or not at all, their owner's alone, and what an error means."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from io import UnsupportedOperation
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from companion.language.text import CompanionError, text

T = TypeVar("T")

STAMP = "%Y%m%dT%H%M%SZ"
"""A time in the name of a file."""
NEW = ".new"
"""Suffix of a file that is written beside its place."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_NOT_OURS = "data-folder.not-ours"


class DataFolderUnusable(CompanionError):
    """The data folder cannot be opened, read or made. why: the system's words."""

    def __init__(self, code: str, folder: Path, why: str = "", *, lasting: bool = False) -> None:
        super().__init__(text(code, folder=str(folder), why=why), lasting=lasting)


class NoGamesYet(DataFolderUnusable):
    """There is nothing to look at in the data folder."""


class Unread(DataFolderUnusable):
    """The disk did not give what is in the folder. Nothing was changed: the next try may succeed."""

    def __init__(self, folder: Path, why: str = "") -> None:
        super().__init__("data-folder.unread", folder, why)


class Lock:
    """The data folder held for one process. The system releases it when the process ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        """Let another process have the folder."""
        os.close(self._handle)


def lock(folder: Path) -> Lock:
    """Take the data folder for this process, and make it if it is not there. Raises `DataFolderUnusable`.

    The folder itself is locked: a lock file could be deleted.
    """
    with translate_errors(folder):
        folder.mkdir(0o700, parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        os.close(handle)
        raise DataFolderUnusable("cannot-start.data-folder-in-use", folder) from failure
    return Lock(handle)


@contextmanager
def translate_errors(folder: Path) -> Iterator[None]:
    """Raise an `OSError` of the block as `DataFolderUnusable`, one of reading as `Unread`."""
    try:
        yield
    except PermissionError as failure:
        raise DataFolderUnusable(_NOT_OURS, folder, lasting=True) from failure
    except UnsupportedOperation as failure:
        raise DataFolderUnusable("data-folder.no-file", Path(failure.filename), lasting=True) from failure
    except OSError as failure:
        if failure.errno == errno.EIO:
            raise Unread(folder, failure.strerror or "") from failure
        cause = disk_fault(folder, failure)
        if cause is None:
            raise DataFolderUnusable("cannot-start.data-folder", folder, str(failure)) from failure
        raise DataFolderUnusable(f"data-folder.{cause}", folder, failure.strerror or "") from failure


def disk_fault(folder: Path, failure: OSError) -> Literal["full", "read-only"] | None:
    """What is wrong with the disk on which something failed; None where that is unknown."""
    with suppress(OSError):
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return "read-only"
    return "full" if failure.errno in NO_ROOM else None


def require_file(path: Path) -> Path:
    """The path, of a file itself. Raises OSError, and `UnsupportedOperation` for a link, a pipe or a folder,
    of which none may be read: it may never begin, or never end.
    """
    if not stat.S_ISREG(path.lstat().st_mode):
        raise UnsupportedOperation(errno.EINVAL, f"{path.name} is no regular file", str(path))
    return path


def read_json(path: Path, kind: type[T]) -> T:
    """What a file of JSON holds. Raises OSError, and ValueError for what is not of this kind."""
    try:
        return msgspec.json.decode(require_file(path).read_bytes(), type=kind)
    except RecursionError as endless:  # made by hand
        raise ValueError("too deep") from endless


def fsync_path(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def atomic_write(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file beside its place, then move it there; on the disk when this returns.

    Raises OSError; what was in the place stays then, unless all but its name was confirmed.
    """
    new = path.with_name(path.name + NEW)
    try:
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    fsync_path(path.parent)


def free_name(folder: Path, stem: str, suffix: str = "") -> Path:
    """A path in the folder that nothing has: the stem, or the stem with a number."""
    path, again = folder / f"{stem}{suffix}", 2
    while path.exists():
        path, again = folder / f"{stem}-{again}{suffix}", again + 1
    return path


def stamped_name(kind: str, at: datetime) -> str:
    """The stem of what is set aside at this time, UTC."""
    return f"{kind}-{at:{STAMP}}"


def sweep(folder: Path) -> None:
    """Delete what a kill or a power cut left half written in a folder."""
    for each in folder.glob(f"*{NEW}"):
        with suppress(OSError):
            shutil.rmtree(each) if each.is_dir() else each.unlink()


def restrict(folder: Path) -> None:
    """Let only their owner read the folder and its files. A disk without owners takes no notice."""
    for each in (folder, *folder.iterdir()):
        with suppress(OSError):
            mode = 0o700 if each.is_dir() else 0o600
            if not each.is_symlink() and each.stat().st_mode & 0o077:
                each.chmod(mode)
