"""A start that cannot be says so in a sentence, in whatever way it fails, and hears that it should stop."""

from __future__ import annotations

import errno
import os
import signal
import threading
from pathlib import Path

import pytest

from companion.daemon import startup
from companion.daemon.start_failures import NoThreads
from companion.language.text import CompanionError
from tests.daemon.serving import serve
from tests.daemon.starts import started
from tests.fakes.disk import Disk
from tests.fakes.folders import failing
from web.server.server import CannotListen

TWO_GIGABYTES = 2 << 20
FEW_THREADS = f"ulimit -s {TWO_GIGABYTES}; ulimit -v {10 * TWO_GIGABYTES}"
"""With stacks of two gigabytes there is room for nine threads or so."""


@pytest.mark.parametrize("host", ["nonsense..", "nonsense.invalid"])
def test_a_host_that_no_machine_can_have_is_named(tmp_path: Path, host: str) -> None:
    with pytest.raises(CannotListen) as refused, serve(tmp_path, f"web.host={host}"):
        raise AssertionError
    assert refused.value.message.params["host"] == host


def test_a_start_without_enough_threads_is_reported_and_ends(tmp_path: Path) -> None:
    with started(tmp_path, limits=FEW_THREADS) as box:
        said = box.errors()
    assert box.process.returncode == 1
    assert "too few threads" in said
    assert "TasksMax" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("name", ["web-", "display", "buttons", "backups"])
def test_a_thread_that_is_missed_in_the_midst_of_a_start_ends_it_and_the_others(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts, before = threading.Thread.start, threading.active_count()

    def start(thread: threading.Thread) -> None:
        if thread.name.startswith(name):
            raise RuntimeError("can't start new thread")
        starts(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(NoThreads), serve(tmp_path):
        raise AssertionError
    assert threading.active_count() <= before


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EIO])
def test_a_join_code_that_cannot_be_stored_is_reported_with_its_folder(
    tmp_path: Path, fault: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(tmp_path):
        pass
    monkeypatch.setattr(startup, "RETRY_DELAYS", ())
    monkeypatch.setattr(os, "fsync", failing(fault))
    with pytest.raises(CompanionError) as refused, serve(tmp_path, "web.join_code=7777"):
        raise AssertionError
    assert refused.value.message.params["folder"] == str(tmp_path)


def test_with_a_few_kilobytes_left_it_starts_or_reports_why_not(disk: Disk) -> None:
    disk.room = 8 * 1024
    with started(disk.folder, environment=disk.environment) as box:
        assert box.process.stdout is not None
        line = box.process.stdout.readline()
        box.process.terminate()
        said = box.errors()
    assert "Traceback" not in said
    if not line:
        assert box.process.returncode == 1
        assert str(disk.folder) in said


HANGS = """
import threading
from companion.daemon import startup
startup.Storage = lambda *given, **named: (print("waiting", flush=True), threading.Event().wait())
"""


def test_a_stop_in_the_middle_of_a_start_ends_it(tmp_path: Path) -> None:
    with started(tmp_path, before=HANGS) as box:
        assert box.process.stdout is not None
        assert box.process.stdout.readline() == "waiting\n"
        box.process.send_signal(signal.SIGTERM)
        assert "Traceback" not in box.errors()
    assert box.process.returncode == 0
