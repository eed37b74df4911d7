"""A start does not read what it knows to be whole, and knows nothing that is not so."""

from __future__ import annotations

import sqlite3
import sys
import zlib
from collections import Counter
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.journal.file import FORMATS, PAGE
from companion.journal.journal import Journal
from companion.journal.names import LAST, NAME, SEAL
from companion.journal.repair import current
from companion.journal.seal import held_by, put_on, sealed
from companion.journal.wal import parse
from companion.journal.writer import Writer
from tests.journal.left import WAL, Left, judged, opened
from tests.journal.writing import entry

NUMBER = FORMATS.current


def written(journal: Journal, count: int) -> None:
    journal.append([(entry(n), None) for n in range(journal.next, journal.next + count)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a journal of a hundred entries that was started on twice."""
    with closing(opened(tmp_path)) as journal:
        written(journal, 100)
    opened(tmp_path).close()
    return tmp_path


def flip(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


def found_damaged(folder: Path) -> None:
    with closing(opened(folder)) as journal:
        assert journal.damage is not None
        assert journal.aside is not None


def tail_of_entries(folder: Path) -> int:
    """Where the page with the last entries begins."""
    at = (folder / NAME).read_bytes().rindex(b'"done"')
    return at - at % PAGE


def a_word_of_an_entry(folder: Path) -> int:
    """Where in the file one of the first entries says what was done."""
    return (folder / NAME).read_bytes().index(b'"done"')


def calls_of_a_start(folder: Path) -> int:
    """How many Python functions a start on it calls."""
    calls: Counter[str] = Counter()

    def count(_frame: FrameType, event: str, _: Any) -> None:
        calls[event] += 1

    sys.setprofile(count)
    try:
        journal = opened(folder)
    finally:
        sys.setprofile(None)
    journal.close()
    return calls["call"]


def test_a_start_takes_no_longer_for_more_entries_that_are_known_to_be_whole(folder: Path) -> None:
    few = calls_of_a_start(folder)
    with closing(opened(folder)) as journal:
        written(journal, 2_000)
    assert calls_of_a_start(folder) <= few


def test_what_is_written_and_folded_is_sealed_also_when_the_plug_is_pulled_then(folder: Path) -> None:
    with closing(opened(folder)) as journal:
        written(journal, 5)
        assert sealed(folder, NUMBER) == 100
        assert journal.fold()
        assert sealed(folder, NUMBER) == 105
        written(journal, 1)
        assert sealed(folder, NUMBER) == 105
    assert sealed(folder, NUMBER) == 106


def test_a_byte_that_has_changed_while_it_was_played_is_never_sealed_over(folder: Path) -> None:
    with closing(opened(folder)) as journal:
        written(journal, 1)
        flip(folder / NAME, a_word_of_an_entry(folder))
        journal.fold()
        assert sealed(folder, NUMBER) is None
    assert sealed(folder, NUMBER) is None
    with closing(opened(folder)) as journal:
        assert journal.damage is not None


def test_a_byte_that_changes_while_a_start_reads_is_not_sealed_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was looked at when it was well, and is sealed when it is not."""
    (folder / SEAL).unlink()

    def read_whole(*given: Any) -> Any:
        found = current(*given)
        flip(folder / NAME, a_word_of_an_entry(folder))
        return found

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("companion.journal.folder.current", read_whole)
        with closing(opened(folder)) as journal:
            assert journal.damage is None
    assert sealed(folder, NUMBER) is None
    found_damaged(folder)


@pytest.mark.parametrize("closing_it", [False, True], ids=["fold", "close"])
def test_a_byte_that_changes_while_the_log_is_taken_in_is_not_sealed_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, closing_it: bool
) -> None:
    taken_in = Writer.close if closing_it else Writer.fold

    def take_in(writer: Writer, *given: Any) -> Any:
        flip(folder / NAME, a_word_of_an_entry(folder))
        return taken_in(writer, *given)

    with closing(opened(folder)) as journal:
        written(journal, 5)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(Writer, taken_in.__name__, take_in)
            (journal.close if closing_it else journal.fold)()
        assert sealed(folder, NUMBER) is None
    found_damaged(folder)


def test_a_byte_of_the_log_that_changes_before_it_is_taken_in_is_not_sealed_over(folder: Path) -> None:
    with closing(opened(folder)) as journal:
        written(journal, 5)
        flip(folder / WAL, (folder / WAL).read_bytes().rindex(b'"done"'))
        assert journal.fold()
        assert sealed(folder, NUMBER) is None
    found_damaged(folder)


def test_a_byte_that_changes_in_a_page_which_is_written_on_is_not_sealed_over(folder: Path) -> None:
    """With what is added to it, the page goes through the log, and comes back as if it were well."""
    with closing(opened(folder)) as journal:
        flip(folder / NAME, (folder / NAME).read_bytes().index(b'"done"', tail_of_entries(folder)))
        written(journal, 1)
        assert journal.fold()
        assert sealed(folder, NUMBER) is None
        written(journal, 1)
        assert journal.fold()
        assert sealed(folder, NUMBER) is None
    found_damaged(folder)


def test_a_fold_reads_no_more_of_a_longer_journal(folder: Path) -> None:
    def reads() -> int:
        read = 0

        def count(frame: FrameType, event: str, called: Any) -> None:
            nonlocal read
            read += event == "c_call" and called is zlib.crc32

        with closing(opened(folder)) as journal:
            written(journal, 1)
            sys.setprofile(count)
            try:
                journal.fold()
            finally:
                sys.setprofile(None)
        return read

    few = reads()
    with closing(opened(folder)) as journal:
        written(journal, 2_000)
    opened(folder).close()
    assert reads() <= 2 * few  # its trees may be a page higher


def test_a_byte_that_has_changed_since_is_found_at_the_start(folder: Path) -> None:
    assert sealed(folder, NUMBER) == 100
    flip(folder / NAME, a_word_of_an_entry(folder))
    with closing(opened(folder)) as journal:
        assert journal.damage is not None
        assert journal.aside is not None


def test_a_file_that_others_have_written_to_is_read_whole_and_sealed_anew(folder: Path) -> None:
    with closing(sqlite3.connect(folder / NAME)) as connection:
        connection.execute("PRAGMA user_version=2")
        connection.execute("CREATE TABLE others (n)")
        connection.commit()
    assert sealed(folder, NUMBER) is None
    opened(folder).close()
    assert sealed(folder, NUMBER) == 100


@pytest.mark.parametrize("at", [0, 7, 8, 15, 16, 23, 24, 27, 28, 35, 36, 39])
def test_a_seal_that_is_not_what_was_written_says_nothing(folder: Path, at: int) -> None:
    flip(folder / SEAL, at)
    assert sealed(folder, NUMBER) is None


def test_a_seal_of_another_format_or_of_no_file_says_nothing(folder: Path) -> None:
    assert sealed(folder, NUMBER + 1) is None
    (folder / SEAL).write_bytes(b"short")
    assert sealed(folder, NUMBER) is None
    (folder / SEAL).unlink()
    assert sealed(folder, NUMBER) is None


def test_a_file_that_needs_its_log_is_not_sealed_without_it(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "bad", seal=b"")
    journal = opened(folder)
    assert sealed(folder, NUMBER) is None
    journal.close()


def test_after_a_kill_a_start_reads_what_came_behind_the_seal(left: Left, tmp_path: Path) -> None:
    folder = left.put(tmp_path / "killed")
    assert sealed(folder, NUMBER) == 20
    assert judged(left, folder) is None


def test_a_part_of_a_log_that_the_sealed_file_has_taken_in_never_covers_what_is_newer(tmp_path: Path) -> None:
    """A power cut may leave the seal, and of the log that was being emptied any length."""
    folder = tmp_path / "played"
    opened(folder, "first").close()
    with closing(opened(folder, "second")) as journal:
        written(journal, 20)
        journal.fold()
        for _ in range(20):
            written(journal, 1)
        log = (folder / WAL).read_bytes()
        assert journal.fold()
        assert sealed(folder, NUMBER) == 40
        files = {name: (folder / name).read_bytes() for name in (NAME, LAST, SEAL)}
        left = Left({**files, WAL: log}, journal.entries(), journal.epoch)
    frame = 24 + PAGE
    for frames in range((len(log) - 32) // frame + 1):
        assert judged(left, left.put(tmp_path / f"{frames}", wal=log[: 32 + frames * frame])) is None


def test_what_is_written_behind_a_fold_goes_on_from_the_seal(folder: Path, tmp_path: Path) -> None:
    with closing(opened(folder)) as journal:
        written(journal, 1)
        for begun in (False, True):
            log = parse((folder / WAL).read_bytes(), PAGE)
            assert sealed(folder, NUMBER, log.salts) == 100 + begun
            journal.fold()
            assert sealed(folder, NUMBER, log.salts) is None
            written(journal, 1)


def test_entries_that_the_file_has_lost_though_it_is_sealed_are_missed(left: Left, tmp_path: Path) -> None:
    """A disk may take pages and not write them: what is read back then is older, and sealed so."""
    folder = left.put(tmp_path / "lost", wal=None)
    held = held_by(folder)
    assert held is not None
    put_on(folder, NUMBER, left.entries[-1].n, held)
    damage = judged(left, folder)
    assert damage is not None
    assert (damage.kind, damage.lost) == ("log", len(left.entries) - 20)
