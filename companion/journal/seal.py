"""The seal of a journal: what tells a start that the file is, byte for byte, one that was found whole.

To read every entry and every page takes the longer the more evenings there are; the sum of a file's bytes
takes next to nothing. The seal is put on when a start has checked all of it. When the file takes its
write-ahead log in, it is looked at before and put on anew behind it: then nothing but that log has come in,
whose sums SQLite has checked. It names the log that was begun behind it: one that the file has taken in
already, and of which a power cut left a part, would cover what is newer. Where it does not fit,
for whatever reason, the file is checked whole again. It is never flushed: what a power cut leaves of it fits
or not.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from struct import Struct

import msgspec
from msgspec.structs import astuple, replace

from companion.journal.names import NAME, SEAL

_SEAL = Struct(">qqqI8s")
"""The format, an entry, the bytes of the file, the sum of all that and of the file, and the log's salts."""
_SUM = Struct(">I")
"""The sum of all that is before it in the seal."""
_LENGTH = _SEAL.size + _SUM.size
_NONE = bytes(8)
"""The salts of no log."""
_AT_ONCE = 128 * 1024
"""Bytes of a journal that are in memory at a time."""


class _Seal(msgspec.Struct, frozen=True):
    number: int
    last: int
    size: int
    total: int
    salts: bytes


def sealed(folder: Path, number: int, salts: bytes | None = None) -> int | None:
    """The number of the last entry in a file that is as it was sealed, None in any other.

    number: of the format. salts: of the write-ahead log that lies beside it, None where that holds nothing;
    where it was not begun on what was sealed, the answer is None, too.
    """
    seal = _read(folder)
    with suppress(OSError):
        if seal is not None and salts in {None, seal.salts}:
            found = _seal(folder / NAME, number, seal.last, seal.salts)
            return seal.last if found == seal else None
    return None


def put_on(folder: Path, number: int, last: int, begun: Callable[[], bytes] = bytes) -> None:
    """Seal a file that was found whole. last: its last entry, or one before. begun: gives the salts of the
    log that was begun on it, nothing if none was yet."""
    with suppress(OSError):
        seal = _seal(folder / NAME, number, last, _NONE)
        _write(folder, replace(seal, salts=begun() or _NONE))


def goes_on(folder: Path, salts: bytes) -> None:
    """Name in the seal, if there is one, the log that was begun on the file."""
    seal = _read(folder)
    if seal is not None and seal.salts != salts:
        with suppress(OSError):
            _write(folder, replace(seal, salts=salts))


@contextmanager
def still_sealed(folder: Path, number: int, last: int, begun: Callable[[], bytes]) -> Iterator[None]:
    """A block in which a sealed file takes its write-ahead log in, the entry `last` with it; and nothing else
    happens to it. begun: as for `put_on`."""
    before = sealed(folder, number)
    yield
    if before is not None:
        put_on(folder, number, last, begun)


def _read(folder: Path) -> _Seal | None:
    """The seal that lies there, if it is what was written."""
    with suppress(OSError), (folder / SEAL).open("rb") as file:
        content = file.read(_LENGTH + 1)
        if len(content) == _LENGTH and _summed(content[: _SEAL.size]) == content:
            return _Seal(*_SEAL.unpack_from(content))
    return None


def _write(folder: Path, seal: _Seal) -> None:
    """Raises OSError."""
    handle = os.open(folder / SEAL, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.write(handle, _summed(_SEAL.pack(*astuple(seal))))
    finally:
        os.close(handle)


def _summed(said: bytes) -> bytes:
    return said + _SUM.pack(zlib.crc32(said))


def _seal(file: Path, number: int, last: int, salts: bytes) -> _Seal:
    """The seal of the file as it is now. Raises OSError."""
    with file.open("rb", buffering=0) as read:
        size = os.fstat(read.fileno()).st_size
        total = zlib.crc32(_SEAL.pack(number, last, size, 0, _NONE))
        room = memoryview(bytearray(_AT_ONCE))
        while count := read.readinto(room):
            total = zlib.crc32(room[:count], total)
    return _Seal(number, last, size, total, salts)
