"""The seal of a journal: what tells a start that the file is, byte for byte, one that was found whole.

To read every entry and every page takes the longer the more evenings there are; the sums of a file's bytes
take next to nothing. They are taken before a start checks all of the file, and become its seal if all is
well: a byte that changes meanwhile is not what was summed. When the file takes its write-ahead log in, the
new seal is worked out from the one before and from what stands in that log, as far as it is what was written;
the file is looked at only where it is written over. So a seal says what the file must hold, not what it does.

It names the log that was begun behind it: one that the file has taken in already, and of which a power cut
left a part, would cover what is newer. Where it does not fit, for whatever reason, the file is checked whole
again. It is never flushed: what a power cut leaves of it fits or not.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from struct import Struct

import msgspec
from msgspec.structs import astuple, replace

from companion.journal.names import NAME, SEAL, WAL
from companion.journal.wal import pages_of, parse

_SEAL = Struct(">qqqI8s")
"""The format, an entry, the bytes of the file, the sum of all that and of the sums behind it, and the log's
salts."""
_SUM = Struct(">I")
"""The sum of all that is before it in the seal. Behind it stand the sums of the file's pieces."""
_LENGTH = _SEAL.size + _SUM.size
_NONE = bytes(8)
"""The salts of no log."""
_PIECE = 1024
"""Bytes of a journal that have a sum of their own: a page, or a part of a larger one."""
_AT_ONCE = 128 * _PIECE
"""Bytes of a journal that are in memory at a time."""
_BLANK = zlib.crc32(bytes(_PIECE))


class Held(msgspec.Struct, frozen=True):
    """What a journal's file holds, or must hold. size: bytes. sums: of its pieces."""

    size: int
    sums: array[int]


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
    if seal is not None and salts in {None, seal.salts}:
        held = held_by(folder)
        if held is not None and _seal(number, seal.last, held, seal.salts) == seal:
            return seal.last
    return None


def held_by(folder: Path) -> Held | None:
    """What the journal's file holds now, None where the disk does not say."""
    sums = array("I")
    room = memoryview(bytearray(_AT_ONCE))
    pieces = [room[at : at + _PIECE] for at in range(0, _AT_ONCE, _PIECE)]
    with suppress(OSError), (folder / NAME).open("rb") as file:
        size = 0
        while count := file.readinto(room):
            size += count
            whole, rest = divmod(count, _PIECE)
            sums.extend(map(zlib.crc32, pieces[:whole]))
            if rest:
                sums.append(zlib.crc32(pieces[whole][:rest]))
        return Held(size, sums)
    return None


def put_on(folder: Path, number: int, last: int, held: Held) -> None:
    """Seal a file that was found whole. last: its last entry, or one before. held: what it held before it was
    looked at."""
    with suppress(OSError):
        _write(folder, _seal(number, last, held, _NONE), held)


def goes_on(folder: Path, salts: bytes) -> None:
    """Name in the seal, if there is one, the log that was begun on the file."""
    seal = _read(folder)
    if seal is not None and seal.salts != salts:
        with suppress(OSError):
            _write(folder, replace(seal, salts=salts))


@contextmanager
def still_sealed(
    folder: Path, number: int, last: int, begun: Callable[[], bytes]
) -> Iterator[Callable[[], None]]:
    """A block in which a file takes its write-ahead log in, the entry `last` with it, and nothing else
    happens to it.

    What it gives is called in it before the file takes something in, and in the end when nothing more is
    written to the log and nothing of it has been let go. begun: gives the salts of the log that was begun on
    the file since, nothing if none was yet.
    """
    held = _expected(folder, number)
    taking = None if held is None else _Taking(folder, held)
    yield (lambda: None) if taking is None else taking.look
    held = None if taking is None else taking.done()
    if held is not None:
        with suppress(OSError):
            _write(folder, _seal(number, last, held, begun() or _NONE), held)


class _Taking:
    """How a file takes its log in. held: what it must hold before."""

    def __init__(self, folder: Path, held: Held) -> None:
        self._file, self._wal, self._held = folder / NAME, folder / f"{NAME}{WAL}", held
        self._log: bytes | None = None
        self._seen: set[int] = set()
        self._changed = False

    def look(self) -> None:
        """See whether the pages to come in are still what they must be in the file: one that had changed was
        changed further, and is in the log so."""
        self._log = None
        with suppress(OSError), self._file.open("rb") as file:
            log = self._wal.read_bytes()
            for number, size in pages_of(log):
                if number not in self._seen and not self._changed:
                    self._seen.add(number)
                    file.seek((number - 1) * size)
                    sums, first = array("I", _sums(file.read(size))), (number - 1) * size // _PIECE
                    self._changed = sums != self._held.sums[first : first + len(sums)]
            self._log = log

    def done(self) -> Held | None:
        """What the file must hold now, None where that is not known."""
        return None if self._log is None or self._changed else _taken_in(self._held, self._log)


def _taken_in(held: Held, log: bytes) -> Held:
    """What a file must hold when it has taken a log in: of this, what is what was written."""
    size, sums = held.size, held.sums
    found = parse(log, _PIECE)
    for frame in found.frames[: found.good]:
        first = (frame.number - 1) * found.page // _PIECE
        pieces = array("I", _sums(frame.image))
        sums.extend([_BLANK] * (first + len(pieces) - len(sums)))
        sums[first : first + len(pieces)] = pieces
        size = frame.size * found.page or size
    return Held(size, sums[: -(-size // _PIECE)])


def _read(folder: Path) -> _Seal | None:
    """The seal that lies there, if it is what was written; the sums behind it are not looked at."""
    with suppress(OSError), (folder / SEAL).open("rb", buffering=0) as file:
        content = file.read(_LENGTH)
        if len(content) == _LENGTH and _summed(content[: _SEAL.size]) == content:
            return _Seal(*_SEAL.unpack_from(content))
    return None


def _expected(folder: Path, number: int) -> Held | None:
    """What the file must hold by its seal, and by the sums behind that; None if they are not its own."""
    seal = _read(folder)
    with suppress(OSError, ValueError):
        if seal is not None:
            held = Held(seal.size, array("I", (folder / SEAL).read_bytes()[_LENGTH:]))
            return held if _seal(number, seal.last, held, seal.salts) == seal else None
    return None


def _sums(image: bytes) -> Iterator[int]:
    return (zlib.crc32(image[at : at + _PIECE]) for at in range(0, len(image), _PIECE))


def _write(folder: Path, seal: _Seal, held: Held | None = None) -> None:
    """Write it, and unless they stay as they are, the sums behind it. Raises OSError."""
    handle = os.open(folder / SEAL, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        content = _summed(_SEAL.pack(*astuple(seal))) + (held.sums.tobytes() if held is not None else b"")
        os.write(handle, content)
        if held is not None:
            os.ftruncate(handle, len(content))
    finally:
        os.close(handle)


def _summed(said: bytes) -> bytes:
    return said + _SUM.pack(zlib.crc32(said))


def _seal(number: int, last: int, held: Held, salts: bytes) -> _Seal:
    total = zlib.crc32(_SEAL.pack(number, last, held.size, 0, _NONE))
    return _Seal(number, last, held.size, zlib.crc32(held.sums, total), salts)
