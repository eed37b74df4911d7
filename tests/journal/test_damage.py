"""Bytes that are not what was written: a start says so, keeps everything, and nobody takes a lost number for
a present one.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.damage import Damage
from companion.journal.entry import stamp, sum_1
from companion.journal.file import check
from companion.journal.folder import DataFolderUnusable, inspect
from companion.journal.names import LAST, NAME
from tests.fakes.disk import Disk, Fault
from tests.fakes.evening import BEGAN
from tests.journal.left import WAL, Left, judged, killed, opened
from tests.journal.served import said
from tests.journal.writing import entry

KEPT = Path(__file__).parent / "kept"


def bit(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(8 * len(content))
    content[at // 8] ^= 1 << at % 8


def block(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(0, len(content), 512)
    content[at : at + 512] = bytes(len(content[at : at + 512]))


def junk(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content))
    content[at : at + 16] = chance.randbytes(len(content[at : at + 16]))


def cut(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


@pytest.mark.parametrize("how", [bit, block, junk, cut])
@pytest.mark.parametrize("which", ["main", "wal", "last"])
def test_whatever_happens_to_a_file_all_stands_or_the_start_says_what_does_not(
    left: Left, tmp_path: Path, which: str, how: Callable[[bytearray, random.Random], None]
) -> None:
    chance = random.Random(f"{which} {how.__name__}")
    name = {"main": NAME, "wal": WAL, "last": LAST}[which]
    found = []
    for _ in range(20 if which == "last" else 60):
        bad = bytearray(left.files[name])
        how(bad, chance)
        folder = left.put(tmp_path / "bad", **{which: bytes(bad)})
        found.append(judged(left, folder))
        shutil.rmtree(folder)
    if which != "last":
        assert any(found), "it does damage something"


def test_one_flipped_bit_in_the_log_loses_nothing_and_is_said(left: Left, tmp_path: Path) -> None:
    log = left.files[WAL]
    bad = bytearray(log)
    bad[len(log) // 10] ^= 4
    folder = left.put(tmp_path / "bad", wal=bytes(bad))
    damage = judged(left, folder)
    assert damage == Damage("log", BEGAN, "journal.damaged-20261121T180000Z", 40, 0)
    assert damage.aside is not None
    assert (folder / damage.aside).read_bytes() == left.files[NAME]
    assert (folder / f"{damage.aside}-wal").read_bytes() == bytes(bad)


def test_a_key_that_was_changed_is_found_wherever_it_stands(left: Left, tmp_path: Path) -> None:
    """In the index as well: a command that is repeated under its key must find what was done."""
    main = left.files[NAME]
    places = [at for at in range(len(main)) if main[at : at + 3] == b"k17"]
    assert len(places) >= 2
    for place in places:
        folder = left.put(tmp_path / f"at-{place}", main=main[:place] + b"j" + main[place + 1 :])
        judged(left, folder)
        with closing(opened(folder)) as journal:
            there = journal.entries()
            assert [journal.keyed(each.key or "") for each in there] == there


@pytest.mark.parametrize("bit", range(32))
def test_a_flipped_bit_does_not_pass_for_a_later_version(left: Left, tmp_path: Path, bit: int) -> None:
    """In the number of the format, which stands at the 60th byte of the file; the log has no such page."""
    with closing(opened(left.put(tmp_path / "folded"))) as journal:
        assert journal.fold()
    main = bytearray((tmp_path / "folded" / NAME).read_bytes())
    main[63 - bit // 8] ^= 1 << bit % 8
    damage = judged(left, left.put(tmp_path / "bad", main=bytes(main), wal=None))
    assert damage is not None
    assert (damage.last, damage.lost) == (40, 0)


def test_damage_is_told_for_as_long_as_the_file_lasts(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "bad", wal=left.files[WAL][:9000] + bytes(600) + left.files[WAL][9600:])
    damage = judged(left, folder)
    assert damage is not None
    for _ in range(2):
        with closing(opened(folder)) as journal:
            assert (journal.damage, journal.aside) == (damage, None)
            assert journal.entries() == left.entries[: damage.last]


def test_a_torn_end_of_the_log_is_silent(left: Left, tmp_path: Path) -> None:
    """A commit that the plug was pulled on: its first frames are there, its end is not."""
    with closing(opened(tmp_path / "more")) as journal:
        journal.append([(entry(1, size=5000), None)])
        frames = (tmp_path / "more" / WAL).read_bytes()[-3000:-1000]
    folder = left.put(tmp_path / "torn", wal=left.files[WAL] + frames)
    assert judged(left, folder) is None


def test_a_log_that_was_being_emptied_when_the_plug_was_pulled_is_nothing(tmp_path: Path) -> None:
    """The file has taken it in; what is left of it would lead back to before that."""
    entries = [entry(n, f"k{n}") for n in range(1, 41)]
    with closing(opened(tmp_path / "data", "first")) as journal:
        for each in entries:
            journal.append([(each, None)])
        wal = (tmp_path / "data" / WAL).read_bytes()
        journal.fold()
        main = (tmp_path / "data" / NAME).read_bytes()
        left = Left({NAME: main}, entries, journal.epoch)
    for number, length in enumerate(range(32 + 1048, len(wal), 3 * 1048 + 100)):
        assert judged(left, left.put(tmp_path / f"cut-{number}", wal=wal[:length])) is None


@pytest.mark.parametrize("seed", range(8))
def test_a_torn_log_that_the_file_has_taken_in_takes_nothing_from_it(tmp_path: Path, seed: int) -> None:
    """The plug was pulled while it was being emptied: most of its blocks are there, and others are not. A
    start may tell of it; but its pages, which are older than the file's, never lie over them."""
    chance = random.Random(seed)
    entries = [entry(n, f"k{n}") for n in range(1, 41)]
    with closing(opened(tmp_path / "data", "first")) as journal:
        for each in entries:
            journal.append([(each, None)])
        before = (tmp_path / "data" / WAL).read_bytes()
        journal.fold()
        main = (tmp_path / "data" / NAME).read_bytes()
        left = Left({NAME: main}, entries, journal.epoch)
    torn = bytearray(before[: chance.randrange(len(before) // 4, len(before))])
    for at in range(chance.randrange(1, 8) * 1024, len(torn), 1024):
        if chance.random() < 0.3:
            torn[at : at + 512] = bytes(len(torn[at : at + 512]))
    damage = judged(left, left.put(tmp_path / "torn", wal=bytes(torn)))
    assert damage is None or damage.last == 40


def test_a_log_cut_short_is_told_by_the_note_of_the_last_entry(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "cut", wal=left.files[WAL][: len(left.files[WAL]) // 2])
    damage = judged(left, folder)
    assert damage is not None
    assert (damage.kind, damage.lost) == ("log", 40 - damage.last)


def test_a_note_that_a_power_cut_left_behind_says_nothing(left: Left, tmp_path: Path) -> None:
    earlier = killed(tmp_path / "earlier", left.entries[:30]).files[LAST]
    for number, last in enumerate(
        (earlier, None, b"", bytes(20), left.files[LAST][:11], left.files[LAST][:11] + bytes(30))
    ):
        assert judged(left, left.put(tmp_path / f"note-{number}", last=last)) is None


def test_what_is_set_aside_after_a_damaged_log_holds_all_that_was_found(left: Left, tmp_path: Path) -> None:
    bad = left.files[WAL][:20000] + bytes(3000) + left.files[WAL][23000:]
    folder = left.put(tmp_path / "bad", wal=bad)
    damage = judged(left, folder)
    assert damage is not None
    assert damage.aside is not None
    assert (folder / damage.aside).read_bytes() == left.files[NAME]
    assert (folder / f"{damage.aside}-wal").read_bytes() == bad


def test_looking_says_that_a_log_is_damaged_and_leaves_it_alone(left: Left, tmp_path: Path) -> None:
    bad = left.files[WAL][:9000] + b"another" + left.files[WAL][9007:]
    folder = left.put(tmp_path / "bad", wal=bad)
    with pytest.raises(DataFolderUnusable) as caught:
        inspect(folder)
    assert caught.value.said.code == "data-folder.damaged"
    assert (folder / WAL).read_bytes() == bad


def test_a_log_without_its_file_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "whole", "first")) as journal:
        journal.append([(entry(1), None)])
        wal = (tmp_path / "whole" / WAL).read_bytes()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / WAL).write_bytes(wal)
    with closing(opened(tmp_path / "data")) as journal:
        assert journal.damage is not None
        assert journal.damage.kind == "gone"
        assert journal.aside is not None
    assert (tmp_path / "data" / f"{journal.aside}-wal").read_bytes() == wal


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """What a kill left of a journal of format 1: the kept one, and more entries in its log."""
    folder = tmp_path_factory.mktemp("earlier")
    shutil.copy(KEPT / NAME, folder / NAME)
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        (last,) = writer.execute("SELECT max(n) FROM entries").fetchone()
        (epoch,) = writer.execute("SELECT value FROM settings WHERE name = 'epoch'").fetchone()
        for n in range(last + 1, last + 21):
            each = entry(n, f"k{n}")
            at = stamp(each.at)
            writer.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (n, at, each.game, each.source, each.by, each.name, each.key, each.command, each.events, None,
                 sum_1(each, at, None)),
            )  # fmt: skip
        files = {name: (folder / name).read_bytes() for name in (NAME, WAL)}
    with closing(opened(folder)) as journal:
        return Left(files, journal.entries(), epoch)


def test_a_journal_of_format_1_is_brought_up_to_date_with_its_log(earlier: Left, tmp_path: Path) -> None:
    folder = earlier.put(tmp_path / "data")
    assert judged(earlier, folder) is None
    assert check(folder / NAME).last == len(earlier.entries)
    with closing(opened(folder)) as journal:
        games = {each.game for each in earlier.entries if each.game not in {None, "g"}}
        assert all(journal.secret(game) is not None for game in games if game is not None)


@pytest.mark.parametrize("how", [bit, block, junk])
@pytest.mark.parametrize("which", ["main", "wal"])
def test_a_damaged_journal_of_format_1_is_read_as_one_of_format_1(
    earlier: Left, tmp_path: Path, which: str, how: Callable[[bytearray, random.Random], None]
) -> None:
    chance = random.Random(f"1 {which} {how.__name__}")
    survivors = set()
    for _ in range(25):
        bad = bytearray(earlier.files[NAME if which == "main" else WAL])
        how(bad, chance)
        folder = earlier.put(tmp_path / "bad", **{which: bytes(bad)})
        with closing(opened(folder)) as journal:
            there = journal.entries()
            assert there == earlier.entries[: len(there)]
            if journal.damage is not None:
                survivors.add(len(there))
                assert journal.next > len(earlier.entries)
                assert journal.damage.lost in {None, len(earlier.entries) - len(there)}
        shutil.rmtree(folder)
    assert max(survivors, default=0) > 3, "a damaged file of format 1 does not lose everything"


@pytest.mark.parametrize("file", ["-wal", "journal.sqlite"])
def test_what_the_disk_would_not_give_is_no_damage_and_stays_as_it_is(
    left: Left, disk: Disk, file: str
) -> None:
    disk.folder.rmdir()
    left.put(disk.folder)
    disk.fail(Fault.READ, file=file)
    said = starts(disk)
    assert said == "data-folder.unread"
    assert disk.hits(Fault.READ)
    assert {name: (disk.folder / name).read_bytes() for name in (NAME, WAL)} == {
        name: left.files[name] for name in (NAME, WAL)
    }
    disk.mend()
    assert starts(disk) == "40 None"


def test_a_disk_that_gives_it_wrong_once_is_asked_again(left: Left, disk: Disk) -> None:
    disk.folder.rmdir()
    left.put(disk.folder)
    disk.fail(Fault.READ, times=1, after=4)
    assert starts(disk) in {"40 None", "data-folder.unread"}
    assert starts(disk) == "40 None"


def starts(disk: Disk) -> str:
    """What a start on the disk says: the last number and the damage, or why it cannot."""
    return said(disk, OPENS)


OPENS = """
try:
    journal = opened()
    print(journal.last, journal.damage)
except DataFolderUnusable as unusable:
    print(unusable.said.code)
"""
