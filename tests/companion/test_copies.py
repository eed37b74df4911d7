"""Copies of the games: whole, made while they are played, few, and put back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.copies import CopyFailed, copy, forget, kept, name_of
from companion.copying import Copying
from companion.journal_file import NAME, replace
from companion.journal_format import DamagedError, check
from tests.companion.evening import Evening

AT = datetime(2026, 11, 21, 18, 3, 11, tzinfo=UTC)


class Turns:
    """A game whose turns are copied in the background until it is stopped."""

    def __init__(self, evening: Evening, own: Path, stick: Path | None = None, keep: int = 3) -> None:
        self._evening = evening
        table = evening.table
        self._copying = Copying(evening.folder, own, stick, keep, evening.bell, lambda: table.snapshot)
        self._copying.start()

    def play(self, turns: int) -> None:
        for _ in range(2 * turns):
            self._evening.do("advance")

    def stop(self) -> None:
        self._evening.bell.close()
        self._copying.stop()


def entries(file: Path) -> int:
    check(file)
    with closing(sqlite3.connect(file)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    return int(count)


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
    assert synced == ["copy.new", "copy", tmp_path.name]


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


def test_the_last_few_copies_stay(tmp_path: Path) -> None:
    for version in (9, 10, 11):
        (tmp_path / name_of(AT.replace(minute=version), version)).touch()
    (tmp_path / "holiday.jpg").touch()
    forget(tmp_path, 2)
    assert [each.name for each in kept(tmp_path)] == [
        "companion-20261121T181011Z-10.sqlite",
        "companion-20261121T181111Z-11.sqlite",
    ]
    assert (tmp_path / "holiday.jpg").exists()


def test_after_a_turn_there_is_a_copy_on_the_card_and_on_the_stick(evening: Evening, tmp_path: Path) -> None:
    own, stick = tmp_path / "copies", tmp_path / "stick"
    stick.mkdir()
    turns = Turns(evening, own, stick)
    turns.play(1)
    turns.stop()
    for place in (own, stick):
        assert [entries(each) for each in kept(place)] == [3]


def test_what_is_done_within_a_turn_is_not_copied_on_its_own(evening: Evening, tmp_path: Path) -> None:
    turns = Turns(evening, tmp_path / "copies")
    evening.do({"type": "add", "colour": "red", "by": 2})
    turns.stop()
    assert kept(tmp_path / "copies") == ()


def test_a_stick_that_is_not_there_is_not_made_and_holds_nothing_up(evening: Evening, tmp_path: Path) -> None:
    turns = Turns(evening, tmp_path / "copies", tmp_path / "stick")
    turns.play(1)
    turns.stop()
    assert len(kept(tmp_path / "copies")) == 1
    assert not (tmp_path / "stick").exists()


def test_a_folder_that_takes_nothing_is_complained_of_once(
    evening: Evening, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "copies"
    place.write_text("in the way")
    turns = Turns(evening, place)
    turns.play(2)
    turns.stop()
    assert len(caplog.records) == 1


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


@pytest.mark.parametrize("content", [b"", b"a holiday picture", b"SQLite format 3\0 and no more"])
def test_what_is_no_copy_is_refused_and_the_games_stay(
    evening: Evening, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "copy").write_bytes(content)
    before = (evening.folder / NAME).read_bytes()
    with pytest.raises(DamagedError):
        replace(evening.folder, tmp_path / "copy", AT, evening.entropy)
    assert (evening.folder / NAME).read_bytes() == before
