"""The seal of a journal: what tells a start that the file is, byte for byte, one that was found whole.

To read every entry and every page takes the longer the more evenings there are; the sum of a file's bytes
takes next to nothing. The seal is put on when a start has checked all of it. When the file takes its
write-ahead log in, it is looked at before and put on anew behind it: then nothing but that log has come in,
whose sums SQLite has checked. Where it does not fit, for whatever reason, the file is checked whole again. It
is never flushed: what a power cut leaves of it fits or not.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from struct import Struct

from companion.journal.names import NAME, SEAL

_SEAL = Struct(">qqqI")
"""The format, an entry, the bytes of the file, and the sum of all that and of the file."""
_AT_ONCE = 128 * 1024
"""Bytes of a journal that are in memory at a time."""


def sealed(folder: Path, number: int) -> int | None:
    """The number of the last entry in a file that is as it was sealed, None in any other.

    number: of the format. What the write-ahead log holds is not looked at.
    """
    with suppress(OSError):
        seal = (folder / SEAL).read_bytes()
        if len(seal) == _SEAL.size:
            _, last, _, _ = _SEAL.unpack(seal)
            if seal == _seal(folder / NAME, number, last):
                return int(last)
    return None


def put_on(folder: Path, number: int, last: int) -> None:
    """Seal a file that was found whole without a write-ahead log. last: its last entry, or one before."""
    with suppress(OSError):
        handle = os.open(folder / SEAL, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, _seal(folder / NAME, number, last))
        finally:
            os.close(handle)


@contextmanager
def still_sealed(folder: Path, number: int, last: int) -> Iterator[None]:
    """A block in which a sealed file takes its write-ahead log in, the entry `last` with it; and nothing else
    happens to it."""
    before = sealed(folder, number)
    yield
    if before is not None:
        put_on(folder, number, last)


def _seal(file: Path, number: int, last: int) -> bytes:
    """The seal of the file as it is now. Raises OSError."""
    with file.open("rb", buffering=0) as read:
        size = os.fstat(read.fileno()).st_size
        total = zlib.crc32(_SEAL.pack(number, last, size, 0))
        room = memoryview(bytearray(_AT_ONCE))
        while count := read.readinto(room):
            total = zlib.crc32(room[:count], total)
    return _SEAL.pack(number, last, size, total)
