"""Which box it is: eight hex digits, made once for a data folder and kept in a file of their own, whatever
becomes of the journal beside it.
"""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from companion.journal.file import onto_the_disk
from companion.journal.names import BOX

log = logging.getLogger(__name__)

NOBODY = "00000000"
"""The box of a folder that is only looked at and was never written in."""
_BYTES = 4
_READ = re.compile(rb"([0-9a-f]{8})\n")


def box_of(folder: Path, entropy: Callable[[int], bytes] | None) -> str:
    """The id of the box that has this data folder.

    entropy: gives that many random bytes, of which it is made where the folder has none that can be read;
    None makes none. On a disk that takes nothing it holds until the next start.
    """
    try:
        found = _READ.fullmatch(_read(folder))
    except OSError:
        found = None
    if found is not None:
        return found[1].decode()
    if entropy is None:
        return NOBODY
    made = entropy(_BYTES).hex()
    try:
        _write(folder, made)
    except OSError as failure:
        log.warning("the box's id cannot be kept: %s", failure.strerror or failure)
    return made


def _read(folder: Path) -> bytes:
    """What stands in its file, whatever somebody has put there: one that never begins or never ends is none.

    Raises `OSError`.
    """
    handle = os.open(folder / BOX, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.read(handle, 16) if stat.S_ISREG(os.fstat(handle).st_mode) else b""
    finally:
        os.close(handle)


def _write(folder: Path, box: str) -> None:
    """Put it on the disk, whole or not at all. Raises `OSError`."""
    new = folder / f"{BOX}.new"
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        os.write(handle, f"{box}\n".encode())
        os.fsync(handle)
    finally:
        os.close(handle)
    new.replace(folder / BOX)
    onto_the_disk(folder)
