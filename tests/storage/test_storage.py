"""Storage: what is acknowledged is on the disk; what failed is not; one process a folder."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.language.text import text
from companion.storage.backup import add_backup
from companion.storage.entry import BEYOND
from companion.storage.files import DataFolderUnusable, NoGamesYet
from companion.storage.machine import box_id_of
from companion.storage.recovery import GAMES
from companion.storage.settings import SETTINGS, Settings
from companion.storage.storage import Storage, StorageFailed
from tests.fakes.folders import failing, game_file
from tests.storage.writing import NOW, SECRET, entry, numbers, opened, written


def test_entries_are_found_by_number_by_game_by_key_and_from_the_end(tmp_path: Path) -> None:
    written(tmp_path, 1, 2, 4)
    written(tmp_path, 5, 7, game="h")
    written(tmp_path, 8, game=None)
    storage = opened(tmp_path)
    assert [each.n for each in storage.entries(after=2)] == [4, 5, 7, 8]
    assert [each.n for each in storage.entries(after=1, limit=3)] == [2, 4, 5]
    assert [each.n for each in storage.newest(3)] == [8, 7, 5]
    assert [each.n for each in storage.newest(2, before=5)] == [4, 2]
    assert [each.n for each in storage.of("h")] == [5, 7]
    assert storage.entry(7) == entry(7, "h", "k7")
    assert storage.entry(6) is None
    assert (storage.last, storage.next) == (8, 9)
    storage.close()


def test_a_key_is_known_of_the_game_that_is_asked_for_and_of_the_box(tmp_path: Path) -> None:
    written(tmp_path, 1, 2)
    written(tmp_path, 3, game="h")
    written(tmp_path, 4, game=None)
    storage = opened(tmp_path)
    found = [storage.entry_by_key(key, "g") for key in ("k2", "k3", "k4", "k9")]
    assert [each and each.n for each in found] == [2, None, 4, None]
    found = [storage.entry_by_key(key, "none") for key in ("k2", "k4")]
    assert [each and each.n for each in found] == [None, 4]
    storage.close()


def test_the_secret_is_in_a_file_of_its_own_and_only_the_promised_one_counts(tmp_path: Path) -> None:
    written(tmp_path, 1)
    assert SECRET.hex() not in game_file(tmp_path).read_text()
    storage = opened(tmp_path)
    assert (storage.secret("g"), storage.secret("none")) == (SECRET, None)
    assert storage.missing_secrets() == {}
    (tmp_path / GAMES / "g.secret").write_text("00" * 32)
    assert storage.secret("g") is None
    assert set(storage.missing_secrets()) == {"g"}
    (tmp_path / GAMES / "g.secret").unlink()
    assert set(storage.missing_secrets()) == {"g"}
    storage.close()


def test_only_their_owner_reads_the_files_also_where_rights_were_wider(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    written(folder, 1)
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o777)
    written(folder, 2)
    for each in (folder, *folder.rglob("*")):
        mode = stat.S_IMODE(each.stat().st_mode)
        assert mode == (0o700 if each.is_dir() else 0o600), each


def test_one_process_has_a_folder_and_it_is_free_once_that_is_closed(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    with pytest.raises(DataFolderUnusable) as refused:
        opened(tmp_path)
    assert refused.value.message.code == "cannot-start.data-folder-in-use"
    opened(tmp_path, writing=False).close()
    storage.close()
    opened(tmp_path).close()


def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(NoGamesYet):
        opened(tmp_path / "none", writing=False)
    written(tmp_path, 1)
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    storage = opened(tmp_path, writing=False)
    with pytest.raises(StorageFailed):
        storage.append([(entry(2), None)])
    with pytest.raises(StorageFailed):
        storage.settings.set("a", 1)
    storage.close()
    assert {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()} == before


def test_a_folder_of_before_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"SQLite format 3\0")
    with pytest.raises(DataFolderUnusable) as refused:
        opened(tmp_path)
    assert refused.value.message == text("data-folder.before", folder=str(tmp_path), why="")


def test_a_folder_that_is_copied_while_it_is_written_opens(tmp_path: Path) -> None:
    written(tmp_path / "data", 1, 2)
    storage = opened(tmp_path / "data")
    with game_file(tmp_path / "data").open("ab") as file:
        file.write(b'{"n":3,"at":"2026-')
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    storage.close()
    assert numbers(tmp_path / "copy") == [1, 2]


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.EIO, "journal-failed"), (errno.ENOSPC, "journal-full"), (errno.EDQUOT, "journal-full")],
)
@pytest.mark.parametrize("call", ["fdatasync", "pwrite"])
def test_a_write_that_failed_does_not_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, call: str
) -> None:
    written(tmp_path, 1)
    storage = opened(tmp_path)
    with monkeypatch.context() as disk:
        disk.setattr(os, call, failing(number))
        with pytest.raises(StorageFailed) as failed:
            storage.append([(entry(2), None)])
    assert (failed.value.code, storage.trouble, storage.last) == (code, code, 1)
    storage.append([(entry(2, key="again"), None)])
    assert (storage.trouble, storage.last) == (None, 2)
    storage.close()
    storage = opened(tmp_path)
    assert [each.key for each in storage.entries()] == ["k1", "again"]
    storage.close()


def test_a_game_of_which_the_disk_did_not_confirm_the_name_does_not_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = opened(tmp_path)
    with monkeypatch.context() as disk:
        disk.setattr("companion.storage.files.fsync_path", failing(errno.EIO))
        with pytest.raises(StorageFailed, match="journal-failed"):
            storage.append([(entry(1), None)])
    storage.close()
    assert numbers(tmp_path) == []


def test_a_secret_that_the_disk_does_not_give_is_not_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 1)
    storage = opened(tmp_path)
    monkeypatch.setattr(Path, "read_text", failing(errno.EIO))
    assert storage.missing_secrets() == {}
    with pytest.raises(StorageFailed):
        storage.secret("g")
    storage.close()


def test_a_write_of_unknown_outcome_is_reported_and_cut_off_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 1)
    storage = opened(tmp_path)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fdatasync", failing(errno.EIO))
        disk.setattr(os, "ftruncate", failing(errno.EIO))
        for _ in range(2):
            with pytest.raises(StorageFailed) as failed:
                storage.append([(entry(2), None)])
            assert failed.value.code == "journal-unsure"
    storage.append([(entry(2, key="again"), None)])
    storage.close()
    assert numbers(tmp_path) == [1, 2]


@pytest.mark.parametrize(
    "gone", [lambda folder: game_file(folder).unlink(), lambda folder: shutil.rmtree(folder / GAMES)]
)
def test_a_file_that_was_taken_away_takes_nothing(tmp_path: Path, gone: Callable[[Path], None]) -> None:
    written(tmp_path, 1)
    storage = opened(tmp_path)
    gone(tmp_path)
    with pytest.raises(StorageFailed) as failed:
        storage.append([(entry(2), None)])
    assert (failed.value.code, storage.last) == ("journal-gone", 1)
    storage.close()


@pytest.mark.parametrize("gone", ["data", "data/games", "data/box.json"])
def test_what_is_taken_away_while_games_are_played_is_reported_before_anything_is_done(
    tmp_path: Path, gone: str
) -> None:
    written(tmp_path / "data", 1)
    storage = opened(tmp_path / "data")
    (tmp_path / gone).rename(tmp_path / "away")
    assert storage.trouble == "journal-gone"
    storage.close()


def test_settings_in_a_removed_folder_are_an_error(tmp_path: Path) -> None:
    storage = opened(tmp_path / "data")
    shutil.rmtree(tmp_path / "data")
    with pytest.raises(StorageFailed, match="journal-gone"):
        storage.settings.set("a", 1)
    storage.close()


def test_on_a_full_disk_room_is_made_and_the_write_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 1)
    made: list[str] = []
    monkeypatch.setattr(os, "fdatasync", failing(errno.ENOSPC))

    def room() -> bool:
        made.append("room")
        monkeypatch.undo()
        return True

    storage = Storage(tmp_path, at=NOW, entropy=bytes, room=room)
    storage.append([(entry(2), None)])
    assert (made, storage.last) == (["room"], 2)
    storage.close()


def test_settings_that_the_disk_does_not_take_at_a_start_are_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing(errno.ENOSPC))
    with pytest.raises(DataFolderUnusable) as refused:
        opened(tmp_path)
    assert refused.value.message.code == "data-folder.full"


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.EIO, "data-folder.unread"), (errno.EMFILE, "cannot-start.data-folder")],
)
def test_what_the_disk_does_not_give_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    written(tmp_path, 1)
    with monkeypatch.context() as disk:
        disk.setattr(Path, "read_bytes", failing(number))
        with pytest.raises(DataFolderUnusable) as refused:
            opened(tmp_path)
    assert refused.value.message.code == code
    assert numbers(tmp_path) == [1]
    assert not list(tmp_path.glob("damaged-*"))


def test_games_that_are_looked_at_do_not_stay_in_memory(tmp_path: Path) -> None:
    for number in range(8):
        written(tmp_path, 1 + number, game=f"g{number}")
    storage = opened(tmp_path)
    for number in range(8):
        assert [each.key for each in storage.of(f"g{number}")] == [f"k{1 + number}"]
    held = [file for file in storage.games().values() if file.entries is not None or file.keys]
    assert sorted(str(file.game) for file in held) == ["g4", "g5", "g6", "g7"]
    assert storage.entry_by_key("k1", "g0") is not None
    storage.close()


def test_settings_last_and_one_of_another_kind_counts_as_none(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    storage.settings.set("switches", {"sound": True})
    box = storage.box
    storage.close()
    storage = opened(tmp_path)
    assert storage.settings.get("switches", dict[str, bool]) == {"sound": True}
    assert storage.settings.get("switches", int) is None
    storage.settings.set("switches", None)
    assert storage.settings.get("switches", dict[str, bool]) is None
    assert box_id_of(tmp_path) == box == storage.box
    storage.close()


@pytest.mark.parametrize(
    "spoilt",
    [
        {"made": "x"}, {"made": "2026-01-01T00:00:00"}, {"made": "0001-01-01T00:00:00+12:00"}, {"made": [7]},
        {"epoch": "x"}, {"epoch": "a b c"}, {"epoch": "beef\n"}, {"epoch": "é" * 99}, {"epoch": [[]]},
        {"floor": BEYOND - 1}, {"floor": 2**63}, {"floor": -(2**63)}, {"floor": "7"},
        {"damage": {"kind": "file", "at": "0001-01-01T00:00:00+12:00"}},
    ],
)  # fmt: skip
def test_settings_made_by_hand_keep_no_start_from_going_on(tmp_path: Path, spoilt: dict[str, Any]) -> None:
    written(tmp_path, 1)
    Settings(tmp_path).update(spoilt)
    storage = opened(tmp_path)
    assert (storage.made_at, storage.epoch, storage.damage) == (NOW, "0000", None)
    number = storage.next
    storage.append([(entry(number), None)])
    storage.close()
    assert numbers(tmp_path) == [1, number]
    add_backup(tmp_path, tmp_path, 1)


@pytest.mark.parametrize("kind", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/full")])
@pytest.mark.parametrize("name", ["last", "games/g.jsonl", "games/h.jsonl", "games/g.secret"])
def test_what_is_no_file_is_not_opened_and_named(
    tmp_path: Path, name: str, kind: Callable[[Path], object]
) -> None:
    written(tmp_path, 1)
    (tmp_path / name).unlink(missing_ok=True)
    kind(tmp_path / name)
    with pytest.raises(DataFolderUnusable) as refused:
        opened(tmp_path)
    assert refused.value.message == text("data-folder.no-file", folder=str(tmp_path / name), why="")


def test_damaged_settings_are_set_aside_and_the_games_go_on_in_a_new_epoch(tmp_path: Path) -> None:
    written(tmp_path, 1)
    settings = tmp_path / SETTINGS
    settings.write_bytes(settings.read_bytes().replace(b'"epoch"', b'"apoch"'))
    storage = opened(tmp_path)
    assert (storage.last, storage.aside is not None, storage.damage is not None) == (1, True, True)
    assert (tmp_path / (storage.aside or "")).is_file()
    storage.close()
