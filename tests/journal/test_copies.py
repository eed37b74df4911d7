"""Copies of the games: whole, made while they are played, few, and put back."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.journal import file
from companion.journal.copies import SPARE, CopyFailed, add, copy, kept, make_room
from companion.journal.file import PAGE, DamagedError
from companion.journal.folder import replace
from companion.journal.names import NAME, OWN_WIFI
from tests.fakes.evening import Evening
from tests.journal.writing import entries, files_no_larger_than

AT = datetime(2026, 11, 21, 18, 3, 11, tzinfo=UTC)


def numbered(file: Path) -> int:
    """The number of the last entry, as the copy's name has it."""
    return int(file.stem.rpartition("-")[2])


def test_a_copy_holds_all_that_was_acknowledged_while_the_game_goes_on(
    evening: Evening, tmp_path: Path
) -> None:
    evening.do("advance")
    copy(evening.folder, tmp_path / "copy")
    evening.do("advance")
    assert entries(tmp_path / "copy") == 2


def test_a_copy_is_made_while_an_entry_is_being_written(evening: Evening, tmp_path: Path) -> None:
    with closing(sqlite3.connect(evening.folder / NAME, isolation_level=None)) as writing:
        writing.execute("BEGIN IMMEDIATE")
        writing.execute("DELETE FROM settings")
        copy(evening.folder, tmp_path / "copy")
    assert entries(tmp_path / "copy") == 1


def test_a_copy_is_synced_before_and_after_it_gets_its_name(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After it, for on FAT a stick that is pulled out then would hold a copy of no length."""
    synced: list[str] = []
    sync = os.fsync

    def watched(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        sync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    copy(evening.folder, tmp_path / "copy")
    assert list(dict.fromkeys(synced)) == ["copy.new", "copy", tmp_path.name]


def test_a_press_beside_a_copy_finds_little_before_it_and_does_not_start_the_copy_afresh(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ext4 writes all that is waiting for the disk with anybody's entry: at no time may that be much."""
    evening.table.close()
    with closing(sqlite3.connect(evening.folder / NAME)) as connection:
        connection.execute("CREATE TABLE ballast (filling BLOB)")
        connection.execute("INSERT INTO ballast VALUES (zeroblob(?))", (1000 * PAGE,))
        connection.commit()
    evening.restart()
    grown: list[int] = []
    sync = os.fsync

    def watched(handle: int) -> None:
        if Path(f"/proc/self/fd/{handle}").readlink().name == "copy.new":
            grown.append(os.fstat(handle).st_size)
            if len(grown) == 3:
                evening.do("advance")
        sync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    before = evening.table.snapshot.version
    copy(evening.folder, tmp_path / "copy")
    assert evening.table.snapshot.version == before + 1
    assert entries(tmp_path / "copy") == before
    assert grown == sorted(grown)
    assert max(now - then for then, now in pairwise(grown)) <= 128 * PAGE


def test_a_copy_that_cannot_be_written_leaves_the_one_before_in_its_place(
    evening: Evening, tmp_path: Path
) -> None:
    place = tmp_path / "copy"
    copy(evening.folder, place)
    before = place.read_bytes()
    (tmp_path / "copy.new").mkdir()
    with pytest.raises(CopyFailed):
        copy(evening.folder, place)
    assert place.read_bytes() == before


def test_the_last_few_copies_stay_and_nothing_else_is_touched(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    for version in (9, 10, 11):
        add(evening.folder, tmp_path, AT.replace(minute=version), version, 2)
    assert [each.name for each in kept(tmp_path)] == [
        "companion-20261121T181011Z-10.sqlite",
        "companion-20261121T181111Z-11.sqlite",
    ]
    assert (tmp_path / "holiday.jpg").exists()


@pytest.mark.parametrize("later", [AT, AT.replace(year=2025), AT.replace(second=12)])
def test_what_is_copied_later_is_the_newest_wherever_the_clock_has_gone(
    evening: Evening, tmp_path: Path, later: datetime
) -> None:
    """Without a network a box wakes up in its own past, and what is told by its name must not be deleted."""
    add(evening.folder, tmp_path, AT, 9, 2)
    for version in (10, 11):
        add(evening.folder, tmp_path, later, version, 2)
    assert [each.stem.rpartition("-")[2] for each in kept(tmp_path)] == ["10", "11"]


def test_a_name_with_no_time_in_it_is_in_nobodys_way(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "companion-99999999T999999Z-1.sqlite").touch()
    add(evening.folder, tmp_path, AT, 2, 2)
    assert len(kept(tmp_path)) == 2


def test_what_a_pulled_plug_left_half_written_is_cleared_away(evening: Evening, tmp_path: Path) -> None:
    for name in ("companion-20261121T180000Z-1.sqlite.new", "mine.sqlite.new"):
        (tmp_path / name).touch()
    add(evening.folder, tmp_path, AT, 1, 2)
    assert [each.name for each in tmp_path.glob("*.new")] == ["mine.sqlite.new"]


def test_a_copy_needs_no_more_room_than_it_takes(evening: Evening, tmp_path: Path) -> None:
    """SQLite would put an index of 32 KiB beside it, and a stick is full sooner."""
    copy(evening.folder, tmp_path / "copy")
    place = tmp_path / "again"
    place.mkdir()
    with files_no_larger_than((tmp_path / "copy").stat().st_size):
        copy(evening.folder, place / "copy")
    assert [each.name for each in place.iterdir()] == ["copy"]


def test_a_copy_that_fails_leaves_nothing_half_written(evening: Evening, tmp_path: Path) -> None:
    place = tmp_path / "copies"
    place.mkdir()
    with files_no_larger_than(1024), pytest.raises(CopyFailed):
        add(evening.folder, place, AT, 1, 2)
    assert list(place.iterdir()) == []


class Stick:
    """A folder in which no more than `room` copies find place."""

    def __init__(self, place: Path, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self._place = place
        self._room = room
        self._copy = file.duplicate
        monkeypatch.setattr("companion.journal.copies.duplicate", self.duplicate)

    def duplicate(self, source: Path, target: Path) -> None:
        if len(kept(self._place)) >= self._room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._copy(source, target)


def test_where_there_is_no_room_older_copies_make_it(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Stick(tmp_path, 2, monkeypatch)
    for version in (1, 2, 3, 4):
        add(evening.folder, tmp_path, AT.replace(minute=version), version, 8)
    assert [each.stem.rpartition("-")[2] for each in kept(tmp_path)] == ["3", "4"]


def test_the_only_copy_makes_no_room_for_one_that_may_not_fit(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Stick(tmp_path, 1, monkeypatch)
    add(evening.folder, tmp_path, AT, 1, 8)
    with pytest.raises(CopyFailed):
        add(evening.folder, tmp_path, AT, 2, 8)
    assert [each.stem.rpartition("-")[2] for each in kept(tmp_path)] == ["1"]


def test_a_copy_that_is_offered_is_not_deleted_for_newer_ones_before_somebody_has_decided(
    evening: Evening, tmp_path: Path
) -> None:
    add(evening.folder, tmp_path, AT, 1, 1)
    (offered,) = kept(tmp_path)
    for number in (2, 3):
        add(evening.folder, tmp_path, AT + timedelta(minutes=number), number, 1, offered=offered.name)
        assert [numbered(each) for each in kept(tmp_path)] == [1, number]
    add(evening.folder, tmp_path, AT + timedelta(minutes=4), 4, 1)
    assert [numbered(each) for each in kept(tmp_path)] == [4]


def test_a_copy_never_takes_the_room_that_the_journal_needs(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [10 * SPARE]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free[0]))
    for version in (1, 2, 3):
        add(evening.folder, tmp_path, AT.replace(minute=version), version, 8)
    free[0] = SPARE
    with pytest.raises(CopyFailed) as failed:
        add(evening.folder, tmp_path, AT.replace(minute=4), 4, 8)
    assert failed.value.full
    assert [each.stem.rpartition("-")[2] for each in kept(tmp_path)] == ["3"], "older ones made room"


def test_copies_make_room_for_the_journal_down_to_one(evening: Evening, tmp_path: Path) -> None:
    for version in (1, 2, 3):
        add(evening.folder, tmp_path, AT.replace(minute=version), version, 8)
    assert [make_room(tmp_path) for _ in range(3)] == [True, True, False]
    assert [each.stem.rpartition("-")[2] for each in kept(tmp_path)] == ["3"]
    assert not make_room(tmp_path / "nowhere")


def test_a_copy_put_back_is_the_game_as_it_stood_and_phones_start_afresh(
    evening: Evening, tmp_path: Path
) -> None:
    copy(evening.folder, tmp_path / "copy")
    epoch = evening.table.snapshot.epoch
    evening.do("advance")
    evening.table.close()
    aside = replace(evening.folder, tmp_path / "copy", AT, evening.entropy)
    evening.restart()
    assert evening.table.snapshot.version == 1
    assert evening.table.snapshot.epoch != epoch
    assert aside is not None
    assert entries(evening.folder / aside) == 2


def test_the_box_keeps_its_own_wifi_when_a_copy_is_put_back(evening: Evening, tmp_path: Path) -> None:
    evening.journal.set(OWN_WIFI, "before")
    copy(evening.folder, tmp_path / "copy")
    evening.journal.set(OWN_WIFI, "now")
    evening.table.close()
    replace(evening.folder, tmp_path / "copy", AT, evening.entropy)
    evening.restart()
    assert evening.journal.setting(OWN_WIFI) == "now"


@pytest.mark.parametrize("content", [b"", b"a holiday picture", b"SQLite format 3\0 and no more"])
def test_what_is_no_copy_is_refused_and_the_games_stay(
    evening: Evening, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "copy").write_bytes(content)
    before = (evening.folder / NAME).read_bytes()
    with pytest.raises(DamagedError):
        replace(evening.folder, tmp_path / "copy", AT, evening.entropy)
    assert (evening.folder / NAME).read_bytes() == before


def test_a_folder_with_the_name_of_a_copy_keeps_none_from_being_deleted(
    evening: Evening, tmp_path: Path
) -> None:
    own = tmp_path / "copies"
    (own / "companion-20200101T000000Z-1.sqlite").mkdir(parents=True)
    for number in range(4):
        add(evening.folder, own, AT + timedelta(minutes=number), 1, 2)
    assert len(kept(own)) == 2
    assert make_room(own)
