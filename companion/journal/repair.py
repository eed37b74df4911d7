"""A new file of a journal, and an old one brought up to date.

A file of an earlier format is kept whole beside its place first, then changed there; the way back is
`companion restore`, done by the earlier version with the file that was kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from companion.journal.entry import stamp
from companion.journal.file import (
    FORMAT,
    PAGE,
    Checked,
    Formats,
    check,
    connect,
    create,
    discard,
    duplicate,
)
from companion.journal.marks import EPOCH
from companion.journal.names import EARLIER, ENDS, OWN
from companion.journal.rows import SET, lay_out, setting_of

STAMP = "%Y%m%dT%H%M%SZ"
"""How a time is written in the name of a file."""


class UpdateFailed(Exception):
    """A step to a later format did not succeed; the file has not changed. Its text is the system's words.

    Never leaves this room: it is told as another error.
    """


def current(
    place: Path, at: datetime, formats: Formats, sealed: int | None = None
) -> tuple[Checked, str | None]:
    """Check the file, and see to it that it is in the current format. sealed: as for `check`.

    Also returns the name under which a file of an earlier format lies beside it as it was. Raises
    `UpdateFailed` when it stays in that format, what `check` raises, `sqlite3.Error` and `OSError`.
    """
    checked = check(place, formats, sealed)
    if checked.number == formats.current:
        return checked, None
    kept = free(place.parent, f"{OWN}format-{checked.number}-{at:{STAMP}}")
    duplicate(place, place.with_name(kept))
    try:
        _update(place, checked.number, formats)
    except UpdateFailed:
        place.with_name(kept).unlink()  # a service tries again and again: each time would leave one more
        raise
    return check(place, formats), kept


@contextmanager
def currently(copied: Path, folder: Path, formats: Formats) -> Iterator[Path]:
    """A copy of a journal in the current format: itself, or for a while another one in the folder.

    Raises what `current` raises; the copy has not changed then either.
    """
    number = check(copied, formats).number
    if number == formats.current:
        yield copied
        return
    earlier = folder / EARLIER
    try:
        duplicate(copied, earlier)
        _update(earlier, number, formats)
        check(earlier, formats)
        yield earlier
    finally:
        discard(earlier)


def free(folder: Path, stem: str) -> str:
    """A name that begins so and that no file of the folder has, with or without a write-ahead log."""
    name, number = stem, 1
    while any((folder / f"{name}{end}").exists() for end in ENDS):
        number += 1
        name = f"{stem}-{number}"
    return name


def _update(place: Path, number: int, formats: Formats) -> None:
    """Take every step in one transaction: a power cut leaves the file as it was, or as it shall be."""
    try:
        with closing(connect(place, writing=True)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for each in range(number, formats.current):
                formats.steps[each](connection)
            connection.execute(SET, setting_of(FORMAT, str(formats.current)))
            connection.execute(f"PRAGMA user_version={formats.current}")
            connection.execute("COMMIT")
    except (sqlite3.Error, ValueError) as failure:
        raise UpdateFailed(str(failure)) from failure


def make(
    new: Path,
    at: datetime,
    entropy: Callable[[int], bytes],
    number: int,
    fill: Callable[[sqlite3.Connection], Mapping[str, str]] = lambda _: {},
) -> None:
    """Write a new file whole. number: of the current format. fill: puts entries into it, and gives settings.

    Whatever it is filled with, its epoch is a new one: nobody takes what he saw before for what is in it.
    """
    discard(new)
    create(new)
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("PRAGMA synchronous=EXTRA")
        connection.execute("BEGIN")
        lay_out(connection)
        settings = {
            **fill(connection),
            "epoch": entropy(EPOCH).hex(),
            "made_at": stamp(at),
            FORMAT: str(number),
        }
        connection.executemany(SET, [setting_of(name, value) for name, value in settings.items()])
        connection.execute(f"PRAGMA user_version={number}")
        connection.execute("COMMIT")
        # not when it is in place: a kill in the middle of that would leave what nobody can look at
        connection.execute("PRAGMA journal_mode=WAL")
