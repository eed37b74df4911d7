"""Pulled plugs and lying cards: whatever is left of the file, the table goes on from the last good entry."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.journal.box import keep_box
from companion.journal.file import PAGE
from companion.journal.journal import Journal
from companion.journal.machine import BoxId
from tests.fakes.evening import BEGAN, START, Entropy, Evening

ADD: dict[str, Any] = {"type": "add", "colour": "red", "by": 3}
FRAME = 24 + PAGE


@dataclass(frozen=True)
class Played:
    """A folder as the plug left it. bodies: the snapshot after each entry, by its number."""

    main: bytes
    log: bytes
    bodies: Mapping[int, Mapping[str, Any]]
    last: int

    def put(self, folder: Path, main: bytes | None = None, log: bytes | None = None) -> None:
        folder.mkdir()
        (folder / "journal.sqlite").write_bytes(self.main if main is None else main)
        if log is None:
            log = self.log
        if log:
            (folder / "journal.sqlite-wal").write_bytes(log)
        keep_box(folder, BoxId(self.bodies[0]["box"]))


def played(folder: Path, folded: int, logged: int) -> Played:
    """Entries that were folded into the file, then some that stand in the write-ahead log only."""
    evening = Evening(folder)
    evening.do(START, key="start")
    bodies = {0: {**evening.body, "version": 0, "game": None, "tags": {}}, 1: evening.body}

    def play() -> None:
        number = evening.body["version"]
        evening.do(
            (ADD, "advance", {"type": "mend", "counter": number}, "undo")[number % 4], key=f"k{number}"
        )
        bodies[evening.body["version"]] = evening.body

    while evening.body["version"] < folded:
        play()
    evening.restart()
    while evening.body["version"] < folded + logged:
        play()
    wal = folder / "journal.sqlite-wal"
    left = Played(
        (folder / "journal.sqlite").read_bytes(),
        wal.read_bytes() if logged else b"",
        bodies,
        evening.body["version"],
    )
    evening.table.close()
    return left


def commits(log: bytes) -> list[int]:
    """Where each commit of a write-ahead log is complete."""
    frames = range(32, len(log), FRAME)
    return [start + FRAME for start in frames if int.from_bytes(log[start + 4 : start + 8], "big")]


@pytest.fixture(scope="module")
def evening_cut(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return played(tmp_path_factory.mktemp("played") / "data", folded=9, logged=3)


def reopened(folder: Path) -> Journal:
    return Journal(folder, at=BEGAN, entropy=Entropy("again"))


def told(body: Mapping[str, Any]) -> dict[str, Any]:
    """A snapshot without what a mended file may change."""
    return {name: value for name, value in body.items() if name not in {"epoch", "set_aside"}}


def cuts(begin: int, end: int) -> list[int]:
    """Where a log is cut between two commits: at each byte about a frame's borders and of its head, and all
    through its page, in each at other bytes."""
    near = {at + by for at in range(begin, end + 1, FRAME) for by in range(-16, 24 + 16)}
    return sorted(at for at in near | set(range(begin, end + 1, 11)) if begin <= at <= end)


@pytest.mark.parametrize("commit", [1, 2, 3])
def test_the_log_cut_anywhere_in_its_last_three_commits_goes_on_from_the_last_whole_one(
    evening_cut: Played, tmp_path: Path, commit: int
) -> None:
    ends = commits(evening_cut.log)  # the first is of the start itself, which says when it was
    assert len(ends) == 4
    seen = set()
    for cut in cuts(ends[commit - 1], ends[commit]):
        folder = tmp_path / "cut"
        evening_cut.put(folder, log=evening_cut.log[:cut])
        with closing(reopened(folder)) as journal:
            expected = evening_cut.last - 3 + sum(cut >= end for end in ends[1:])
            assert (journal.last, journal.next) == (expected, expected + 1), f"cut at {cut}"
            assert journal.aside is None
            assert journal.entries(after=expected - 1)[-1].n == expected
        seen.add(expected)
        shutil.rmtree(folder)
    whole = evening_cut.last - 3 + commit
    assert seen == {whole - 1, whole}, "cuts do lose what they cut"


def test_after_a_cut_the_table_says_where_it_goes_on(evening_cut: Played, tmp_path: Path) -> None:
    borders = {0, 32, *commits(evening_cut.log), *range(32, len(evening_cut.log), FRAME)}
    for cut in sorted({cut + by for cut in borders for by in (-1, 0, 1) if cut + by >= 0}):
        evening_cut.put(tmp_path / f"cut-{cut}", log=evening_cut.log[:cut])
        evening = Evening(tmp_path / f"cut-{cut}")
        assert evening.table.snapshot.resumed
        assert told(evening.body) == told(evening_cut.bodies[evening.body["version"]])
        assert evening.do(ADD).version == evening.body["version"]
        evening.table.close()


def mended(left: Played, folder: Path) -> Iterator[Evening]:
    """Open what is left; check that a good beginning of it is back and that the game goes on."""
    damaged = (folder / "journal.sqlite").read_bytes()
    evening = Evening(folder, seed="again")
    journal = evening.journal
    numbers = [entry.n for entry in journal.entries()]
    assert numbers == list(range(1, journal.last + 1)), "everything up to the last good entry, nothing after"
    anew = {"at": "", "next": None}  # in another epoch no secret is used that may have been used in the last
    assert told(evening.body) | anew == told(left.bodies[journal.last]) | anew
    if journal.aside:
        assert (folder / journal.aside).read_bytes() == damaged, "the damaged file keeps its bytes"
        assert evening.table.snapshot.set_aside == journal.damage
        assert evening.table.snapshot.resumed
        assert evening.body["epoch"] != left.bodies[0]["epoch"], "no number of the lost end comes twice"
    yield evening
    before = evening.body["version"]
    done = evening.do(ADD if evening.body["game"] else START, key="new")
    assert done.version > before
    assert json.loads(evening.table.snapshot.json) == evening.body
    evening.restart()
    assert evening.journal.aside is None
    assert evening.body["version"] == done.version
    evening.table.close()


@pytest.fixture(scope="module")
def evening_folded(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return played(tmp_path_factory.mktemp("folded") / "data", folded=60, logged=0)


def test_the_file_cut_at_every_page_border_and_one_byte_beside_is_set_aside_and_goes_on(
    evening_folded: Played, tmp_path: Path
) -> None:
    size = len(evening_folded.main)
    assert size >= 12 * PAGE
    survivors = []
    for cut in sorted({max(0, border + by) for border in range(0, size + 1, PAGE) for by in (-1, 0, 1)}):
        folder = tmp_path / f"cut-{cut}"
        evening_folded.put(folder, main=evening_folded.main[:cut])
        for evening in mended(evening_folded, folder):
            assert (evening.journal.aside is None) == (cut >= size), f"cut at {cut}"
            survivors.append(evening.journal.last)
    assert survivors == sorted(survivors), "a later cut never leaves less"
    assert (survivors[0], survivors[-1]) == (0, evening_folded.last)
    assert len(set(survivors)) > 5


@pytest.mark.parametrize("how", ["zeroed", "flipped", "torn"])
def test_a_page_gone_bad_anywhere_leaves_a_good_beginning(
    evening_folded: Played, tmp_path: Path, how: str
) -> None:
    for start in range(0, len(evening_folded.main), PAGE):
        page = evening_folded.main[start : start + PAGE]
        bad = {
            "zeroed": bytes(PAGE),
            "flipped": bytes([*page[:700], page[700] ^ 0x10, *page[701:]]),
            "torn": page[: PAGE // 2] + bytes(PAGE // 2),
        }[how]
        folder = tmp_path / f"page-{start}"
        evening_folded.put(
            folder, main=evening_folded.main[:start] + bad + evening_folded.main[start + PAGE :]
        )
        for _ in mended(evening_folded, folder):
            pass


def test_a_file_cut_to_nothing_is_read_back_from_its_log_alone(tmp_path: Path) -> None:
    left = played(tmp_path / "data", folded=1, logged=20)
    left.put(tmp_path / "cut", main=b"")
    for evening in mended(left, tmp_path / "cut"):
        assert evening.journal.aside
        assert evening.journal.last == left.last
        assert (tmp_path / "cut" / f"{evening.journal.aside}-wal").read_bytes() == left.log


def test_the_highest_number_seen_is_never_used_again(evening_folded: Played, tmp_path: Path) -> None:
    place = evening_folded.main.find(b"2026-11-21T18:00:43Z")
    folder = tmp_path / "bad"
    evening_folded.put(folder, main=evening_folded.main[:place] + b"X" + evening_folded.main[place + 1 :])
    for evening in mended(evening_folded, folder):
        assert evening.journal.last < evening_folded.last
        assert evening.journal.next == evening_folded.last + 1


def test_two_damages_in_one_second_are_both_kept(evening_folded: Played, tmp_path: Path) -> None:
    folder = tmp_path / "twice"
    evening_folded.put(folder, main=b"one" * 999)
    with closing(reopened(folder)) as journal:
        assert journal.aside == "journal.damaged-20261121T180000Z"
    (folder / "journal.sqlite").write_bytes(b"two" * 999)
    with closing(reopened(folder)) as journal:
        assert journal.aside == "journal.damaged-20261121T180000Z-2"
    assert (folder / "journal.damaged-20261121T180000Z").read_bytes() == b"one" * 999


@pytest.mark.parametrize("complete", [True, False])
def test_a_stop_in_the_middle_of_mending_is_made_good(
    evening_folded: Played, tmp_path: Path, complete: bool
) -> None:
    """The plug is pulled before or after the damaged file was moved: nothing saved is lost."""
    folder = tmp_path / "half"
    evening_folded.put(folder)
    if complete:
        (folder / "journal.sqlite").rename(folder / "journal.new")
        (folder / "journal.sqlite-wal").write_bytes(b"left of the damaged one")
    else:
        (folder / "journal.new").write_bytes(evening_folded.main[: 5 * PAGE])
    with closing(reopened(folder)) as journal:
        assert journal.last == evening_folded.last
        assert (journal.aside is not None) == complete
    assert not (folder / "journal.new").exists()
