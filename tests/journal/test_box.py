"""Which box it is: made once for a data folder, whatever becomes of its journal."""

from __future__ import annotations

import errno
import os
import re
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.journal.box import NOBODY, box_of
from companion.journal.copies import copy, put_back
from companion.journal.journal import Journal
from companion.journal.names import BOX, NAME

AT = datetime(2026, 11, 21, 18, 3, tzinfo=UTC)


def box_in(folder: Path) -> str:
    with closing(Journal(folder, at=AT, entropy=os.urandom)) as journal:
        return journal.box


def test_a_box_is_eight_hex_digits_and_the_same_at_every_start(tmp_path: Path) -> None:
    box = box_in(tmp_path)
    assert re.fullmatch("[0-9a-f]{8}", box)
    assert box_in(tmp_path) == box
    assert box_in(tmp_path / "another") != box


def test_it_stays_when_the_journal_is_damaged_or_gone(tmp_path: Path) -> None:
    box = box_in(tmp_path)
    (tmp_path / NAME).write_bytes(b"no journal" * 1000)
    assert box_in(tmp_path) == box
    (tmp_path / NAME).unlink()
    assert box_in(tmp_path) == box


def test_it_stays_when_the_copy_of_another_box_is_put_in_the_place_of_the_games(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    box = box_in(here)
    assert box_in(there) != box
    copied = tmp_path / "copy.sqlite"
    copy(there, copied)
    put_back(here, copied, copied.name, at=AT + timedelta(hours=1), entropy=os.urandom)
    assert box_in(here) == box


@pytest.mark.parametrize(
    "junk", [b"", b"3fa9c27b\n", b'{"id":"3FA9C27B"}', b'{"id":"3fa9c27b\\n"}', b"[" * 10_000, b"\xff" * 9]
)
def test_what_is_none_is_made_anew(tmp_path: Path, junk: bytes) -> None:
    box_in(tmp_path)
    (tmp_path / BOX).write_bytes(junk)
    box = box_in(tmp_path)
    assert box_of(tmp_path) == box != "3fa9c27b"


def test_a_file_that_never_begins_or_never_ends_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / BOX)
    box = box_in(tmp_path)
    assert box_in(tmp_path) == box
    (tmp_path / BOX).unlink()
    (tmp_path / BOX).symlink_to("/dev/zero")
    box = box_in(tmp_path)
    assert box_in(tmp_path) == box


def test_who_only_looks_makes_none(tmp_path: Path) -> None:
    box_in(tmp_path)
    (tmp_path / BOX).unlink()
    with closing(Journal(tmp_path, at=AT, entropy=os.urandom, writing=False)) as journal:
        assert journal.box == NOBODY
    assert not (tmp_path / BOX).exists()


def test_a_disk_that_takes_no_more_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int, _given: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.journal.box.os.write", full)
    assert re.fullmatch("[0-9a-f]{8}", box_in(tmp_path))
    assert not (tmp_path / BOX).exists()
