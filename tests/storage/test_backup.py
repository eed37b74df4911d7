"""Backups: whole or not at all, no more than the disk can spare, restored with a way back at any moment."""

from __future__ import annotations

import errno
import os
import shutil
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.storage.backup import (
    BACKUPS,
    BackupFailed,
    add_backup,
    backup_time,
    backups_in,
    free_space,
    latest_backups,
    newest,
    read_info,
    write_backup,
)
from companion.storage.entry import ELSEWHERE, HIGHEST
from companion.storage.files import DataFolderUnusable
from companion.storage.recovery import GAMES
from companion.storage.replacing import restore
from companion.storage.settings import Settings
from tests.fakes.folders import failing, game_file
from tests.storage.writing import NOW, SECRET, entry, numbers, opened, written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    written(folder, 1, 2, 3)
    return folder


@pytest.fixture
def place(folder: Path) -> Path:
    place = folder / BACKUPS
    place.mkdir()
    return place


def test_a_backup_is_a_zip_of_plain_files_with_a_list_of_its_content(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "x.zip")
    with ZipFile(tmp_path / "x.zip") as backup:
        assert sorted(backup.namelist()) == ["backup.json", "g.jsonl", "g.secret"]
        assert backup.read("g.jsonl") == game_file(folder).read_bytes()
    info = read_info(tmp_path / "x.zip")
    assert info is not None
    assert (info.name, info.last, info.at, info.system) == ("x.zip", 3, NOW, "toy")
    assert (tmp_path / "x.zip").stat().st_mode & 0o077 == 0


def test_a_redacted_backup_has_the_secrets_of_ended_games_only(folder: Path, tmp_path: Path) -> None:
    for ended, has in ((["g"], True), (["h"], False)):
        write_backup(folder, tmp_path / "x.zip", ended=ended)
        with ZipFile(tmp_path / "x.zip") as backup:
            assert ("g.secret" in backup.namelist()) is has


def test_a_backup_made_in_the_middle_of_a_write_is_whole(folder: Path, tmp_path: Path) -> None:
    with game_file(folder).open("ab") as file:
        file.write(b'{"n":4,"at"')
    write_backup(folder, tmp_path / "x.zip")
    shutil.rmtree(folder / GAMES)
    restore(folder, tmp_path / "x.zip", "x", at=NOW, entropy=bytes)
    assert numbers(folder) == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "of", "to", "left"),
    [
        ("g.jsonl", b'"n":2', b'"n":7', [1, 4, 5]),
        ("g.jsonl", b'"n":1', b'"n":7', [4, 5]),
        ("g.secret", b"0", b"x", [1, 2, 3, 4, 5]),
    ],
)
def test_a_backup_of_a_damaged_game_is_whole_with_what_is_left_of_it(
    folder: Path, tmp_path: Path, name: str, of: bytes, to: bytes, left: list[int]
) -> None:
    written(folder, 4, 5, game="h")
    file = folder / GAMES / name
    file.write_bytes(file.read_bytes().replace(of, to))
    write_backup(folder, tmp_path / "x.zip")
    restore(tmp_path / "there", tmp_path / "x.zip", "x", at=NOW, entropy=bytes)
    assert numbers(tmp_path / "there") == left


def test_a_backup_has_no_more_than_the_games(folder: Path, tmp_path: Path) -> None:
    shutil.copy(game_file(folder), folder / GAMES / "g copy.jsonl")
    (folder / GAMES / "g copy.secret").write_text("x")
    (folder / GAMES / "g.secret").unlink()
    os.mkfifo(folder / GAMES / "g.secret")
    write_backup(folder, tmp_path / "x.zip")
    restore(tmp_path / "there", tmp_path / "x.zip", "x", at=NOW, entropy=bytes)
    assert numbers(tmp_path / "there") == [1, 2, 3]


def test_the_newest_stay_and_the_one_that_is_offered(folder: Path, place: Path) -> None:
    (place / "companion-20261121T180000Z-3.zip.new").write_bytes(b"half, of a power cut")
    for _ in range(5):
        add_backup(folder, place, 3)
    assert len(list(place.iterdir())) == 3
    first = backups_in(place)[0].name
    for _ in range(4):
        add_backup(folder, place, 2, offered=first)
    assert len(backups_in(place)) == 3
    assert backups_in(place)[0].name == first
    assert len({backup_time(each.name) for each in backups_in(place)}) == 3, "though the clock stood still"


def test_the_backups_of_another_box_on_the_same_stick_stay(folder: Path, tmp_path: Path) -> None:
    written(tmp_path / "other", 1, 2, 3, 4)
    Settings(tmp_path / "other").set("epoch", "beef")
    stick = tmp_path / "stick"
    stick.mkdir()
    add_backup(tmp_path / "other", stick, 1)
    (theirs,) = backups_in(stick)
    for _ in range(3):
        add_backup(folder, stick, 1)
    assert len(backups_in(stick)) == 2
    assert theirs in backups_in(stick)


@pytest.mark.parametrize("year", [1970, 2200])
def test_a_backup_is_made_by_a_clock_that_no_zip_file_has(
    folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    monkeypatch.setattr(time, "localtime", lambda *_: time.struct_time((year, 1, 1, 0, 0, 0, 3, 1, 0)))
    monkeypatch.setattr(time, "time", lambda: (year - 1970) * 31_557_600.0)
    add_backup(folder, place, 9)
    assert read_info(backups_in(place)[0]) is not None


@pytest.mark.parametrize("kind", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_member_that_is_packed_in_another_way_is_none_of_ours(
    folder: Path, tmp_path: Path, kind: int
) -> None:
    target = tmp_path / "companion-20261121T180000Z-3.zip"
    write_backup(folder, target)
    with zipfile.ZipFile(target, "a", kind) as backup:
        backup.writestr("h.jsonl", bytes(99))
    spoilt = target.read_bytes().replace(b"\x5d\0\0", b"\xff\xff\xff")
    target.write_bytes(spoilt)
    assert read_info(target) is None


def test_a_full_disk_takes_older_backups_for_the_new_one_but_never_the_last(
    folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        add_backup(folder, place, 9)
    last = backups_in(place)[-1]
    with monkeypatch.context() as disk:
        disk.setattr("companion.storage.backup.fsync_path", failing(errno.ENOSPC))
        with pytest.raises(BackupFailed) as failed:
            add_backup(folder, place, 9)
    assert failed.value.full
    assert backups_in(place) == (last,)
    assert not free_space(folder, place)


def test_no_backup_takes_what_the_games_may_need(
    folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage._replace(free=1 << 20))
    with pytest.raises(BackupFailed) as failed:
        add_backup(folder, place, 9)
    assert failed.value.full
    assert list(place.iterdir()) == []


def test_only_whole_backups_are_offered_the_newest_first(folder: Path, place: Path) -> None:
    for _ in range(5):
        add_backup(folder, place, 9)
    names = [each.name for each in backups_in(place)]
    spoilt = bytearray((place / names[-1]).read_bytes())
    spoilt[120] ^= 1
    (place / names[-1]).write_bytes(spoilt)
    (place / "companion-20990101T000000Z-9.zip").mkdir()
    (place / "companion-20990101T000001Z-9.zip").symlink_to(place / names[0])
    assert [each.name for each in latest_backups([place, folder / "none"])] == names[-2:-5:-1]


def test_a_start_reports_a_backup_of_these_games_that_holds_more(folder: Path, place: Path) -> None:
    add_backup(folder, place, 3)
    lines = game_file(folder).read_bytes().splitlines(keepends=True)
    game_file(folder).write_bytes(b"".join(lines[:-1]))
    (folder / "last").unlink()
    storage = opened(folder)
    assert storage.damage is not None
    assert (storage.damage.kind, storage.damage.last, storage.damage.backup_last) == ("behind", 2, 3)
    assert storage.next > 3
    storage.close()


def test_a_start_reports_that_only_backups_are_left(folder: Path, place: Path) -> None:
    add_backup(folder, place, 3)
    shutil.rmtree(folder / GAMES)
    (folder / "last").unlink()
    (folder / "box.json").unlink()
    storage = opened(folder)
    assert storage.damage is not None
    assert (storage.damage.kind, storage.damage.backup_last) == ("gone", 3)
    assert storage.next > 3
    storage.close()


def test_what_was_there_is_set_aside_whole_and_numbers_go_on(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "x.zip")
    written(folder, 4, 5)
    before, kept = game_file(folder).read_bytes(), Settings(folder)
    kept.set("members", {"a": 1})
    epoch = kept.get("epoch", str)
    aside = restore(folder, tmp_path / "x.zip", "x", at=NOW, entropy=lambda size: b"\x01" * size)
    assert aside is not None
    assert (folder / aside / "g.jsonl").read_bytes() == before
    storage = opened(folder)
    assert (storage.last, storage.next, storage.damage) == (3, 6, None)
    assert (storage.epoch != epoch, storage.secret("g")) == (True, SECRET)
    assert storage.settings.get("members", dict[str, int]) == {"a": 1}
    storage.close()


def test_nothing_is_restored_beside_a_running_companion(folder: Path, tmp_path: Path) -> None:
    write_backup(folder, tmp_path / "x.zip")
    storage = opened(folder)
    with pytest.raises(DataFolderUnusable):
        restore(folder, tmp_path / "x.zip", "x", at=NOW, entropy=bytes)
    storage.append([(entry(4), None)])
    storage.close()


def test_a_backup_of_before_is_refused_in_a_sentence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"SQLite format 3\0" * 100)
    with pytest.raises(BackupFailed) as refused:
        restore(folder, tmp_path / "x.sqlite", "x", at=NOW, entropy=bytes)
    assert refused.value.message.code == "copy.before"
    assert numbers(folder) == [1, 2, 3]


def test_a_number_that_leaves_few_to_go_on_with_counts_where_the_box_has_given_it(
    folder: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there"
    written(there, HIGHEST - 1, HIGHEST)
    add_backup(there, tmp_path, 1)
    (backup,) = backups_in(tmp_path)
    with pytest.raises(BackupFailed) as refused:
        restore(folder, backup, "x", at=NOW, entropy=bytes)
    assert refused.value.message.code == "copy.damaged"
    assert [each.last for each in latest_backups([tmp_path])] == [HIGHEST]
    restore(there, backup, "x", at=NOW, entropy=bytes)
    assert numbers(there) == [HIGHEST - 1, HIGHEST]
    written(folder, ELSEWHERE)
    write_backup(folder, backup)
    shutil.rmtree(folder)
    restore(folder, backup, "x", at=NOW, entropy=bytes)
    assert numbers(folder)[-1] == ELSEWHERE


class Pulled(BaseException):
    """The plug."""


@pytest.mark.parametrize("moment", range(12))
def test_a_plug_pulled_while_a_backup_is_restored_leaves_the_one_or_the_other(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Each name that is changed in the folder, each file that is written, is a moment."""
    write_backup(folder, tmp_path / "x.zip")
    written(folder, 4, 5)
    left = [moment]

    def pulling(call: Any) -> Any:
        def pulled(*given: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Pulled
            return call(*given, **named)

        return pulled

    with monkeypatch.context() as plug, suppress(Pulled):
        for name in ("rename", "replace", "write_bytes"):
            plug.setattr(Path, name, pulling(getattr(Path, name)))
        plug.setattr(os, "open", pulling(os.open)) if moment > 9 else None
        plug.setattr(shutil, "rmtree", lambda *_given, **_named: None)
        restore(folder, tmp_path / "x.zip", "x", at=NOW, entropy=lambda size: b"\x01" * size)
    storage = opened(folder)
    assert storage.damage is None
    assert storage.last in (3, 5)
    assert storage.next == 6
    storage.close()


def test_the_newest_backup_of_other_games_does_not_count(folder: Path, place: Path) -> None:
    add_backup(folder, place, 3)
    assert newest(folder, 0, "abcd") is None
    assert newest(folder, 3, None) is None
    found = newest(folder, 2, None)
    assert found is not None
    assert found.last == 3
