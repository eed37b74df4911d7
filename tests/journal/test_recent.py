"""What a journal remembers of the entries that were written last is what is on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal.entry import Entry
from companion.journal.journal import Journal, JournalFailed

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
BEFORE, SINCE = 5, 100
"""How many entries were written before the journal was opened, and how many since: more than it remembers."""


def entry(n: int) -> Entry:
    return Entry(n, NOW, "g", "phone", None, f"of {n}", None, b'{"type":"advance"}', b"[]")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Journal]:
    """A journal that was opened with some entries in it."""
    first = Journal(tmp_path, at=NOW, entropy=bytes)
    first.append([(entry(n), None) for n in range(1, BEFORE + 1)])
    first.close()
    again = Journal(tmp_path, at=NOW, entropy=bytes)
    yield again
    again.close()


@pytest.fixture
def disk(tmp_path: Path, opened: Journal) -> Iterator[Journal]:
    """Who looks at the same file, and has written nothing."""
    looking = Journal(tmp_path, at=NOW, entropy=bytes, writing=False)
    yield looking
    looking.close()


@pytest.mark.parametrize("since", [0, 1, 2, 63, 64, 65, SINCE])
def test_what_is_remembered_is_told_as_the_disk_tells_it(opened: Journal, disk: Journal, since: int) -> None:
    for n in range(BEFORE + 1, BEFORE + 1 + since):
        opened.append([(entry(n), None)])
    last = BEFORE + since
    assert [opened.entry(n) for n in range(last + 3)] == [disk.entry(n) for n in range(last + 3)]
    for n in range(last + 3):
        for limit in (0, 1, 40, 64, 65, last, last + 1):
            assert opened.newest(limit) == disk.newest(limit)
            assert opened.newest(limit, n) == disk.newest(limit, n)
            assert opened.entries(n, limit) == disk.entries(n, limit)
        assert opened.entries(n) == disk.entries(n)


def test_several_that_are_written_at_once_are_all_remembered_and_what_failed_is_not(
    opened: Journal, disk: Journal
) -> None:
    opened.append([(entry(n), None) for n in range(6, 9)])
    opened.append([])
    assert [each.n for each in opened.newest(4)] == [8, 7, 6, 5] == [each.n for each in disk.newest(4)]
    with pytest.raises(JournalFailed):
        opened.append([(entry(8), None)])
    assert [each.n for each in opened.newest(4)] == [8, 7, 6, 5]


def test_of_the_newest_nothing_is_asked_of_the_disk(opened: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(6, 6 + 41):
        opened.append([(entry(n), None)])
    asked: list[str] = []

    def look(query: str, *_given: object) -> list[tuple[object, ...]]:
        asked.append(query)
        return []

    monkeypatch.setattr(opened, "_look", look)
    assert [each.n for each in opened.newest(41)] == list(range(46, 5, -1))
    assert opened.newest(1) == [entry(46)]
    assert opened.entries(45) == [entry(46)]
    assert opened.entry(20) == entry(20)
    assert asked == []
