"""An uploaded file, written beside the games without taking the space that they need."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING

from companion.storage.backup import BackupFailed, require_space
from companion.storage.files import NO_ROOM

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

NAMED = "incoming"
"""The file's name until its kind is known."""
_CHECK_EVERY = 1 << 20
"""Bytes between two checks of the free space."""


class Incoming(RawIOBase):
    """A writable file of up to `most` bytes, on the disk of the data folder. Raises `BackupFailed`.

    name: the file's, for people. size: bytes so far.
    """

    def __init__(self, folder: Path, target: Path, most: int) -> None:
        super().__init__()
        self._folder = folder
        self._most = most
        self.name = ""
        self.size = 0
        self._unchecked = _CHECK_EVERY
        with self._translate_errors():
            target.parent.mkdir(0o700, exist_ok=True)
            target.unlink(missing_ok=True)
            handle = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            self._file = os.fdopen(handle, "r+b", buffering=0)

    def writable(self) -> bool:
        """True."""
        return True

    def seekable(self) -> bool:
        """True: the form's parser seeks to the beginning."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """Seek."""
        return self._file.seek(offset, whence)

    def write(self, data: ReadableBuffer) -> int:
        """Write bytes."""
        data = memoryview(data)
        self.size += len(data)
        if self.size > self._most:
            raise BackupFailed("incoming.too-large", self.name, str(self._most >> 20))
        self._unchecked += len(data)
        with self._translate_errors():
            if self._unchecked >= _CHECK_EVERY:
                self._unchecked = 0
                require_space(self._folder, _CHECK_EVERY)
            rest = data
            while rest:
                rest = rest[self._file.write(rest) :]
        return len(data)

    def settle(self) -> None:
        """Sync the file and drop it from the cache, so that later reads come from the disk."""
        with self._translate_errors():
            os.fsync(self._file.fileno())
            os.posix_fadvise(self._file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()
        super().close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as failure:
            why, full = failure.strerror or str(failure), failure.errno in NO_ROOM
            raise BackupFailed(
                "incoming.full" if full else "incoming.failed", self.name, why, full=full
            ) from failure
