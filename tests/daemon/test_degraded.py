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


def test_a_well_box_reports_only_that(tmp_path: Path) -> None:
    with serve(tmp_path, NO_BACKUPS, example="roads-and-boats") as served:
        told = health(served)
    assert told["status"] == "ok"
    assert "why" not in told


@pytest.mark.parametrize("code", ["journal-unsure", "journal-gone", "journal-full", "journal-read-only"])
def test_trouble_with_the_journal_is_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    with serve(tmp_path, NO_BACKUPS, example="roads-and-boats") as served:
        monkeypatch.setattr(Storage, "trouble", code)
        assert health(served)["why"] == [code]
        assert health(served)["status"] == "degraded"
        monkeypatch.setattr(Storage, "trouble", None)
        assert health(served)["status"] == "ok"


def test_a_removed_folder_is_reported(tmp_path: Path) -> None:
    with serve(tmp_path / "data", NO_BACKUPS, example="roads-and-boats") as served:
        (tmp_path / "data").rename(tmp_path / "away")
        assert "journal-gone" in health(served)["why"], "beside what the check-up may have seen of the disk"


def test_failed_backups_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(tmp_path, NO_BACKUPS, example="roads-and-boats") as served:
        monkeypatch.setattr(Backups, "failing", True)
        assert health(served)["why"] == ["copies-failing"]


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
