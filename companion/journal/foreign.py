"""A file that anybody may have made, as what a phone brings: looked at before it is read as a journal.

SQLite does what such a file says. A view in the place of a table, a computed column or a check gives rows
without end, or values that fill the memory, from a few kilobytes.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from companion.journal.file import DamagedError, dial, unless_damage
from companion.journal.names import EARLIER_MARKS, OF_THE_BOX
from companion.journal.rows import UNSET, lay_out

LONGEST = 1 << 20
"""Bytes of an entry, or of a setting: sixteen times what a phone may send at a time."""
_OURS = frozenset({"entries", "settings"})
_COLUMNS = 13
_READS = {"SELECT * FROM entries": sys.maxsize, "SELECT * FROM settings": 8 << 20}
"""With the bytes that all rows may have: settings are read at once, entries are not."""
_COMPUTED = re.compile(r"\b(?:CHECK|GENERATED|AS)\b", re.IGNORECASE)
"""What makes a table do more than hold what was written into it."""


def beware(path: Path) -> None:
    """Raise `DamagedError` for a file that has anything but a journal's tables and indexes, or longer rows
    than any journal; `NotGiven`, and `sqlite3.Error` for what says nothing about its bytes.
    """
    try:
        with closing(dial(path, "ro")) as connection:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, _COLUMNS)
            if not _plain(connection) or not _short(connection):
                raise DamagedError
    except (sqlite3.Error, ValueError) as failure:
        unless_damage(failure)
        raise DamagedError from failure


def disown(path: Path) -> None:
    """Take the settings `OF_THE_BOX` out of a file that `beware` has let pass: they would be another's word
    for who may join and look after this one; and what it takes for copies of itself. Raises `sqlite3.Error`.
    """
    with closing(dial(path, "rw")) as connection:
        connection.executemany(UNSET, [(each,) for each in (*OF_THE_BOX, EARLIER_MARKS)])


def _plain(connection: sqlite3.Connection) -> bool:
    """Whether reading it does nothing but read."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as own:
        lay_out(own)
        indexes = {sql for (sql,) in own.execute("SELECT sql FROM sqlite_schema WHERE type = 'index'")}
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
        table = kind == "table" and name in _OURS and _COMPUTED.search(str(sql)) is None
        if not table and (kind != "index" or sql not in indexes):
            return False
    return True


def _short(connection: sqlite3.Connection) -> bool:
    """Whether no row is longer than those of a journal, nor all settings together."""
    for query, in_all in _READS.items():
        size = 0
        for row in connection.execute(query):
            length = sum(len(each) for each in row if isinstance(each, str | bytes))
            size += length
            if length > LONGEST or size > in_all:
                return False
    return True
