"""Which box it is: made once for a data folder on its machine, and kept in a file of its own, however often
the journal beside it is damaged or replaced.
"""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal.file import onto_the_disk
from companion.journal.machine import BoxId
from companion.journal.names import BOX

log = logging.getLogger(__name__)

NOBODY = "00000000"
"""The box of a folder that is only looked at and was never written in."""
_LONGEST = 4096
"""Bytes of its file."""


def read_box(folder: Path) -> BoxId | None:
    """The box that has this data folder; None where its file is none, never begins or never ends."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(_read(folder), type=BoxId)
    return None


def box_of(folder: Path) -> str:
    """The id of the box that has this data folder; `NOBODY` where it has none yet."""
    found = read_box(folder)
    return NOBODY if found is None else found.id


def keep_box(folder: Path, box: BoxId) -> None:
    """Keep it. On a disk that takes nothing it holds until the next start, and the log says so."""
    try:
        _write(folder, msgspec.json.encode(box))
    except OSError as failure:
        log.warning("the box's id cannot be kept: %s", failure.strerror or failure)


def _read(folder: Path) -> bytes:
    """Raises `OSError`."""
    handle = os.open(folder / BOX, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.read(handle, _LONGEST) if stat.S_ISREG(os.fstat(handle).st_mode) else b""
    finally:
        os.close(handle)


def _write(folder: Path, box: bytes) -> None:
    """Put it on the disk, whole or not at all. Raises `OSError`."""
    new = folder / f"{BOX}.new"
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        os.write(handle, box + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)
    new.replace(folder / BOX)
    onto_the_disk(folder)
