"""What makes the box less than it should be is said to monitors, and by which name."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from companion.health import probes
from companion.storage.storage import Storage
from companion.table.backups import Backups
from tests.daemon.serving import health, serve
from tests.fakes.folders import game_file

NO_BACKUPS = "copies.keep=0"


def test_trouble_with_the_journal_and_failed_backups_are_reported_at_once_and_a_well_box_only_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(tmp_path, NO_BACKUPS, example="roads-and-boats") as served:
        for code in ("journal-unsure", "journal-gone", "journal-full", "journal-read-only"):
            monkeypatch.setattr(Storage, "trouble", code)
            told = health(served)
            assert (told["status"], told["why"]) == ("degraded", [code])
        monkeypatch.setattr(Storage, "trouble", None)
        told = health(served)
        assert (told["status"], "why" in told) == ("ok", False)
        monkeypatch.setattr(Backups, "failing", True)
        assert health(served)["why"] == ["copies-failing"]


def test_a_removed_folder_is_reported(tmp_path: Path) -> None:
    with serve(tmp_path / "data", NO_BACKUPS, example="roads-and-boats") as served:
        (tmp_path / "data").rename(tmp_path / "away")
        assert "journal-gone" in health(served)["why"], "beside what the check-up may have seen of the disk"


@pytest.mark.parametrize(("fault", "why"), [("free", "disk-full"), ("fsync", "disk-unwritable")])
def test_a_full_or_unwritable_disk_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, why: str
) -> None:
    with serve(tmp_path, NO_BACKUPS, example="roads-and-boats") as served:
        served.service.monitor.health.stop()  # from here on it looks when it is told to
        if fault == "free":
            full = shutil.disk_usage(tmp_path)._replace(free=0)
            monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
        else:
            monkeypatch.setattr(probes, "TRIAL_INTERVAL", 0.0)

            def fails(_: int) -> None:
                raise OSError(5, "Input/output error")

            monkeypatch.setattr(os, "fsync", fails)
        served.service.monitor.health.poll()
        assert health(served)["why"] == [why]
        monkeypatch.undo()
        served.service.monitor.health.poll()
        assert health(served)["status"] == "ok"


def test_unacknowledged_damage_is_reported(tmp_path: Path) -> None:
    with serve(tmp_path, NO_BACKUPS, example="roads-and-boats"):
        pass
    game_file(tmp_path).write_bytes(b"damaged\n" * 1000)
    with serve(tmp_path, NO_BACKUPS) as served:
        assert health(served)["why"] == ["journal-damaged"]
        monitor = probes.running(f"127.0.0.1:{served.port}")
    assert monitor["why"] == "journal-damaged"
