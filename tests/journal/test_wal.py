"""The write-ahead log as it lies there: what is whole, what is torn, and what is damaged."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.file import PAGE
from companion.journal.journal import Journal
from companion.journal.wal import Log, parse
from tests.fakes.evening import BEGAN, Entropy
from tests.journal.writing import entry

FRAME = 24 + PAGE
HEADER = 32


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A log of some commits, as a kill leaves it."""
    folder = tmp_path_factory.mktemp("log")
    with closing(Journal(folder, at=BEGAN, entropy=Entropy())) as journal:
        for n in range(1, 13):
            journal.append([(entry(n, f"k{n}"), None)])
        return (folder / "journal.sqlite-wal").read_bytes()


def read(log: bytes) -> Log:
    return parse(log, PAGE)


def last_commit(log: bytes) -> int:
    """Where the frames of the last transaction begin."""
    ends = [frame.size > 0 for frame in read(log).frames]
    return HEADER + (max((at for at, end in enumerate(ends[:-1]) if end), default=-1) + 1) * FRAME


def test_a_log_that_was_killed_over_is_whole(log: bytes) -> None:
    found = read(log)
    assert not found.damaged
    assert found.complete
    assert found.end == found.length == len(log)
    assert len(found.frames) == (len(log) - HEADER) // FRAME


def test_a_log_cut_anywhere_is_torn_and_not_damaged(log: bytes) -> None:
    """And what is left of it is whole, to the end of its last transaction."""
    for cut in range(0, len(log), 61):
        found = read(log[:cut])
        assert not found.damaged
        assert found.end <= cut
        assert found.frames == read(log).frames[: found.good]


def test_any_one_bit_is_found_and_most_are_mended(log: bytes) -> None:
    """Where the sum does not tell which it was, nothing is guessed."""
    whole = read(log)
    places = random.Random(12).sample(range(8 * len(log)), 700)
    complete = []
    for bit in [*range(8 * (HEADER + 24)), *places]:
        bad = bytearray(log)
        bad[bit // 8] ^= 1 << bit % 8
        found = read(bytes(bad))
        assert found.damaged, f"bit {bit}"
        assert len(found.frames) == len(whole.frames)
        assert all(
            frame == meant for frame, meant in zip(found.frames, whole.frames, strict=True) if frame.whole
        )
        complete.append(found.complete)
    assert complete.count(True) > 0.9 * len(complete)


@pytest.mark.parametrize("at", range(5))
def test_a_finished_transaction_behind_a_bad_place_is_damage(log: bytes, at: int) -> None:
    place = HEADER + at * 2 * FRAME + 300
    found = read(log[:place] + b"another" + log[place + 7 :])
    assert found.damaged
    assert found.good <= at * 2
    assert len(found.frames) == len(read(log).frames)
    assert [frame.whole for frame in found.frames].count(False) == 1


def test_a_last_transaction_that_is_bad_while_its_end_stands_there_is_damage(log: bytes) -> None:
    """It may have been acknowledged."""
    place = last_commit(log) + 300
    assert read(log[:place] + b"another" + log[place + 7 :]).damaged


def test_a_last_transaction_of_which_a_block_was_never_written_is_torn(log: bytes) -> None:
    """Its blocks come to the disk in any order: its end stands there, and something before it does not."""
    block = (len(log) - 1) // 512 * 512
    for bad in (log[:block] + bytes(len(log) - block), log[: block - 512] + bytes(512) + log[block:]):
        found = read(bad)
        assert not found.damaged
        assert found.end == last_commit(log)
        assert read(bad + log[-FRAME:]).damaged, (
            "with another transaction behind it, it had been acknowledged"
        )


def test_a_transaction_without_its_end_was_never_acknowledged(log: bytes) -> None:
    begun = log[: len(log) - FRAME]
    assert last_commit(log) < len(begun)
    found = read(begun[:-300] + b"another" + begun[-293:])
    assert not found.damaged
    assert found.end == last_commit(log)


def test_what_an_earlier_life_of_the_log_left_behind_its_end_is_nothing(log: bytes, tmp_path: Path) -> None:
    with closing(Journal(tmp_path, at=BEGAN, entropy=Entropy())) as journal:
        journal.append([(entry(1), None)])
        present = (tmp_path / "journal.sqlite-wal").read_bytes()
    found = read(present + log[len(present) :])
    assert not found.damaged
    assert found.end == len(present)


def test_a_first_commit_that_was_killed_over_an_earlier_life_is_nothing(log: bytes, tmp_path: Path) -> None:
    """A frame's head is written before its page: of an earlier life's it is no damage."""
    with closing(Journal(tmp_path, at=BEGAN, entropy=Entropy())) as journal:
        journal.append([(entry(1), None)])
        present = (tmp_path / "journal.sqlite-wal").read_bytes()
    begun = present[: HEADER + 24] + log[-PAGE:]
    found = read(begun + log[HEADER + FRAME :])
    assert (found.damaged, found.end) == (False, 0)
    assert read(begun).damaged, "nothing was behind it: it may have been finished"


def test_a_log_of_nothing_but_zeros_holds_nothing(log: bytes) -> None:
    found = read(bytes(len(log)))
    assert (found.damaged, found.frames, found.end) == (False, (), 0)


def test_a_page_that_was_written_again_later_makes_a_bad_one_good(log: bytes) -> None:
    numbers = [frame.number for frame in read(log).frames]
    again = next(at for at, number in enumerate(numbers) if number in numbers[at + 1 :])
    once = max(at for at, number in enumerate(numbers) if number not in numbers[at + 1 :])
    for at, complete in ((again, True), (once, False)):
        place = HEADER + at * FRAME + 300
        assert read(log[:place] + b"another" + log[place + 7 :]).complete == complete
