"""The connection with which a journal writes: a disk that fails is made of it."""

from __future__ import annotations

import sqlite3

from companion.journal.journal import Journal


def connection_of(journal: Journal) -> sqlite3.Connection:
    assert journal._writer is not None
    assert journal._writer._connection is not None
    return journal._writer._connection
