"""A start that cannot be says so in a sentence, in whatever way it fails, and hears that it should stop."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest

from tests.daemon.starts import started
from tests.fakes.disk import Disk, Fault
from tests.fakes.served import companion

TWO_GIGABYTES = 2 << 20
FEW_THREADS = f"ulimit -s {TWO_GIGABYTES}; ulimit -v {10 * TWO_GIGABYTES}"
"""With stacks of two gigabytes there is room for nine threads or so."""


@pytest.mark.parametrize("host", ["nonsense..", "nonsense.invalid"])
def test_a_host_that_no_machine_can_have_is_named(tmp_path: Path, host: str) -> None:
    with started(tmp_path, "--host", host) as box:
        said = box.errors()
    assert box.process.returncode == 1
    assert said.startswith(f"Error: Cannot listen on {host}, port 0: ")
    assert "Traceback" not in said


def test_a_start_without_enough_threads_is_reported_and_ends(tmp_path: Path) -> None:
    with started(tmp_path, limits=FEW_THREADS) as box:
        said = box.errors()
    assert box.process.returncode == 1
    assert "too few threads" in said
    assert "TasksMax" in said
    assert "Traceback" not in said


NONE_CALLED = """
import threading
starts = threading.Thread.start
def start(thread):
    if thread.name.startswith("{name}"):
        raise RuntimeError("can't start new thread")
    starts(thread)
threading.Thread.start = start
"""


@pytest.mark.parametrize("name", ["Thread-", "web-", "display", "buttons", "backups"])
def test_each_missing_thread_is_reported_in_a_sentence(tmp_path: Path, name: str) -> None:
    """Also one that a library starts as it is brought in, and one that is missed in the midst of a start."""
    with started(tmp_path, before=NONE_CALLED.format(name=name)) as box:
        said = box.errors()
    assert box.process.returncode == 1
    assert "TasksMax" in said
    assert "Traceback" not in said


CHANGED = ("--set", "web.join_code=7777")


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a companion that was stopped leaves it; not to be written to."""
    folder = tmp_path_factory.mktemp("left") / "data"
    with companion(data=folder) as running:
        running.stop()
    return folder


@pytest.fixture
def used(disk: Disk, left: Path) -> Disk:
    """The disk that fails on demand, with such a folder on it."""
    shutil.copytree(left, disk.folder, dirs_exist_ok=True)
    return disk


@pytest.mark.parametrize("fault", [Fault.FLUSH, Fault.FULL, Fault.WRITE])
def test_a_join_code_that_cannot_be_stored_is_reported_in_a_sentence(used: Disk, fault: Fault) -> None:
    used.fail(fault)
    with started(used.folder, *CHANGED, environment=used.environment) as box:
        said = box.errors()
    assert box.process.returncode == 1
    assert "Traceback" not in said
    assert str(used.folder) in said


@pytest.mark.parametrize("room", [0, 8, 16, 32])
def test_with_a_few_kilobytes_left_it_starts_or_reports_why_not(used: Disk, room: int) -> None:
    used.room = room * 1024
    with started(used.folder, *CHANGED, environment=used.environment) as box:
        assert box.process.stdout is not None
        line = box.process.stdout.readline()
        box.process.terminate()
        said = box.errors()
    assert "Traceback" not in said
    if not line:
        assert box.process.returncode == 1
        assert str(used.folder) in said


HANGS = """
import threading
from companion.daemon import startup
startup.Storage = lambda *given, **named: (print("waiting", flush=True), threading.Event().wait())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_in_the_middle_of_a_start_ends_it(tmp_path: Path, number: signal.Signals) -> None:
    with started(tmp_path, before=HANGS) as box:
        assert box.process.stdout is not None
        assert box.process.stdout.readline() == "waiting\n"
        box.process.send_signal(number)
        assert "Traceback" not in box.errors()
    assert box.process.returncode == 0


def test_a_card_that_does_not_answer_once_is_asked_again_and_nothing_is_moved(disk: Disk) -> None:
    with companion(data=disk.folder, environment=disk.environment) as running:
        running.join()
        running.start_game()
        version = running.ask("GET", "/healthz")["version"]
        running.stop()
    disk.fail(Fault.READ, times=1, file=".jsonl")
    with started(disk.folder, environment=disk.environment) as box:
        box.ready()
        assert box.health()["version"] == version
        box.process.terminate()
        said = box.errors()
    assert disk.hits(Fault.READ)
    assert "trying again" in said
    assert not list(disk.folder.glob("damaged-*"))


def test_a_stop_while_the_card_does_not_answer_ends_the_start(used: Disk) -> None:
    used.fail(Fault.READ, file="box.json")
    with started(used.folder, environment=used.environment) as box:
        assert "trying again" in box.read_error()
        box.process.terminate()
        box.errors()
    assert box.process.returncode == 0
    assert not list(used.folder.glob("damaged-*"))
