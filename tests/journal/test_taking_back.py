"""What was refused never stands: not after a kill, not after the plug was pulled; and what keeps the disk
from taking entries is said.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.copies import add, make_room
from companion.journal.file import dial
from companion.journal.folder import DataFolderUnusable
from companion.journal.journal import Journal, JournalFailed
from companion.journal.names import NAME
from companion.journal.wal import read
from tests.fakes.disk import Cut, Disk, Fault
from tests.fakes.evening import BEGAN, Entropy
from tests.fakes.writing import connection_of
from tests.journal.served import said
from tests.journal.writing import entry
from tests.patience import PATIENCE

WAL = f"{NAME}-wal"
THERE = "print(*[each.n for each in opened().entries()])"
"""What a start finds."""


def opened(folder: Path) -> Journal:
    return Journal(folder, at=BEGAN, entropy=Entropy())


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(opened(tmp_path / "data")) as journal:
        journal.append([(entry(1), None)])
        yield journal


@pytest.mark.parametrize("fault", [Fault.FLUSH, Fault.WRITE, Fault.FULL])
@pytest.mark.parametrize("size", [1, 4000])
def test_a_refused_entry_does_not_come_back_after_a_kill(disk: Disk, fault: Fault, size: int) -> None:
    code = "journal-full" if fault is Fault.FULL else "journal-failed"
    assert said(disk, f"""
journal = opened()
put(journal, 1)
disk.fail(Fault.{fault.name}, times=1, file="-wal")
put(journal, 2, size={size})
print(journal.last, journal.trouble)
""").split() == ["1", code, "1", code]  # fmt: skip
    assert disk.hits(fault) == 1
    assert not read(disk.folder / WAL, 1024).damaged
    assert said(disk, THERE) == "1"


def test_it_does_not_come_back_while_flushes_go_on_failing_and_nobody_promises(disk: Disk) -> None:
    assert said(disk, """
journal = opened()
put(journal, 1)
disk.fail(Fault.FLUSH)
put(journal, 2)
put(journal, 2)
print(journal.trouble)
""").split() == ["1", "journal-unsure", "journal-unsure", "journal-unsure"]  # fmt: skip
    disk.mend()
    assert said(disk, THERE) == "1"


def test_once_the_disk_is_well_again_the_next_command_clears_up_first(disk: Disk) -> None:
    assert said(disk, """
journal = opened()
put(journal, 1)
disk.fail(Fault.FLUSH)
put(journal, 2, size=4000)
disk.mend()
put(journal, 2)
print(journal.trouble, journal.damage)
""").split() == ["1", "journal-unsure", "2", "None", "None"]  # fmt: skip
    again = "journal = opened(); print(journal.damage, *[len(each.events) for each in journal.entries()])"
    assert said(disk, again) == f"None {len(entry(1).events)} {len(entry(2).events)}"


def test_folding_clears_up_too(disk: Disk) -> None:
    assert said(disk, """
journal = opened()
put(journal, 1)
disk.fail(Fault.FLUSH)
put(journal, 2)
disk.mend()
print(journal.fold(), journal.trouble)
""").split() == ["1", "journal-unsure", "True", "None"]  # fmt: skip
    assert said(disk, THERE) == "1"


@pytest.mark.parametrize("how", Cut)
def test_a_refused_entry_does_not_come_back_after_the_plug_was_pulled(disk: Disk, how: Cut) -> None:
    for round_ in range(3):
        disk.remember()
        was = said(disk, f"""
journal = opened()
put(journal, journal.next)
disk.fail(Fault.FLUSH, times=1, file="-wal")
put(journal, journal.next, size={1 + 900 * round_})
""").split()  # fmt: skip
        assert was == [str(round_ + 1), "journal-failed"]
        disk.mend()
        disk.cut(random.Random(round_), how)
    assert said(disk, "journal = opened(); print(journal.last, journal.damage)") == "3 None"


def test_a_full_disk_is_told_and_nothing_of_it_stays(disk: Disk) -> None:
    assert said(disk, """
journal = opened()
put(journal, 1)
disk.room = 1500
put(journal, 2, size=4000)
disk.room = None
put(journal, 2)
""").split() == ["1", "journal-full", "2"]  # fmt: skip
    assert said(disk, THERE) == "1 2"


def test_copies_make_room_for_an_entry(disk: Disk, tmp_path: Path) -> None:
    copies = disk.folder / "copies"
    copies.mkdir()
    with closing(opened(tmp_path / "other")) as other:
        for n in range(1, 4):
            other.append([(entry(n, size=3000), None)])
            add(tmp_path / "other", copies, BEGAN.replace(minute=n), n, 9)
    asked = """
from companion.journal.copies import make_room
journal = opened(room=lambda: make_room(folder / "copies"))
disk.room = 2000
print(*[put(journal, n, size=900) or "" for n in range(4, 9)])
"""
    shutil.rmtree(tmp_path / "other")
    (disk.folder / "copies").chmod(0o700)
    numbers = said(disk, asked.replace("range(4, 9)", "range(1005, 1009)")).split()
    assert numbers == [str(n) for n in range(1005, 1009)]
    assert len(list(copies.iterdir())) < 3
    assert make_room(copies) or len(list(copies.iterdir())) == 1


def test_room_is_asked_for_as_long_as_something_is_freed(journal: Journal) -> None:
    (pages,) = connection_of(journal).execute("PRAGMA page_count").fetchone()
    connection_of(journal).execute(f"PRAGMA max_page_count={pages}")
    freed = [2, 1]

    def room() -> bool:
        if freed and freed.pop() == 2:
            connection_of(journal).execute("PRAGMA max_page_count=100000")
        return True

    assert journal._writer is not None
    journal._writer._room = room
    journal.append([(entry(2, size=9000), None)])
    assert (freed, journal.last, journal.trouble) == ([], 2, None)


@pytest.mark.parametrize("name", [NAME, WAL])
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    journal: Journal, tmp_path: Path, name: str, how: str
) -> None:
    place = tmp_path / "data" / name
    content = place.read_bytes()
    place.rename(tmp_path / "taken")
    if how == "replaced":
        place.write_bytes(content)
    assert journal.trouble == "journal-gone"
    with pytest.raises(JournalFailed) as caught:
        journal.append([(entry(2), None)])
    assert (caught.value.code, journal.last, journal.trouble) == ("journal-gone", 1, "journal-gone")
    assert not journal.fold()
    place.unlink(missing_ok=True)
    (tmp_path / "taken").rename(place)
    journal.append([(entry(2), None)])
    assert journal.trouble is None


def test_folding_takes_the_log_into_the_file_and_leaves_it_empty(journal: Journal, tmp_path: Path) -> None:
    assert (tmp_path / "data" / WAL).stat().st_size > 0
    assert journal.fold()
    assert (tmp_path / "data" / WAL).stat().st_size == 0
    journal.append([(entry(2), None)])
    assert [each.n for each in journal.entries()] == [1, 2]


def test_folding_waits_for_nobody_who_reads_and_says_so(journal: Journal, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "data", at=BEGAN, entropy=Entropy(), writing=False)) as other:
        other._viewer.execute("BEGIN")
        other._viewer.execute("SELECT n FROM entries").fetchone()
        assert not journal.fold()
        journal.append([(entry(2), None)])
        other._viewer.execute("COMMIT")
    assert journal.fold()


def test_a_press_in_the_middle_of_folding_is_taken(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the last step keeps a writer out; what came before it is not lost to it."""
    pressed: list[int] = []

    def dialled(path: Path, mode: str) -> sqlite3.Connection:
        if not pressed and threading.current_thread().name == "folding":
            pressed.append(2)
            press = threading.Thread(target=journal.append, args=([(entry(2), None)],))
            press.start()
            press.join(PATIENCE)
        return dial(path, mode)

    monkeypatch.setattr("companion.journal.writer.dial", dialled)
    folding = threading.Thread(target=journal.fold, name="folding")
    folding.start()
    folding.join(PATIENCE)
    assert (pressed, journal.last) == ([2], 2)
    assert [each.n for each in journal.entries()] == [1, 2]


STARTS = """
try:
    print(opened().last)
except DataFolderUnusable as unusable:
    print(unusable.said.code)
"""


@pytest.mark.parametrize("room", [0, 8192, 32767])
def test_a_start_on_a_full_disk_has_a_clear_word(disk: Disk, room: int) -> None:
    """With a little room left, too: the write-ahead log and its index take 32 KiB."""
    assert said(disk, "put(opened(), 1)") == "1"
    disk.room = room
    assert said(disk, STARTS) in {"data-folder.full", "1"}
    for name in (f"{NAME}-shm", WAL):
        (disk.folder / name).unlink(missing_ok=True)
    disk.room = room
    assert said(disk, STARTS) == "data-folder.full"
    disk.mend()
    assert said(disk, STARTS) in {"0", "1"}


def test_a_start_writes_before_anybody_presses(disk: Disk) -> None:
    assert said(disk, "opened().close()") == ""
    disk.fail(Fault.FLUSH, file="-wal")
    assert said(disk, STARTS) == "cannot-start.data-folder"


def test_the_secrets_of_the_dice_are_their_owner_s_alone(tmp_path: Path) -> None:
    """Also when it is started by hand, where new files may be read by all; and what was left so is mended."""
    before = os.umask(0o022)
    try:
        with closing(opened(tmp_path / "data")) as journal:
            journal.append([(entry(1), None)])
            assert modes(tmp_path / "data") == {0o600}
            files = {NAME, WAL, f"{NAME}-shm", "journal.box", "journal.lock", "journal.last"}
            assert {each.name for each in (tmp_path / "data").iterdir()} == files
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        (tmp_path / "data" / NAME).chmod(0o644)
        (tmp_path / "data" / "journal.damaged-1").touch()
        with closing(opened(tmp_path / "data")):
            assert modes(tmp_path / "data") == {0o600}
        (tmp_path / "data" / NAME).write_bytes(b"no journal" * 999)
        with closing(opened(tmp_path / "data")):
            assert modes(tmp_path / "data") == {0o600}
    finally:
        os.umask(before)


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


def test_a_folder_in_which_only_the_log_fails_is_not_opened_for_writing(tmp_path: Path) -> None:
    opened(tmp_path / "data").close()
    (tmp_path / "data" / WAL).mkdir()
    with pytest.raises(DataFolderUnusable):
        opened(tmp_path / "data")
