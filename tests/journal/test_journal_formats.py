"""A journal of an earlier format: kept as it was, brought up to date, and the way back."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.entry import Entry
from companion.journal.file import FORMATS, DamagedError, FormatError, Formats, check
from companion.journal.folder import DataFolderUnusable, replace
from companion.journal.journal import Journal
from companion.journal.names import NAME
from companion.journal.repair import UpdateFailed
from companion.journal.rows import SET, setting_of
from tests.fakes.evening import BEGAN, Entropy
from tests.journal.writing import entry, files_no_larger_than
from tests.tree import ROOT

KEPT = f"journal.format-{FORMATS.current}-20261121T180000Z"


def adding(name: str) -> Callable[[sqlite3.Connection], None]:
    """A step that leaves a setting, with the names of those before it."""

    def step(connection: sqlite3.Connection) -> None:
        before = [key for (key,) in connection.execute("SELECT name FROM settings WHERE name LIKE 'step%'")]
        connection.execute(SET, setting_of(name, ",".join(before)))

    return step


def failing(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM entries")
    connection.execute("SELECT nothing FROM nowhere")


NOW = FORMATS.current
LATER = Formats(NOW + 2, {NOW: adding("step-1"), NOW + 1: adding("step-2")})
FAILING = Formats(NOW + 2, {NOW: adding("step-1"), NOW + 1: failing})


def opened(folder: Path, formats: Formats = LATER, *, writing: bool = True) -> Journal:
    return Journal(folder, at=BEGAN, entropy=Entropy(), writing=writing, formats=formats)


def entries(file: Path, formats: Formats = FORMATS) -> list[int]:
    check(file, formats)
    with closing(sqlite3.connect(file)) as connection:
        return [n for (n,) in connection.execute("SELECT n FROM entries ORDER BY n")]


@pytest.fixture
def rows() -> list[Entry]:
    return [entry(1, "k"), entry(2), entry(3)]


@pytest.fixture
def earlier(tmp_path: Path, rows: list[Entry]) -> Path:
    """A data folder that the present version has written, with three entries."""
    folder = tmp_path / "data"
    with closing(opened(folder, FORMATS)) as journal:
        journal.append([(row, None) for row in rows])
    return folder


def test_every_step_is_taken_in_its_order_and_the_entries_stay(earlier: Path, rows: list[Entry]) -> None:
    with closing(opened(earlier)) as journal:
        assert journal.entries() == rows
        assert (journal.setting("step-1"), journal.setting("step-2")) == ("", "step-1")
        assert journal.next == 4
    assert entries(earlier / NAME, LATER) == [1, 2, 3]


def test_the_journal_is_kept_as_it_was_before_a_new_format_writes_to_it(earlier: Path) -> None:
    with closing(opened(earlier)) as journal:
        assert (journal.kept, journal.aside) == (KEPT, None)
        journal.append([(entry(4), None)])
    assert entries(earlier / KEPT) == [1, 2, 3]


def test_it_is_kept_with_what_only_its_write_ahead_log_held(earlier: Path) -> None:
    with closing(opened(earlier, FORMATS)) as journal:
        journal.append([(entry(4), None)])
        files = {each.name: each.read_bytes() for each in earlier.glob(f"{NAME}*")}
    for name, content in files.items():
        (earlier / name).write_bytes(content)
    opened(earlier).close()
    assert entries(earlier / KEPT) == [1, 2, 3, 4]


def test_once_up_to_date_nothing_is_kept_again(earlier: Path) -> None:
    opened(earlier).close()
    with closing(opened(earlier)) as journal:
        assert journal.kept is None
    assert [each.name for each in earlier.glob("journal.format-*")] == [KEPT]


def test_a_new_folder_begins_in_the_current_format(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as journal:
        assert journal.kept is None
    assert entries(tmp_path / NAME, LATER) == []


def test_the_way_back_is_to_restore_what_was_kept(earlier: Path, rows: list[Entry]) -> None:
    with closing(opened(earlier)) as journal:
        journal.append([(entry(4), None)])
    with pytest.raises(DataFolderUnusable) as caught:
        opened(earlier, FORMATS)
    assert caught.value.said.code == "data-folder.newer"
    aside = replace(earlier, earlier / KEPT, BEGAN, Entropy())
    with closing(opened(earlier, FORMATS)) as journal:
        assert journal.entries() == rows
    assert aside is not None
    assert entries(earlier / aside, LATER) == [1, 2, 3, 4]


def test_a_copy_of_an_earlier_format_can_be_put_back(earlier: Path, tmp_path: Path) -> None:
    before = (earlier / NAME).read_bytes()
    with closing(opened(tmp_path)) as journal:
        journal.append([(entry(1), None)])
    replace(tmp_path, earlier / NAME, BEGAN, Entropy(), LATER)
    assert entries(tmp_path / NAME, LATER) == [1, 2, 3]
    assert (earlier / NAME).read_bytes() == before
    assert [each.name for each in tmp_path.glob("journal.earlier*")] == []


def test_a_step_that_fails_leaves_everything_as_it_was(earlier: Path) -> None:
    with pytest.raises(DataFolderUnusable) as caught:
        opened(earlier, FAILING)
    assert caught.value.said.code == "data-folder.not-updated"
    assert entries(earlier / NAME) == [1, 2, 3]
    with closing(opened(earlier, FORMATS)) as journal:
        assert journal.setting("step-1") is None


def test_a_service_that_tries_again_and_again_does_not_fill_the_card(earlier: Path) -> None:
    for _ in range(3):
        with pytest.raises(DataFolderUnusable):
            opened(earlier, FAILING)
        with files_no_larger_than(1024), pytest.raises(DataFolderUnusable):
            opened(earlier)
    beside = ("journal.box", "journal.lock", f"{NAME}-shm", f"{NAME}-wal")
    assert [each.name for each in earlier.iterdir() if each.name not in beside] == [NAME]


def test_a_full_disk_is_not_taken_for_damage(earlier: Path) -> None:
    with files_no_larger_than(1024):
        for writing in (True, False):
            with pytest.raises(DataFolderUnusable) as caught:
                opened(earlier, FORMATS, writing=writing)
            assert caught.value.said.code == "data-folder.full"
    with closing(opened(earlier, FORMATS)) as journal:
        assert journal.aside is None


def test_a_copy_that_cannot_be_brought_up_to_date_is_not_put_back(earlier: Path, tmp_path: Path) -> None:
    opened(tmp_path, FAILING).close()
    with pytest.raises(UpdateFailed):
        replace(tmp_path, earlier / NAME, BEGAN, Entropy(), FAILING)
    assert entries(tmp_path / NAME, FAILING) == []
    assert [each.name for each in tmp_path.glob("journal.earlier*")] == []


def test_without_room_to_keep_it_the_journal_is_not_touched(earlier: Path) -> None:
    with files_no_larger_than(1024), pytest.raises(DataFolderUnusable) as caught:
        opened(earlier)
    assert caught.value.said.code == "data-folder.full"
    assert entries(earlier / NAME) == [1, 2, 3]


def test_a_power_cut_between_two_steps_loses_nothing(earlier: Path) -> None:
    script = """
import os, sys
from pathlib import Path
from companion.journal.file import Formats
from tests.journal.test_journal_formats import NOW, adding, opened
opened(Path(sys.argv[1]), Formats(NOW + 2, {NOW: adding("step-1"), NOW + 1: lambda connection: os._exit(9)}))
"""
    command = (sys.executable, "-c", script, str(earlier))
    done = subprocess.run(command, cwd=ROOT, check=False)
    assert done.returncode == 9
    with closing(opened(earlier)) as journal:
        assert [each.n for each in journal.entries()] == [1, 2, 3]
        assert journal.setting("step-2") == "step-1"
        assert journal.kept == f"{KEPT}-2"
    assert entries(earlier / KEPT) == entries(earlier / f"{KEPT}-2") == [1, 2, 3]


def test_a_file_that_was_not_yet_renamed_is_brought_up_to_date_as_well(earlier: Path) -> None:
    (earlier / NAME).rename(earlier / "journal.new")
    with closing(opened(earlier)) as journal:
        assert [each.n for each in journal.entries()] == [1, 2, 3]
        assert journal.kept == KEPT


def test_an_entry_that_was_damaged_before_ends_what_is_saved(earlier: Path) -> None:
    with closing(sqlite3.connect(earlier / NAME)) as connection:
        connection.execute("UPDATE entries SET sum = sum + 1 WHERE n = 3")
        connection.commit()
    with closing(opened(earlier)) as journal:
        assert [each.n for each in journal.entries()] == [1, 2]
        assert journal.aside is not None
    assert (earlier / KEPT).exists()


def test_tables_of_another_shape_are_read_only_after_the_steps(earlier: Path) -> None:
    with closing(sqlite3.connect(earlier / NAME)) as connection:
        connection.execute("ALTER TABLE settings RENAME TO choices")
        connection.commit()

    def rename(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE choices RENAME TO settings")

    with closing(opened(earlier, Formats(NOW + 1, {NOW: rename}))) as journal:
        assert journal.aside is None
        assert [each.n for each in journal.entries()] == [1, 2, 3]


def test_looking_brings_nothing_up_to_date(earlier: Path) -> None:
    before = (earlier / NAME).read_bytes()
    with pytest.raises(DataFolderUnusable) as caught:
        opened(earlier, writing=False)
    assert caught.value.said.code == "data-folder.older"
    assert (earlier / NAME).read_bytes() == before


def test_a_format_without_a_way_out_of_it_is_damage(earlier: Path) -> None:
    with pytest.raises(DamagedError):
        check(earlier / NAME, Formats(NOW + 2, {NOW + 1: adding("step-2")}))


def test_a_later_format_than_the_steps_lead_to_is_refused(earlier: Path) -> None:
    opened(earlier, Formats(NOW + 3, {**LATER.steps, NOW + 2: adding("step-3")})).close()
    with pytest.raises(FormatError):
        check(earlier / NAME, LATER)
