"""Backups: after a turn, in the background, on the card and on the stick; and the journal put in order."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.notifier import Notifier
from companion.storage.backup import BACKUPS, add_backup, backups_in, read_info, write_backup
from companion.storage.replacing import restore
from companion.table.backups import INTERVAL, MAX_BURST, Backups
from companion.table.snapshot import Snapshot
from tests.fakes.evening import START, Evening
from tests.patience import PATIENCE


class Turns:
    """A game that is backed up in the background until it is stopped."""

    def __init__(
        self,
        evening: Evening,
        stick: Path | None = None,
        keep: int = 3,
        forgotten: tuple[str, ...] = (),
        rest: float = 0.0,
        snapshot: Callable[[], Snapshot] | None = None,
    ) -> None:
        self._evening = evening
        table = evening.table
        self.time = 0.0
        self._backups = Backups(
            evening.folder,
            stick,
            keep,
            evening.notifier,
            snapshot or (lambda: table.snapshot),
            ended_games=table.ended_games,
            monotonic=lambda: self.time,
            redacted_epochs=forgotten,
        )
        self._backups.delay = rest
        self._backups.start()

    def play(self, turns: int) -> None:
        for _ in range(2 * turns):
            self._evening.do("advance")

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.time += seconds

    def stop(self) -> None:
        self._evening.notifier.close()
        self._backups.stop()


def entries(file: Path) -> int:
    """The number of a backup's last entry."""
    info = read_info(file)
    assert info is not None
    return info.last


def epoch_of(file: Path) -> str | None:
    info = read_info(file)
    return None if info is None else info.epoch


def test_after_a_turn_there_is_a_copy_on_the_card_and_on_the_stick(evening: Evening, tmp_path: Path) -> None:
    own, stick = evening.folder / BACKUPS, tmp_path / "stick"
    stick.mkdir()
    turns = Turns(evening, stick)
    turns.play(1)
    turns.stop()
    for place in (own, stick):
        assert [entries(each) for each in backups_in(place)] == [3]
    secret = f"{evening.game['id']}.secret"
    assert [secret in ZipFile(backups_in(place)[0]).namelist() for place in (own, stick)] == [True, False]


def test_a_turn_that_ends_before_the_thread_runs_is_not_missed(evening: Evening, tmp_path: Path) -> None:
    lookers: list[threading.Thread] = []

    def snapshot() -> Snapshot:
        lookers.append(threading.current_thread())
        return evening.table.snapshot

    Turns(evening, snapshot=snapshot).stop()
    assert lookers[0] is threading.current_thread()


def test_phones_are_shown_a_turn_before_it_is_copied_and_the_end_does_not_wait(evening: Evening) -> None:
    turns = Turns(evening, rest=PATIENCE)
    turns.play(1)
    assert not (evening.folder / BACKUPS).exists()
    turns.stop()
    assert [entries(each) for each in backups_in(evening.folder / BACKUPS)] == [3]


def test_what_is_done_within_a_turn_is_not_copied_on_its_own(evening: Evening, tmp_path: Path) -> None:
    turns = Turns(evening)
    evening.do({"type": "add", "colour": "red", "by": 2})
    turns.stop()
    assert not (evening.folder / BACKUPS).exists()


def test_what_a_start_found_in_the_place_of_what_was_copied_is_copied_at_once(
    evening: Evening, tmp_path: Path
) -> None:
    """Else all that damage left, or a copy that was put back, is there once only until the turn is over."""
    own = evening.folder / BACKUPS
    turns = Turns(evening)
    turns.play(1)
    turns.stop()
    evening.table.close()
    restore(evening.folder, backups_in(own)[-1], "copy", at=evening.clock(), entropy=evening.entropy)
    evening.restart()
    assert evening.table.snapshot.version > 0
    for _ in range(2):  # the second start finds its own copy, and makes no other
        evening.notifier = Notifier()
        Turns(evening).stop()
        assert [epoch_of(each) == evening.journal.epoch for each in backups_in(own)] == [False, True]


def test_a_copy_that_cannot_be_read_is_none_of_the_games(evening: Evening, tmp_path: Path) -> None:
    own = evening.folder / BACKUPS
    own.mkdir()
    (own / "companion-20261121T180311Z-1.zip").write_bytes(b"none")
    Turns(evening).stop()
    assert [each.stat().st_size > 4 for each in backups_in(own)] == [False, True]


def test_a_stick_that_is_not_there_is_not_made_and_holds_nothing_up(evening: Evening, tmp_path: Path) -> None:
    turns = Turns(evening, tmp_path / "stick")
    turns.play(1)
    turns.stop()
    assert len(backups_in(evening.folder / BACKUPS)) == 1
    assert not (tmp_path / "stick").exists()


def test_a_folder_that_takes_nothing_is_complained_of_once(
    evening: Evening, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (evening.folder / BACKUPS).write_text("in the way")
    turns = Turns(evening)
    turns.play(2)
    turns.stop()
    assert len(caplog.records) == 1


def test_a_stick_that_goes_while_it_is_looked_at_ends_no_backups(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    listed, looked, failures = Path.iterdir, threading.Semaphore(0), [1, 2]

    def pulled(place: Path) -> Iterator[Path]:
        if place == stick:
            looked.release()
            if failures:
                failures.pop()
                raise OSError(errno.EIO, os.strerror(errno.EIO))
        return listed(place)

    monkeypatch.setattr(Path, "iterdir", pulled)
    caplog.set_level("INFO")
    turns = Turns(evening, stick)
    for _ in range(2):
        turns.play(1)
        assert looked.acquire(timeout=PATIENCE)
    turns.play(1)
    turns.stop()
    assert len(backups_in(stick)) == 1
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_turns_that_rush_by_are_copied_at_most_once_a_minute_and_the_last_of_them_is(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who lets turns rush by for minutes wears no card out, and fills none."""
    made: list[int] = []
    copied = threading.Semaphore(0)

    def noted(folder: Path, place: Path, keep: int, **named: Any) -> None:
        add_backup(folder, place, keep, **named)
        made.append(entries(backups_in(place)[-1]))
        copied.release()

    monkeypatch.setattr("companion.table.backups.add_backup", noted)
    turns = Turns(evening, keep=200)
    for _ in range(MAX_BURST):
        turns.play(1)
        assert copied.acquire(timeout=PATIENCE)
    for _ in range(50):
        turns.play(1)
    assert len(made) == MAX_BURST
    turns.pass_by(MAX_BURST * INTERVAL)
    turns.play(1)
    assert copied.acquire(timeout=PATIENCE)
    turns.stop()
    assert made[-1] == 111
    assert len(made) <= MAX_BURST + 2


def marked(evening: Evening) -> tuple[str, ...]:
    """The epochs by which backups of this evening's games are known as such that must not stay."""
    return (evening.journal.epoch,)


@pytest.fixture
def before(tmp_path: Path) -> Iterator[Evening]:
    """The journal that held what is forgotten."""
    made = Evening(tmp_path / "before", seed="before")
    made.do(START)
    yield made
    made.table.close()


def test_copies_that_hold_what_is_forgotten_go_once_there_is_a_newer_one(
    evening: Evening, before: Evening, tmp_path: Path
) -> None:
    own, stick = evening.folder / BACKUPS, tmp_path / "stick"
    for place in (own, stick):
        place.mkdir()
        write_backup(before.folder, place / "companion-20200101T000000Z-1.zip")
    turns = Turns(evening, stick, forgotten=marked(before))
    turns.play(1)
    turns.stop()
    for place in (own, stick):
        assert len(backups_in(place)) >= 1
        assert {epoch_of(each) for each in backups_in(place)} == {evening.journal.epoch}


def test_a_stick_that_comes_back_is_rid_of_what_is_forgotten_with_its_next_copy(
    evening: Evening, before: Evening, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    turns = Turns(evening, stick, forgotten=marked(before))
    turns.play(1)
    away = tmp_path / "away"
    away.mkdir()
    write_backup(before.folder, away / "companion-20200101T000000Z-1.zip")
    away.rename(stick)  # at once, as a stick comes: the last turn is perhaps still being copied
    turns.play(1)
    turns.stop()
    assert {epoch_of(each) for each in backups_in(stick)} == {evening.journal.epoch}


def test_where_no_copies_are_made_any_more_what_is_forgotten_goes_at_once(
    evening: Evening, before: Evening
) -> None:
    own = evening.folder / BACKUPS
    own.mkdir()
    write_backup(before.folder, own / "companion-20200101T000000Z-1.zip")
    Turns(evening, keep=0, forgotten=marked(before)).stop()
    assert backups_in(own) == ()


def test_a_box_that_has_forgotten_everything_keeps_no_copy_of_it(tmp_path: Path, before: Evening) -> None:
    empty = Evening(tmp_path / "empty")
    own = empty.folder / BACKUPS
    own.mkdir()
    write_backup(before.folder, own / "companion-20200101T000000Z-1.zip")
    Turns(empty, forgotten=marked(before)).stop()
    empty.table.close()
    assert backups_in(own) == ()
