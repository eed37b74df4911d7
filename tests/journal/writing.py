"""Entries to be written and counted, and a disk that does not take them."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.journal.entry import Entry
from companion.journal.file import check


def entry(n: int, key: str | None = None, game: str | None = "g", size: int = 1) -> Entry:
    events = f'[{{"type": "done", "what": "{"x" * size}"}}]'.encode()
    at = datetime(2026, 11, 21, 18, 0, n % 60, tzinfo=UTC)
    return Entry(n, at, game, "phone", "red", "Ada", key, b'{"type": "do"}', events)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """The kernel refuses every write beyond this size, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def entries(file: Path) -> int:
    """How many a whole journal holds."""
    check(file)
    with closing(sqlite3.connect(file)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    return int(count)
