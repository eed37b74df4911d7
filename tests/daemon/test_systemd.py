"""What the service manager hears: over the very kind of socket that systemd gives."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from companion.daemon.systemd import ServiceManager, log_to_stderr
from tests.fakes.evening import Evening
from tests.patience import PATIENCE


def test_ready_watchdog_and_stopping_are_sent_in_its_protocol(notify: socket.socket) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": notify.getsockname()})
    manager.ready()
    manager.alive()
    manager.restarting()
    manager.stopping()
    assert [notify.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_the_watchdog_waits_for_a_restart_as_long_as_for_a_start_and_no_longer(
    notify: socket.socket,
) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": notify.getsockname(), "WATCHDOG_USEC": "20000000"})
    manager.restarting()
    manager.ready()
    told = [notify.recv(100) for _ in range(3)]
    assert told == [b"WATCHDOG_USEC=180000000", b"READY=1", b"WATCHDOG_USEC=20000000"]


def test_a_socket_without_a_file_is_found_as_well() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.settimeout(PATIENCE)
        listening.bind(f"\0companion-{os.getpid()}")
        ServiceManager({"NOTIFY_SOCKET": f"@companion-{os.getpid()}"}).ready()
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    "address", ["/nowhere/notify", "/" + "long" * 50, "/null\0byte", "vsock:2:1", "\ud800", "@"]
)
def test_a_socket_that_takes_nothing_ends_nothing_and_is_logged_once(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000000"})
    manager.ready()
    manager.alive()
    manager.stopping()
    assert len([each for each in caplog.records if "service manager" in each.getMessage()]) == 1


def test_a_manager_that_reads_nothing_is_not_waited_for(notify: socket.socket) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": notify.getsockname()})
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as flood:
        flood.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                flood.sendto(b"x", notify.getsockname())
    told = threading.Thread(target=manager.alive, daemon=True)
    told.start()
    told.join(PATIENCE)
    assert not told.is_alive()


def test_without_a_manager_no_message_is_sent_and_nothing_waits() -> None:
    manager = ServiceManager({})
    manager.ready()
    assert manager.watchdog_interval is None


def test_it_speaks_twice_as_often_as_it_must() -> None:
    assert ServiceManager({"WATCHDOG_USEC": "20000000"}).watchdog_interval == 10.0


def test_a_watchdog_for_another_process_is_not_fed() -> None:
    assert ServiceManager({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}).watchdog_interval is None


@pytest.mark.parametrize("writer", ["the table", "a phone that joins"])
def test_a_table_whose_disk_hangs_is_not_alive_whoever_writes(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, writer: str
) -> None:
    """A phone that joins does not write through the table, and is seen without a press."""
    asked, free = threading.Event(), threading.Event()

    def hang(_handle: int) -> None:
        asked.set()
        free.wait(PATIENCE)

    def write() -> None:
        if writer == "the table":
            evening.do("roll")
        else:
            evening.journal.settings.set("join", "4821")

    for flush in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, flush, hang)
    thread = threading.Thread(target=write)
    thread.start()
    assert asked.wait(PATIENCE)
    assert not evening.table.is_responsive(timeout=0.0)
    free.set()
    thread.join()
    assert evening.table.is_responsive(timeout=PATIENCE)


@pytest.mark.parametrize("listens", [True, False], ids=["journald", "a file that passes for it"])
def test_journald_gets_the_priority_of_each_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listens: bool
) -> None:
    log, root = tmp_path / "log", logging.RootLogger(logging.WARNING)
    monkeypatch.setattr(logging, "root", root)
    with log.open("w+") as stream:
        file = os.fstat(stream.fileno())
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(os, "fstat", lambda _: file)
        log_to_stderr({"JOURNAL_STREAM": f"{file.st_dev}:{file.st_ino + (not listens)}"})
        root.warning("torn\nin two")
    start = "<4>torn\n<4>in two" if listens else "WARNING root: torn\nin two"
    assert log.read_text() == f"{start}\n"
