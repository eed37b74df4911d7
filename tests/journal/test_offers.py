"""The copies that could be put back: only whole ones, the newest first, wherever they are."""

from __future__ import annotations

import os
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal.copies import add, kept
from companion.journal.journal import Journal
from companion.journal.offers import named, offers
from tests.fakes.evening import Evening
from tests.journal.writing import entry

AT = datetime(2026, 11, 21, 18, 3, tzinfo=UTC)


@pytest.fixture
def places(evening: Evening, tmp_path: Path) -> tuple[Path, ...]:
    """Two folders of copies, and one that is not there; each copy holds one entry more."""
    own, stick = tmp_path / "copies", tmp_path / "stick"
    for number, place in enumerate((own, stick, own, own)):
        place.mkdir(exist_ok=True)
        if number:
            evening.do("advance")
        add(evening.folder, place, AT + timedelta(minutes=number), evening.table.snapshot.version, 8)
    return own, stick, tmp_path / "gone"


def test_the_newest_whole_copies_of_all_places_are_offered(places: tuple[Path, ...]) -> None:
    found = offers(places, most=3)
    assert [each.name[:26] for each in found] == [
        "companion-20261121T180600Z", "companion-20261121T180500Z", "companion-20261121T180400Z",
    ]  # fmt: skip
    assert [each.last for each in found] == sorted((each.last for each in found), reverse=True)
    assert {each.system for each in found} == {"toy"}


def test_a_copy_that_is_not_whole_is_none(places: tuple[Path, ...]) -> None:
    newest = max(places[0].iterdir())
    content = bytearray(newest.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    newest.write_bytes(content)
    assert newest.name not in [each.name for each in offers(places)]
    assert len(offers(places)) == 3


def test_a_copy_is_found_by_its_name_and_nothing_else_is(places: tuple[Path, ...], tmp_path: Path) -> None:
    copied = max(places[0].iterdir())
    assert named(places, copied.name) == (copied,)
    (tmp_path / "other.sqlite").write_bytes(copied.read_bytes())
    for name in ("../other.sqlite", str(tmp_path / "other.sqlite"), str(copied), "", ".", "nothing"):
        assert named(places, name) == ()


def test_a_copy_made_at_the_end_of_time_keeps_nobody_from_the_others(
    places: tuple[Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """East of Greenwich there is no such time any more: nothing could be said of it."""
    folder = tmp_path / "late"
    with closing(Journal(folder, at=AT, entropy=bytes)) as late:
        late.append([(replace(entry(1), at=datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)), None)])
        add(folder, places[1], datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC), 1, 8)
    monkeypatch.setenv("TZ", "Europe/Rome")
    time.tzset()
    try:
        assert [each.said.code for each in offers(places)] == ["copy.offered"] * 3
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_what_has_the_name_of_a_copy_and_is_no_file_is_none(places: tuple[Path, ...], kind: str) -> None:
    own = places[0]
    whole = offers(places)
    odd = own / "companion-20261122T180300Z-900.sqlite"
    match kind:
        case "folder":
            odd.mkdir()
        case "link":
            odd.symlink_to(kept(own)[0])
        case "pipe":
            os.mkfifo(odd)
    assert odd not in kept(own)
    assert named(places, odd.name) == ()
    assert offers(places) == whole
