"""Recovery: a torn end is cut silently, damage is set aside and reported, nothing else is lost."""

from __future__ import annotations

import hashlib
import random
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.storage.files import DataFolderUnusable
from companion.storage.game_file import create
from companion.storage.recovery import GAMES
from companion.storage.storage import Storage
from tests.fakes.folders import game_file
from tests.storage.writing import NOW, SECRET, entry, numbers, opened, written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five entries, four of which are known to have been acknowledged."""
    folder = tmp_path / "data"
    written(folder, 1, 2, 3, 4)
    note = (folder / "last").read_bytes()
    written(folder, 5)
    (folder / "last").write_bytes(note)
    return folder


def start_of_last(file: Path) -> int:
    return file.read_bytes()[:-1].rindex(b"\n") + 1


def found(folder: Path) -> Storage:
    storage = opened(folder)
    storage.close()
    return storage


def test_an_end_torn_at_any_byte_goes_without_a_word(folder: Path, tmp_path: Path) -> None:
    whole = game_file(folder).read_bytes()
    for cut in range(start_of_last(game_file(folder)), len(whole)):
        torn = tmp_path / "torn"
        shutil.copytree(folder, torn)
        game_file(torn).write_bytes(whole[:cut])
        storage = found(torn)
        assert (storage.last, storage.damage) == (4, None), cut
        shutil.rmtree(torn)


@pytest.mark.parametrize("first", [0, 64, 512])
def test_an_end_of_which_the_first_block_is_missing_and_later_ones_are_there_is_torn(
    folder: Path, first: int
) -> None:
    file = game_file(folder)
    whole = bytearray(file.read_bytes())
    at = start_of_last(file)
    whole += b"x" * 600
    whole[at : at + first] = bytes(first)
    whole[-1:] = b"\n" if first else b"x"
    file.write_bytes(whole[:at] + bytes(max(first, 1)) + whole[at + max(first, 1) :].replace(b"\n", b"x"))
    storage = found(folder)
    assert (storage.last, storage.damage) == (4, None)


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "zeros": lambda whole: bytes(len(whole)),
    "zeros from a line's end on": lambda whole: whole[: whole.rindex(b"\n", 0, -1) + 1] + bytes(99),
    "too deep": lambda whole: whole + b'{"n":' + b"[" * 100_000 + b"\n",
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_happens_to_a_game_of_before_is_no_torn_end(folder: Path, how: str) -> None:
    file = game_file(folder)
    written(folder, 6, 7, game="h")
    spoilt = SPOILT[how](file.read_bytes())
    file.write_bytes(spoilt)
    storage = found(folder)
    assert storage.damage is not None
    assert (folder / str(storage.damage.aside) / file.name).read_bytes() == spoilt


def test_a_copy_of_a_game_under_another_name_is_no_game(folder: Path) -> None:
    shutil.copy(game_file(folder), folder / GAMES / "g copy.jsonl")
    written(folder, 6)
    assert numbers(folder) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("torn", [b"", b'{"n":7'])
@pytest.mark.parametrize("game", ["../g", "a/b", "g.h", "-", "x" * 65, "é"])
def test_a_game_with_an_id_that_fits_no_address_is_none(folder: Path, game: str, torn: bytes) -> None:
    digits = hashlib.sha256(game.encode()).hexdigest()[:16]
    for stem in (f"game-{digits}", game.replace("/", "-")):
        file = folder / GAMES / f"{stem}.jsonl"
        create(file, game, [(entry(6, game), None)])
        file.write_bytes(file.read_bytes() + torn)
    assert numbers(folder) == [1, 2, 3, 4, 5]


def test_a_note_made_by_hand_is_none(folder: Path) -> None:
    noted = f"0000 {10**40} 0"
    (folder / "last").write_text(f"{noted} {zlib.crc32(noted.encode()):08x}\n")
    assert found(folder).damage is None


def test_damage_in_an_old_game_is_found_where_every_game_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = game_file(folder)
    written(folder, 6, 7, game="h")
    file.write_bytes(file.read_bytes().replace(b'{"n":3', b'{"n":4'))
    monkeypatch.setattr("companion.storage.recovery.READ_AT_START", 0)
    assert found(folder).damage is None
    storage = Storage(folder, at=NOW, entropy=bytes, every=True)
    storage.close()
    assert (storage.damage is not None, numbers(folder)) == (True, [1, 2, 6, 7])


def test_a_file_that_was_never_whole_goes(folder: Path) -> None:
    (folder / GAMES / "i.jsonl.new").write_bytes(b'{"format"')
    storage = found(folder)
    assert (storage.last, storage.damage) == (5, None)
    assert sorted(each.name for each in (folder / GAMES).iterdir()) == ["g.jsonl", "g.secret"]


def test_what_was_acknowledged_and_is_missing_is_reported(folder: Path) -> None:
    file = game_file(folder)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-3]))
    epoch = found(folder.parent / "other").epoch
    storage = found(folder)
    assert storage.damage is not None
    assert (storage.damage.kind, storage.last, storage.damage.lost) == ("log", 2, 2)
    assert storage.next > 4 + 100, "no number of a lost entry is given again"
    assert epoch is not None


@pytest.mark.parametrize("left", [b"", b"\0"])
def test_what_is_missing_of_the_boxs_own_is_reported_though_a_game_went_on(
    tmp_path: Path, left: bytes
) -> None:
    written(tmp_path, 1, 2, game=None)
    written(tmp_path, 3)
    file = tmp_path / GAMES / "box.jsonl"
    at = start_of_last(file)
    file.write_bytes(file.read_bytes()[:at] + left * 60)
    storage = found(tmp_path)
    assert storage.damage is not None
    assert [each.n for each in opened(tmp_path, writing=False).entries()] == [1, 3]


def test_damage_is_set_aside_whole_and_play_goes_on_from_the_last_good_entry(folder: Path) -> None:
    file = game_file(folder)
    damaged = bytearray(file.read_bytes())
    damaged[damaged.index(b'{"n":3') + 20] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(DataFolderUnusable) as refused:
        opened(folder, writing=False)
    assert refused.value.message.code == "data-folder.damaged"
    storage = found(folder)
    assert storage.damage is not None
    assert (storage.damage.kind, storage.last, storage.damage.lost) == ("file", 2, 3)
    assert (folder / (storage.aside or "") / file.name).read_bytes() == damaged
    again = opened(folder)
    assert (again.damage, again.aside) == (storage.damage, None)
    again.append([(entry(again.next, key="on"), None)])
    again.close()
    assert numbers(folder)[:2] == [1, 2]


def test_no_flipped_bit_of_any_file_loses_anything_without_a_word(tmp_path: Path) -> None:
    folder = tmp_path / "noted"
    written(folder, 1, 2, 3, 4, 5)
    chance = random.Random("bits")
    files = [each.relative_to(folder) for each in sorted(folder.rglob("*")) if each.is_file()]
    for _ in range(300):
        hurt = tmp_path / "hurt"
        shutil.copytree(folder, hurt)
        path = hurt / chance.choice(files)
        content = bytearray(path.read_bytes())
        bit = chance.randrange(8 * len(content))
        content[bit // 8] ^= 1 << bit % 8
        path.write_bytes(content)
        storage = found(hurt)
        said = (
            storage.damage is not None or storage.secret("g") != SECRET or path.name in ("last", "g.secret")
        )
        assert said, (path.name, bit)
        assert storage.last == 5 or storage.damage is not None, (path.name, bit)
        shutil.rmtree(hurt)


def test_a_file_of_a_later_version_is_refused_and_not_touched(folder: Path) -> None:
    file = game_file(folder)
    head = b'{"format":"companion-journal","version":2,"game":"g"}'
    later = head[:-1] + b',"check":"%08x"}\n' % zlib.crc32(head)
    file.write_bytes(later)
    with pytest.raises(DataFolderUnusable) as refused:
        opened(folder)
    assert refused.value.message.code == "data-folder.newer"
    assert file.read_bytes() == later
