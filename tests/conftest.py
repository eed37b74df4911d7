"""What every test shares: Hypothesis tries the same examples each time, so that a red run can be repeated; a
table, and a box around one; a disk that fails; one time zone; folders in memory.
"""

from __future__ import annotations

import errno
import gc
import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from hardware.display.oled import stop_luma_threads
from tests.fakes.box import Box, running
from tests.fakes.disk import Disk, NoCompilerError, compiled
from tests.fakes.evening import START, Evening

settings.register_profile(
    "companion",
    derandomize="EVENINGS" not in os.environ,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")

MEMORY = Path("/dev/shm")
ROOM = 256 << 20
"""Bytes that have to be free there; a run of all tests takes a tenth."""
SELDOM = (100_000, 20, 10)
"""When the collector looks, instead of at every 700 objects: what an application leaves holds itself."""


def pytest_configure() -> None:
    """Let the companions of the tests hear Ctrl-C, also where a shell in the background has switched it off
    for all that it starts: one that ignored it would be waited for without an end.

    Put the folders of the tests into memory where there is room: most tests keep a journal, which waits
    for the disk at every entry, and none of them pulls the plug of this machine. `disk` fails in memory, too.
    """
    stop_luma_threads()  # before pytest takes the end of a thread for a failure
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Let what was collected be: ten thousand tests live to the end, and to look through them again and again
    for what may go took a fifth of the whole time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.fixture(scope="session", autouse=True)
def utc_and_english() -> Iterator[None]:
    """The box of the tests stands where its own time is UTC and its system English, wherever they run."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            patch.delenv(name, raising=False)
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Evening]:
    """A table without a game."""
    evening = Evening(tmp_path / "data")
    yield evening
    evening.table.close()


@pytest.fixture
def evening(bare: Evening) -> Evening:
    """A table with a toy game just started: its entry is number 1."""
    bare.do(START, key="start")
    return bare


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box with nothing on its table."""
    with running(tmp_path) as box:
        yield box


@pytest.fixture(scope="session")
def failing_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of a disk that fails and lies. Where no compiler is, every test of it fails and says so."""
    try:
        return compiled(tmp_path_factory.mktemp("disk"))
    except NoCompilerError as none:
        pytest.fail(str(none))


@pytest.fixture
def disk(tmp_path: Path, failing_disk: Path) -> Disk:
    """A disk that fails and lies on demand, with an empty folder on it."""
    return Disk(failing_disk, tmp_path / "data", tmp_path / "disk")


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that may not be entered, whoever runs the tests."""
    folder = tmp_path / "locked"
    folder.mkdir()
    stat, access = os.stat, os.access

    def refusing(path: Any, *rest: Any, **more: Any) -> os.stat_result:
        if not isinstance(path, int) and folder in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, *rest, **more)

    monkeypatch.setattr(os, "stat", refusing)
    monkeypatch.setattr(os, "access", lambda path, how: Path(path) != folder and access(path, how))
    return folder
