"""The record on the disk: what it promises, whom it lets in, and what it does when it may not write."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.journal.entry import Entry
from companion.journal.file import dial
from companion.journal.folder import DataFolderUnusable
from companion.journal.journal import Journal, JournalFailed
from companion.journal.names import LAST, LOCK, NAME
from companion.journal.note import noted
from tests.fakes.evening import BEGAN, Entropy
from tests.fakes.writing import connection_of
from tests.journal.writing import entry, files_no_larger_than
from tests.patience import PATIENCE
from tests.tree import ROOT


def opened(folder: Path, *, writing: bool = True) -> Journal:
    return Journal(folder, at=BEGAN, entropy=Entropy(), writing=writing)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(opened(tmp_path)) as journal:
        yield journal


def test_entries_come_back_as_they_went_in(journal: Journal) -> None:
    rows = [entry(1, "k"), entry(2, game=None), entry(3)]
    journal.append([(rows[0], bytes(32))])
    journal.append([(rows[1], None), (rows[2], None)])
    assert journal.entries() == list(journal.every()) == rows
    assert list(journal.of("g", 1, 3)) == [rows[0], rows[2]]
    assert list(journal.of("g", 2, 3)) == [rows[2]]
    assert list(journal.of("g", 1, 2)) == [rows[0]]
    assert journal.entries(after=1, limit=1) == [rows[1]]
    assert journal.newest(2) == [rows[2], rows[1]]
    assert journal.newest(2, before=3) == [rows[1], rows[0]]
    assert (journal.keyed("k"), journal.keyed("other")) == (rows[0], None)
    assert (journal.entry(2), journal.entry(9)) == (rows[1], None)
    assert (journal.secret("g"), journal.secret("h")) == (bytes(32), None)
    assert (journal.last, journal.next) == (3, 4)


def test_an_entry_may_be_noted_once_it_has_been_told_of(journal: Journal, tmp_path: Path) -> None:
    note = tmp_path / LAST
    journal.append([(entry(1), None)])
    assert noted(note, journal.epoch) == 1
    journal.append([(entry(2), None)], noted=False)
    assert noted(note, journal.epoch) == 1, "an older note says nothing wrong"
    journal.note()
    assert noted(note, journal.epoch) == 2


def test_to_note_an_entry_nobody_waits_for_who_writes(journal: Journal, tmp_path: Path) -> None:
    writer = journal._writer
    assert writer is not None
    journal.append([(entry(1), None)], noted=False)
    with writer.still(), ThreadPoolExecutor(1) as other:
        other.submit(journal.note).result(PATIENCE)
        assert noted(tmp_path / LAST, journal.epoch) == 1, "who writes may note nothing: a setting, a fold"


def test_what_was_told_and_not_noted_is_noted_by_a_close_that_leaves_it_in_the_log(
    journal: Journal, tmp_path: Path
) -> None:
    journal.append([(entry(1), None)], noted=False)
    connection_of(journal).execute("PRAGMA busy_timeout=0")
    with closing(dial(tmp_path / NAME, "ro")) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT 1 FROM settings").fetchone()
        journal.close()
    assert noted(tmp_path / LAST, journal.epoch) == 1
    journal.note()


def test_every_entry_is_read_however_many_there_are(journal: Journal) -> None:
    journal.append([(entry(n), None) for n in range(1, 1203)])
    assert [each.n for each in journal.every()] == list(range(1, 1203))
    assert [each.n for each in journal.of("g", 2, 1201)] == list(range(2, 1202))


def test_what_tells_more_than_a_step_is_read_alone(journal: Journal) -> None:
    def telling(n: int, command: bytes, game: str | None = "g") -> Entry:
        return msgspec.structs.replace(entry(n, game=game), command=command)

    rows = [
        telling(1, b'{"type":"start"}'),
        telling(2, b'{"type":"do"}'),
        telling(3, b'{"what": 1, "type": "undo"}'),
        telling(4, b'{"type":"pair"}', None),
        telling(5, b'{"type":"do","what":"start"}', "h"),
        telling(6, b'{"type":"do","what":"restart"}', "h"),
    ]
    journal.append([(each, None) for each in rows])
    assert list(journal.turning()) == [rows[0], rows[2], rows[3], rows[4]]
    assert [journal.last_of(*which) for which in (("g",), ("g", 3), ("h", 6), ("h", 5), ("i",))] == [
        3,
        2,
        5,
        0,
        0,
    ]


def test_a_secret_is_found_from_its_start_on(journal: Journal) -> None:
    journal.append([(entry(1), bytes(32)), (entry(2, game="h"), bytes([1] * 32)), (entry(3), None)])
    assert (journal.secret("h"), journal.secret("h", 2), journal.secret("g", 1)) == (
        bytes([1] * 32), bytes([1] * 32), bytes(32),
    )  # fmt: skip
    assert journal.secret("g", 2) is None


def test_every_connection_syncs_fully_and_writes_ahead(journal: Journal) -> None:
    for connection in (journal._viewer, connection_of(journal)):
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)


def test_epoch_and_settings_belong_to_the_folder(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as journal:
        epoch, made_at = journal.epoch, journal.made_at
        journal.set("join-code", "0042")
        journal.set("join-code", "4821")
    with closing(opened(tmp_path)) as journal:
        assert (journal.epoch, journal.made_at, journal.setting("join-code")) == (epoch, made_at, "4821")
        assert journal.setting("nothing") is None
    assert len(epoch) >= 4
    assert int(epoch, 16) >= 0


def test_a_clean_close_folds_the_log_into_the_file(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append([(entry(1), None)])
    journal.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "journal.box",
        "journal.lock",
        "journal.sqlite",
    ]


def test_a_second_daemon_is_kept_out_and_told_what_to_do(tmp_path: Path) -> None:
    with closing(opened(tmp_path)), pytest.raises(DataFolderUnusable) as caught:
        opened(tmp_path)
    assert caught.value.said.code == "cannot-start.data-folder-in-use"
    assert caught.value.said.params["folder"] == str(tmp_path)
    opened(tmp_path).close()


def test_a_second_daemon_is_kept_out_also_when_the_file_of_the_lock_was_deleted(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as journal:
        (tmp_path / LOCK).unlink()
        with pytest.raises(DataFolderUnusable) as caught:
            opened(tmp_path)
        journal.append([(entry(1), None)])
    assert caught.value.said.code == "cannot-start.data-folder-in-use"
    with closing(opened(tmp_path)) as journal:
        assert journal.last == 1


@pytest.mark.parametrize(
    ("errno_", "flag", "code"),
    [
        (errno.EROFS, os.ST_RDONLY, "data-folder.read-only"),
        (errno.ENOSPC, 0, "data-folder.full"),
        (errno.EACCES, 0, "data-folder.not-ours"),
        (errno.EIO, 0, "cannot-start.data-folder"),
    ],
)
def test_what_keeps_a_folder_from_being_taken_is_said_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, errno_: int, flag: int, code: str
) -> None:
    def refuse(*_: Any, **__: Any) -> int:
        raise OSError(errno_, os.strerror(errno_))

    with monkeypatch.context() as disk:
        disk.setattr(os, "open", refuse)
        disk.setattr(
            os,
            "statvfs",
            lambda _: SimpleNamespace(
                f_flag=flag, f_frsize=1024, f_bavail=2**20, f_bfree=2**20, f_blocks=2**20
            ),
        )
        with pytest.raises(DataFolderUnusable) as caught:
            opened(tmp_path)
    assert caught.value.said.code == code
    opened(tmp_path).close()


def test_a_second_process_is_kept_out_until_the_first_has_ended(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib, tests.journal.test_journal as t;"
        "journal = t.opened(pathlib.Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
    ) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(DataFolderUnusable) as caught:
            opened(tmp_path)
        assert caught.value.said.code == "cannot-start.data-folder-in-use"
        other.kill()
    opened(tmp_path).close()


def test_one_may_look_while_another_writes(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as journal:
        journal.append([(entry(1), None)])
        with closing(opened(tmp_path, writing=False)) as looking:
            journal.append([(entry(2), None)])
            assert [each.n for each in looking.entries()] == [1, 2]
            with pytest.raises(JournalFailed):
                looking.set("a", "b")


def test_looking_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(DataFolderUnusable) as caught:
        opened(tmp_path / "not-there", writing=False)
    assert caught.value.said.code == "data-folder.empty"
    assert list(tmp_path.iterdir()) == []


def test_looking_at_a_damaged_file_leaves_it_alone(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"not a journal" * 1000)
    with pytest.raises(DataFolderUnusable) as caught:
        opened(tmp_path, writing=False)
    assert caught.value.said.code == "data-folder.damaged"
    assert [path.name for path in tmp_path.iterdir()] == ["journal.sqlite"]


@pytest.mark.parametrize("writing", [True, False])
def test_a_later_format_is_not_touched(tmp_path: Path, writing: bool) -> None:
    opened(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as connection:
        connection.execute("PRAGMA user_version=99")
    before = (tmp_path / "journal.sqlite").read_bytes()
    with pytest.raises(DataFolderUnusable) as caught:
        opened(tmp_path, writing=writing)
    assert caught.value.said.code == "data-folder.newer"
    assert (tmp_path / "journal.sqlite").read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFolderUnusable) as caught:
        opened(tmp_path / "file" / "data")
    assert caught.value.said.code == "cannot-start.data-folder"


@contextmanager
def somebody_else(folder: Path) -> Iterator[None]:
    """Who runs the tests may not look into the folder: root becomes nobody, anybody else shuts it."""
    root = os.geteuid() == 0
    folder.chmod(0o700 if root else 0)
    os.seteuid(65534 if root else os.geteuid())
    try:
        yield
    finally:
        os.seteuid(0 if root else os.geteuid())
        folder.chmod(0o700)


def test_a_write_that_stops_in_the_middle_leaves_no_trace(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as journal:
        journal.append([(entry(1), None)])
        size = (tmp_path / "journal.sqlite-wal").stat().st_size
        for room in range(0, 3000, 300):
            with files_no_larger_than(size + room), pytest.raises(JournalFailed):
                journal.append([(entry(2, "k", size=2000), None)])
            assert (journal.last, journal.next, journal.keyed("k")) == (1, 2, None)
        journal.append([(entry(2, "k", size=2000), None)])
        assert [each.n for each in journal.entries()] == [1, 2]
    with closing(opened(tmp_path)) as journal:
        assert journal.aside is None
        assert [each.n for each in journal.entries()] == [1, 2]


def test_a_full_disk_is_told_as_such_and_room_mends_it(journal: Journal) -> None:
    (pages,) = connection_of(journal).execute("PRAGMA page_count").fetchone()
    connection_of(journal).execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(JournalFailed) as caught:
        journal.append([(entry(1, size=9000), None)])
    assert caught.value.code == "journal-full"
    assert journal.answers(1)
    connection_of(journal).execute("PRAGMA max_page_count=100000")
    journal.append([(entry(1, size=9000), None)])


def test_a_number_or_a_key_is_never_used_twice(journal: Journal) -> None:
    journal.append([(entry(1, "k"), None)])
    for again in (entry(1), entry(2, "k")):
        with pytest.raises(JournalFailed) as caught:
            journal.append([(again, None)])
        assert caught.value.code == "journal-failed"
    assert journal.last == 1


def test_only_its_owner_may_open_the_lock(tmp_path: Path) -> None:
    opened(tmp_path).close()
    assert stat.S_IMODE((tmp_path / "journal.lock").stat().st_mode) == 0o600


@pytest.mark.parametrize("writing", [True, False])
def test_games_of_another_user_are_told_as_such(tmp_path: Path, writing: bool) -> None:
    opened(tmp_path).close()
    with somebody_else(tmp_path), pytest.raises(DataFolderUnusable) as caught:
        opened(tmp_path, writing=writing)
    assert caught.value.said.code == "data-folder.not-ours"
