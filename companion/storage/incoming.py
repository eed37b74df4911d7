"""A file that comes from a phone: it is written beside the games, and never takes the room they need."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING

from companion.storage.backup import BackupFailed, leave_room
from companion.storage.files import NO_ROOM

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

NAMED = "incoming"
"""The file's name until it is known what it is."""
_LOOK = 1 << 20
"""Bytes after which it is asked once more how much room there is."""


class Incoming(RawIOBase):
    """Takes what comes, up to `most` bytes, onto the disk of the data folder. Raises `BackupFailed`.

    name: of the file as the person knows it. size: in bytes, so far.
    """

    def __init__(self, folder: Path, target: Path, most: int) -> None:
        super().__init__()
        self._folder = folder
        self._most = most
        self.name = ""
        self.size = 0
        self._unseen = _LOOK
        with self._translating():
            target.parent.mkdir(0o700, exist_ok=True)
            target.unlink(missing_ok=True)
            handle = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            self._file = os.fdopen(handle, "r+b", buffering=0)

    def writable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """The reader of a form goes back to its beginning."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place in the file."""
        return self._file.seek(offset, whence)

    def write(self, data: ReadableBuffer) -> int:
        """Take more."""
        data = memoryview(data)
        self.size += len(data)
        if self.size > self._most:
            raise BackupFailed("incoming.too-large", self.name, str(self._most >> 20))
        self._unseen += len(data)
        with self._translating():
            if self._unseen >= _LOOK:
                self._unseen = 0
                leave_room(self._folder, _LOOK)
            rest = data
            while rest:
                rest = rest[self._file.write(rest) :]
        return len(data)

    def settle(self) -> None:
        """Wait for the disk; what is read from now on comes from there, as far as the system lets us."""
        with self._translating():
            os.fsync(self._file.fileno())
            os.posix_fadvise(self._file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def close(self) -> None:
        """Take no more."""
        with suppress(OSError):
            self._file.close()
        super().close()

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except OSError as failure:
            why, full = failure.strerror or str(failure), failure.errno in NO_ROOM
            raise BackupFailed(
                "incoming.full" if full else "incoming.failed", self.name, why, full=full
            ) from failure
