"""Numbers that no table has ever come to: what says so is no whole journal, and none counts on from there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal.copies import CopyFailed, copy, put_back
from companion.journal.journal import Journal
from companion.journal.names import NAME
from tests.journal.writing import entry

AT = datetime(2026, 11, 21, 18, 3, tzinfo=UTC)


def absurd(folder: Path, place: str, number: int) -> Path:
    """A copy of a journal that has such a number; sums and chain are as they should be."""
    with closing(Journal(folder, at=AT, entropy=bytes)) as journal:
        if place == "entry":
            journal.append([(entry(number), None)])
        else:
            journal.set("floor", str(number))
        copy(folder, folder / "copied.sqlite")
    return folder / "copied.sqlite"


@pytest.mark.parametrize("number", [2**63 - 1, 2**60, 2**32])
@pytest.mark.parametrize("place", ["entry", "floor"])
def test_a_copy_with_such_a_number_is_not_put_back(tmp_path: Path, place: str, number: int) -> None:
    copied = absurd(tmp_path / "odd", place, number)
    with closing(Journal(tmp_path / "data", at=AT, entropy=bytes)) as journal:
        journal.append([(entry(1), None)])
    with pytest.raises(CopyFailed) as failed:
        put_back(tmp_path / "data", copied, copied.name, at=AT, entropy=bytes)
    assert failed.value.said.code == "copy.damaged"


@pytest.mark.parametrize("place", ["entry", "floor"])
def test_a_journal_with_such_a_number_is_mended_and_written_on(tmp_path: Path, place: str) -> None:
    absurd(tmp_path, place, 2**63 - 1)
    with closing(Journal(tmp_path, at=AT, entropy=bytes)) as journal:
        assert journal.aside is not None
        journal.append([(entry(journal.next), None)])
    with closing(Journal(tmp_path, at=AT, entropy=bytes)) as journal:
        assert journal.aside is None


@pytest.mark.parametrize("place", ["entry", "floor"])
@pytest.mark.parametrize("number", [2**63 - 1, 2**60, 2**32])
def test_a_copy_that_is_put_in_the_place_of_such_a_journal_is_whole(
    tmp_path: Path, place: str, number: int
) -> None:
    with closing(Journal(tmp_path / "good", at=AT, entropy=bytes)) as journal:
        journal.append([(entry(1), None)])
        copy(tmp_path / "good", tmp_path / "copied.sqlite")
    absurd(tmp_path / "data", place, number)
    put_back(tmp_path / "data", tmp_path / "copied.sqlite", "copied.sqlite", at=AT, entropy=bytes)
    with closing(Journal(tmp_path / "data", at=AT, entropy=bytes)) as journal:
        assert (journal.aside, journal.damage, journal.last) == (None, None, 1)


@pytest.mark.parametrize(("seen", "believed"), [(2**31 - 1, True), (2**31, False)])
def test_what_is_written_behind_a_number_that_was_believed_is_good_at_the_next_start(
    tmp_path: Path, seen: int, believed: bool
) -> None:
    """A bit was lost in an entry's number: the next ones are higher, and stand as well as any."""
    with closing(Journal(tmp_path, at=AT, entropy=bytes)) as journal:
        journal.append([(entry(1), None), (entry(2), None)])
    with closing(sqlite3.connect(tmp_path / NAME)) as writer, writer:
        writer.execute("UPDATE entries SET n = ? WHERE n = 2", (seen,))
    with closing(Journal(tmp_path, at=AT, entropy=bytes)) as journal:
        assert (journal.aside is not None, journal.last) == (True, 1)
        assert (journal.next > seen) == believed
        then = journal.next
        journal.append([(entry(then), None)])
    with closing(Journal(tmp_path, at=AT, entropy=bytes)) as journal:
        assert (journal.aside, journal.last) == (None, then)
