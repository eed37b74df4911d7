"""Failed starts in a row, counted over the ends of processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.daemon.pending import StartInterrupted
from companion.daemon.start_failures import FILE_NAME, MAX_FAILURES, StartFailures, failures_folder
from companion.language.text import CompanionError, Text, text
from tests.daemon.starts import failed

WHY = text("cannot-start.port", host="0.0.0.0", port=8080, why="Address already in use")


def test_five_failed_starts_in_a_row_are_enough_and_the_last_one_s_sentence_is_kept(tmp_path: Path) -> None:
    failed(tmp_path, text("data-folder.unread", folder="/games", why=""), MAX_FAILURES - 1)
    assert not StartFailures(tmp_path).too_many
    failed(tmp_path, WHY, 1)
    assert StartFailures(tmp_path).too_many
    assert StartFailures(tmp_path).reason == WHY


def test_a_sentence_within_a_sentence_is_kept_whole(tmp_path: Path) -> None:
    nested = text(
        "safe-mode.terminal", why=text("copy.offered", at="now", entry=3, system="x"), many=("a", 1)
    )
    failed(tmp_path, nested)
    assert StartFailures(tmp_path).reason == nested


def test_a_start_that_succeeds_takes_all_failures_away(tmp_path: Path) -> None:
    failed(tmp_path, WHY)
    with StartFailures(tmp_path).counted():
        pass
    assert not StartFailures(tmp_path).too_many
    assert not (tmp_path / FILE_NAME).exists()


def test_a_bug_counts_and_is_named_by_its_type(tmp_path: Path) -> None:
    failed(tmp_path, WHY, MAX_FAILURES - 1)
    with pytest.raises(ZeroDivisionError), StartFailures(tmp_path).counted():
        raise ZeroDivisionError
    assert StartFailures(tmp_path).too_many
    assert StartFailures(tmp_path).reason == text("safe-mode.stopped", what="ZeroDivisionError")


def test_a_start_in_which_the_process_dies_counts(tmp_path: Path) -> None:
    failed(tmp_path, WHY, MAX_FAILURES - 1)
    with StartFailures(tmp_path).counted():
        assert StartFailures(tmp_path).too_many, "as the next process would find it"
        assert StartFailures(tmp_path).reason == text("safe-mode.killed")


@pytest.mark.parametrize(
    "end",
    [
        StartInterrupted(),
        CompanionError(WHY, permanent=True),
        CompanionError(text("cannot-start.data-folder-in-use", folder="/games")),
    ],
    ids=["stopped", "to be mended first", "beside a running companion"],
)
def test_what_is_no_failed_start_is_not_counted(tmp_path: Path, end: BaseException) -> None:
    failed(tmp_path, WHY, MAX_FAILURES - 1)
    with pytest.raises(type(end)), StartFailures(tmp_path).counted():
        raise end
    assert not StartFailures(tmp_path).too_many
    failed(tmp_path, WHY, 1)
    assert StartFailures(tmp_path).too_many


def test_one_more_may_be_tried(tmp_path: Path) -> None:
    failed(tmp_path, WHY)
    failures = StartFailures(tmp_path)
    failures.allow_one()
    assert not StartFailures(tmp_path).too_many
    failed(tmp_path, Text("other"), 1)
    assert StartFailures(tmp_path).too_many


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'{"count": "many"}', b"\xff", b'{"said":' + b"[" * 100_000]
)
def test_an_unreadable_file_counts_for_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert not StartFailures(tmp_path).too_many


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    failed(tmp_path, WHY)
    assert StartFailures(tmp_path).reason == WHY


def test_where_nothing_can_be_written_the_start_is_not_kept_from_anything(tmp_path: Path) -> None:
    with StartFailures(tmp_path / "not there").counted():
        pass


def test_they_are_counted_where_the_service_s_restarts_leave_them(tmp_path: Path) -> None:
    assert failures_folder({"RUNTIME_DIRECTORY": "/run/companion:/run/other"}, tmp_path) == Path(
        "/run/companion"
    )
    assert failures_folder({}, tmp_path) == tmp_path
