"""The number of the last entry, noted beside the journal when it has been acknowledged.

A write-ahead log that was cut off, or whose end was blanked out, looks like one that the plug was pulled on
in the middle of a commit. The note tells them apart. It is never flushed, so that it costs no press any time:
after a kill it is there, after a power cut it may be an older one or none, which says nothing.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path
from struct import Struct

_NOTE = Struct(">8sqI")
_PLACES = (0, 4096)
"""Where it stands in the file: twice, for a block may be lost."""


class Note:
    """The note of an open journal, written anew for each entry. epoch: of the journal. Raises OSError."""

    def __init__(self, place: Path, epoch: str, last: int) -> None:
        self._place = place
        self._epoch = epoch.encode()[:8]
        self._handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self.write(last)

    def write(self, last: int) -> None:
        """Note that this entry has been acknowledged."""
        note = _packed(self._epoch, last)
        with suppress(OSError):  # a full disk: the note before is none that says too much
            for place in _PLACES:
                if os.pwrite(self._handle, note, place) < len(note):
                    os.ftruncate(self._handle, place)

    def close(self, *, needless: bool) -> None:
        """needless: all entries are in the journal's file, and nothing needs to be told any more."""
        os.close(self._handle)
        if needless:
            with suppress(OSError):
                self._place.unlink(missing_ok=True)


def noted(place: Path, epoch: str | None) -> int | None:
    """The number that was noted for the journal of this epoch; 0 where there is none.

    None for a note that is not what was written: with nothing else to go by, something may be missing.
    """
    try:
        file = place.read_bytes()
    except OSError:
        return 0
    notes = [file[place : place + _NOTE.size] for place in _PLACES]
    # a power cut leaves blanks
    there = [_NOTE.unpack(note) for note in notes if len(note) == _NOTE.size and any(note[-4:])]
    whole = [(whose, last) for whose, last, total in there if _summed(whose, last) == total]
    if there and not whole:
        return None
    ours = (epoch or "").encode()[:8]
    return max((last for whose, last in whole if whose.rstrip(b"\0") == ours), default=0)


def _packed(epoch: bytes, last: int) -> bytes:
    return _NOTE.pack(epoch, last, _summed(epoch, last))


def _summed(epoch: bytes, last: int) -> int:
    return zlib.crc32(_NOTE.pack(epoch, last, 0))
