"""Copies beside a journal that hold more than it does."""

from __future__ import annotations

import re
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.journal.file import DamagedError, FormatError, Formats, check
from companion.journal.wal import Unreadable

COPIES = "copies"
"""The folder of copies in a data folder."""
NAMED = re.compile(r"companion-(\d{8}T\d{6}Z)-(\d+)\.sqlite")
"""The name of a copy: when it was made, and the number of its last entry."""


class Copied(NamedTuple):
    """name: of the copy's file. last: the number of its last entry."""

    name: str
    last: int


def is_file(path: Path) -> bool:
    """Whether this is a file itself: no folder, pipe or link, whatever its name."""
    with suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False


def newest(folder: Path, after: int, epoch: str | None, formats: Formats) -> Copied | None:
    """The newest whole copy in a data folder that holds entries behind the number `after`, if there is one.

    epoch: of the journal that it must be a copy of; with None of any. Only what claims to hold more is read.
    """
    try:
        names = sorted((each.name for each in (folder / COPIES).iterdir()), reverse=True)
    except OSError:
        return None
    for name in names:
        named = NAMED.fullmatch(name)
        if named is None or int(named[2]) <= after or not is_file(folder / COPIES / name):
            continue
        # what cannot be read is no help; why it cannot be is not asked here
        with suppress(DamagedError, FormatError, Unreadable, sqlite3.Error, OSError):
            found = check(folder / COPIES / name, formats)
            if found.last > after and epoch in (None, found.epoch):
                return Copied(name, found.last)
    return None
