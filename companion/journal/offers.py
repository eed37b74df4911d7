"""The copies that could be put back: looked for in their folders, and read to their last entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.journal.copies import CopyFailed, kept
from companion.journal.entry import stamped
from companion.journal.file import DamagedError, FormatError, check, dial
from companion.language.text import Text, text

_NONE = (
    DamagedError, FormatError, sqlite3.Error, OSError, ValueError, OverflowError, msgspec.MsgspecError,
)  # fmt: skip
"""What reading a file that is no whole copy ends in, or one of a time that cannot be said here."""
MOST = 3
"""How many are offered: when the newest one does not help either, an older one may."""


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


def offers(places: Iterable[Path], most: int = MOST) -> tuple[Offer, ...]:
    """The newest whole copies in these folders, the newest first. A folder that is not there has none."""
    found: dict[str, Offer] = {}
    for path in sorted(_every(places), key=lambda each: each.name, reverse=True):
        if len(found) == most:
            break
        with suppress(*_NONE):
            if path.name not in found:
                found[path.name] = _read(path)
    return tuple(found.values())


def named(places: Iterable[Path], name: str) -> tuple[Path, ...]:
    """Where the copies of this name are. Nothing but copies is found, whatever the name."""
    return tuple(path for path in _every(places) if path.name == name)


def _every(places: Iterable[Path]) -> list[Path]:
    paths: list[Path] = []
    for place in places:
        with suppress(CopyFailed):
            paths += kept(place)
    return paths


def _read(path: Path) -> Offer:
    """What a copy of whatever format holds. Raises what `check` does, ValueError where that is nothing."""
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
