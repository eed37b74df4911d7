"""The copies that could be put back: what they are called, where they lie, and what they hold."""

from __future__ import annotations

import re
import sqlite3
import stat
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.journal.entry import stamped
from companion.journal.file import FORMATS, DamagedError, FormatError, Formats, check, dial
from companion.journal.repair import STAMP
from companion.language.text import Text, text

COPIES = "copies"
"""The folder of copies in a data folder."""
NAMED = r"companion-(\d{8}T\d{6}Z)-(\d+)\.sqlite"
"""The name of a copy: when it was made, and the number of its last entry."""
_NONE = (
    DamagedError, FormatError, sqlite3.Error, OSError, ValueError, OverflowError, msgspec.MsgspecError,
)  # fmt: skip
"""What reading a file that is no whole copy ends in, or one of a time that cannot be said here."""
MOST = 3
"""How many are offered: when the newest one does not help either, an older one may."""


class Copied(msgspec.Struct, frozen=True):
    """name: of the copy's file. last: the number of its last entry."""

    name: str
    last: int


class Offer(msgspec.Struct, frozen=True):
    """A whole copy. name: of its file. at: when its last entry was made; clocks here show it. last: the
    number of that entry. system: the game to which it belongs; None where no game has been begun.
    """

    name: str
    at: datetime
    last: int
    system: str | None = None

    @property
    def said(self) -> Text:
        """The copy in words; its time is that of the place where the box is."""
        at = f"{self.at.astimezone():%Y-%m-%d %H:%M}"
        if self.system is None:
            return text("copy.offered-without-a-game", at=at, entry=self.last)
        return text("copy.offered", at=at, entry=self.last, system=self.system)


def copies_in(place: Path) -> tuple[Path, ...]:
    """The copies in a folder, the oldest first: files, going by their names. Raises OSError."""
    return tuple(sorted(each for each in place.iterdir() if re.fullmatch(NAMED, each.name) and is_file(each)))


def is_file(path: Path) -> bool:
    """Whether this is a file itself: no folder, pipe or link, whatever its name."""
    with suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False


def made_at(name: str) -> datetime | None:
    """When the copy of this name was made, by the clock of the place where the box is; None where the name
    does not tell, or tells a time that no clock there shows.
    """
    written = name.partition("companion-")[2].partition("-")[0]
    try:
        return datetime.strptime(written, STAMP).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError):
        return None


def newest(folder: Path, after: int, epoch: str | None, formats: Formats = FORMATS) -> Copied | None:
    """The newest whole copy in a data folder that holds entries behind the number `after`, if there is one.

    epoch: of the journal that it must be a copy of; with None of any. Only what claims to hold more is read.
    """
    for path in reversed(_every([folder / COPIES])):
        named = re.fullmatch(NAMED, path.name)
        if named is None or int(named[2]) <= after:
            continue
        # what cannot be read is no help; why it cannot be is not asked here
        with suppress(*_NONE):
            found = check(path, formats)
            if found.last > after and epoch in (None, found.epoch):
                return Copied(path.name, found.last)
    return None


def of_another(place: Path, epoch: str) -> bool:
    """Whether there are copies in a folder, and the newest is not one of the journal of this epoch. One that
    cannot be read is not.
    """
    with suppress(OSError, IndexError):
        newest_copy = copies_in(place)[-1]
        with suppress(sqlite3.Error, TypeError), closing(dial(newest_copy, "ro")) as copy:
            (found,) = copy.execute("SELECT value FROM settings WHERE name = 'epoch'").fetchone()
            return bool(found != epoch)
        return True
    return False


def offers(places: Iterable[Path], most: int = MOST) -> tuple[Offer, ...]:
    """The newest whole copies in these folders, the newest first. A folder that is not there has none."""
    found: dict[str, Offer] = {}
    for path in sorted(_every(places), key=lambda each: each.name, reverse=True):
        if len(found) == most:
            break
        with suppress(*_NONE):
            if path.name not in found:
                found[path.name] = offer_of(path)
    return tuple(found.values())


def named(places: Iterable[Path], name: str) -> tuple[Path, ...]:
    """Where the copies of this name are. Nothing but copies is found, whatever the name."""
    return tuple(path for path in _every(places) if path.name == name)


def _every(places: Iterable[Path]) -> list[Path]:
    paths: list[Path] = []
    for place in places:
        with suppress(OSError):
            paths += copies_in(place)
    return paths


def offer_of(path: Path) -> Offer:
    """What a copy of whatever format holds. Raises what `check` does, ValueError where that is nothing, and
    other errors for what is none of ours.
    """
    check(path)
    with closing(dial(path, "ro")) as copy:
        last = copy.execute("SELECT n, at FROM entries ORDER BY n DESC LIMIT 1").fetchone()
        first = copy.execute(
            "SELECT command FROM entries WHERE game ="
            " (SELECT game FROM entries WHERE game IS NOT NULL ORDER BY n DESC LIMIT 1) ORDER BY n LIMIT 1"
        ).fetchone()
    if last is None:
        raise ValueError("no entries")
    system = msgspec.json.decode(first[0], type=dict[str, Any]).get("system") if first else None
    return Offer(
        path.name, stamped(last[1]).astimezone(), last[0], system if isinstance(system, str) else None
    )
