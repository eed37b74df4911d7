"""A copy that leaves the house: a stick in somebody's pocket does not know what nobody may know yet.

It is written afresh, entry by entry: in a copy of the file's pages, what was deleted may still be read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from companion.journal.file import FORMATS, PAGE, beside, dial
from companion.journal.names import EARLIER_MARKS, OF_THE_BOX
from companion.journal.rows import (
    INSERT,
    SELECT,
    SET,
    SETTINGS,
    lay_out,
    read_row,
    read_setting,
    row_of,
    setting_of,
)

_AT_ONCE = 50
"""Rows that are held at a time: of a file from elsewhere each may have a megabyte."""


def carry(source: Path, target: Path, *, told: Collection[str], kept: Collection[str]) -> None:
    """Copy a journal as it stands at one moment, without the secrets of games that go on and the box's own
    settings.

    told: the games whose secret everybody may know. kept: more settings that stay at home. The promises
    of all secrets are in the copy. It is written beside its place and renamed into it. Raises ValueError for
    a damaged journal, `sqlite3.Error` and `OSError`; what was in its place stays then, and nothing is left
    beside it.
    """
    with beside(target) as new:
        _write(source, new, told, kept)


def _write(source: Path, new: Path, told: Collection[str], kept: Collection[str]) -> None:
    with closing(dial(source, "ro")) as read, closing(sqlite3.connect(new, isolation_level=None)) as made:
        read.execute("BEGIN")  # one moment for all that is read
        for way in (f"page_size={PAGE}", "journal_mode=OFF", "synchronous=OFF"):
            made.execute(f"PRAGMA {way}")
        lay_out(made)
        made.execute("BEGIN")
        home = {*kept, *OF_THE_BOX, EARLIER_MARKS}
        settings = (read_setting(row) for row in read.execute(SETTINGS))
        made.executemany(SET, [setting_of(name, value) for name, value in settings if name not in home])
        rows = read.execute(SELECT + "ORDER BY n")
        while some := rows.fetchmany(_AT_ONCE):
            held = [read_row(row) for row in some]
            made.executemany(
                INSERT,
                [row_of(each if each.entry.game in told else replace(each, secret=None)) for each in held],
            )
        made.execute(f"PRAGMA user_version={FORMATS.current}")
        made.execute("COMMIT")
