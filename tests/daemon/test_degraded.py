"""What makes the box less than it should be is said to monitors, and by which name."""

from __future__ import annotations

import json
import os
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.config import SIMULATED, load
from companion.daemon.build import RunningBox, running_box
from companion.daemon.pending import Start
from companion.health import probes
from companion.storage.storage import Storage
from companion.table.backups import Backups
from tests.fakes.folders import game_file
from tests.patience import PATIENCE


@contextmanager
def box(folder: Path, example: str | None = "roads-and-boats") -> Iterator[RunningBox]:
    own = (f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0", "copies.keep=0")
    with running_box(load(None, (*SIMULATED, *own)), Start(example)) as served:
        yield served


def health(served: RunningBox) -> dict[str, Any]:
    with urllib.request.urlopen(f"{served.url}healthz", timeout=PATIENCE) as answer:
        assert answer.status == 200
        told: dict[str, Any] = json.load(answer)
    return told


def test_a_well_box_reports_only_that(tmp_path: Path) -> None:
    with box(tmp_path) as served:
        told = health(served)
    assert told["status"] == "ok"
    assert "why" not in told


@pytest.mark.parametrize("code", ["journal-unsure", "journal-gone", "journal-full", "journal-read-only"])
def test_trouble_with_the_journal_is_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    with box(tmp_path) as served:
        monkeypatch.setattr(Storage, "trouble", code)
        assert health(served)["why"] == [code]
        assert health(served)["status"] == "degraded"
        monkeypatch.setattr(Storage, "trouble", None)
        assert health(served)["status"] == "ok"


def test_a_removed_folder_is_reported(tmp_path: Path) -> None:
    with box(tmp_path / "data") as served:
        (tmp_path / "data").rename(tmp_path / "away")
        assert "journal-gone" in health(served)["why"], "beside what the check-up may have seen of the disk"


def test_failed_backups_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with box(tmp_path) as served:
        monkeypatch.setattr(Backups, "failing", True)
        assert health(served)["why"] == ["copies-failing"]


@pytest.mark.parametrize(("fault", "why"), [("free", "disk-full"), ("fsync", "disk-unwritable")])
def test_a_full_or_unwritable_disk_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, why: str
) -> None:
    with box(tmp_path) as served:
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
    with box(tmp_path):
        pass
    game_file(tmp_path).write_bytes(b"damaged\n" * 1000)
    with box(tmp_path, example=None) as served:
        assert health(served)["why"] == ["journal-damaged"]
        monitor = probes.running(f"127.0.0.1:{served.port}")
    assert monitor["why"] == "journal-damaged"
