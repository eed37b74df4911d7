from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.bell import Bell
from companion.games.registry import registered
from companion.journal.folder import Unread
from companion.journal.journal import Journal
from companion.journal.names import NAME
from companion.table.opening import now, table_on


def fresh(folder: Path) -> Journal:
    return Journal(folder, at=now(), entropy=secrets.token_bytes)


def test_what_the_disk_does_not_give_after_the_journal_was_checked_is_unread_and_the_folder_is_free_again(
    tmp_path: Path,
) -> None:
    journal = fresh(tmp_path)
    with closing(sqlite3.connect(tmp_path / NAME)) as disk:
        disk.execute("DROP TABLE entries")
    with pytest.raises(Unread):
        table_on(journal, registered(), Bell())
    fresh(tmp_path).close()
