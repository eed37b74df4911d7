"""Files of the data folder: atomic writes, permissions, and errors."""

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
"""The form of a time in file names."""
NEW = ".new"
"""Suffix of an unfinished file."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_NOT_OURS = "data-folder.not-ours"


class DataFolderUnusable(CompanionError):
    """The data folder cannot be opened, read or made. why: the system's error."""

    def __init__(self, code: str, folder: Path, why: str = "", *, permanent: bool = False) -> None:
        super().__init__(text(code, folder=str(folder), why=why), permanent=permanent)


class NoGamesYet(DataFolderUnusable):
    """The data folder has no games."""


class ReadFailed(DataFolderUnusable):
    """The disk failed to read the folder. Nothing was changed: the next try may succeed."""

    def __init__(self, folder: Path, why: str = "") -> None:
        super().__init__("data-folder.unread", folder, why)


class Lock:
    """The lock on a data folder. The system releases it when the process ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        """Release the lock."""
        os.close(self._handle)


def lock(folder: Path) -> Lock:
    """Lock the data folder, and make it if it does not exist. Raises `DataFolderUnusable`.

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
    """Raise an `OSError` of the block as `DataFolderUnusable`, one of reading as `ReadFailed`."""
    try:
        yield
    except PermissionError as failure:
        raise DataFolderUnusable(_NOT_OURS, folder, permanent=True) from failure
    except UnsupportedOperation as failure:
        raise DataFolderUnusable("data-folder.no-file", Path(failure.filename), permanent=True) from failure
    except OSError as failure:
        if failure.errno == errno.EIO:
            raise ReadFailed(folder, failure.strerror or "") from failure
        cause = disk_fault(folder, failure)
        if cause is None:
            raise DataFolderUnusable("cannot-start.data-folder", folder, str(failure)) from failure
        raise DataFolderUnusable(f"data-folder.{cause}", folder, failure.strerror or "") from failure


def disk_fault(folder: Path, failure: OSError) -> Literal["full", "read-only"] | None:
    """The disk's problem behind an error; None if unknown."""
    with suppress(OSError):
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return "read-only"
    return "full" if failure.errno in NO_ROOM else None


def require_file(path: Path) -> Path:
    """The path, if it is a regular file. Raises `OSError`, and `UnsupportedOperation` for a link, a pipe or a
    folder, which might block a read for ever.
    """
    if not stat.S_ISREG(path.lstat().st_mode):
        raise UnsupportedOperation(errno.EINVAL, f"{path.name} is no regular file", str(path))
    return path


def read_json(path: Path, kind: type[T]) -> T:
    """Read a JSON file. Raises `OSError`, and `ValueError` for another content."""
    try:
        return msgspec.json.decode(require_file(path).read_bytes(), type=kind)
    except RecursionError as endless:  # made by hand
        raise ValueError("too deep") from endless


def fsync_path(path: Path) -> None:
    """Sync a file, or the names in a folder. Raises `OSError`."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def atomic_write(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file beside its place, sync and rename it.

    Raises `OSError`; the file in place stays then, unless only the sync of the rename failed.
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


def unused_path(folder: Path, stem: str, suffix: str = "") -> Path:
    """An unused path in the folder: the stem, or the stem with a number."""
    path, again = folder / f"{stem}{suffix}", 2
    while path.exists():
        path, again = folder / f"{stem}-{again}{suffix}", again + 1
    return path


def stamped_name(kind: str, at: datetime) -> str:
    """The stem of a file or folder set aside at this time, UTC."""
    return f"{kind}-{at:{STAMP}}"


def delete_leftovers(folder: Path) -> None:
    """Delete unfinished files and folders."""
    for each in folder.glob(f"*{NEW}"):
        with suppress(OSError):
            shutil.rmtree(each) if each.is_dir() else each.unlink()


def restrict(folder: Path) -> None:
    """Remove others' rights to a folder and its files, where the file system has owners."""
    for each in (folder, *folder.iterdir()):
        with suppress(OSError):
            mode = 0o700 if each.is_dir() else 0o600
            if not each.is_symlink() and each.stat().st_mode & 0o077:
                each.chmod(mode)
