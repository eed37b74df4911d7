"""Limits a companion to the resources of a Raspberry Pi Zero 2 W: a share of one core, and a slow disk.

The share is a cgroup's quota (either version) with a period of 10 ms, not the usual 100 ms: a Pi is evenly
slow, but in a long period a press has its 12 ms at full speed or waits 88. Measured, 10 ms of work took 12 to
64 ms with the long period, and 62 to 109 with the short one; even would be 83. The client is not limited.

The disk is dm-delay on a loop device where possible, else a shim that waits before each flush.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.target import Target

SHARE = 0.12
"""Of one core of this machine; a Zero 2 W is 6 to 10 times slower."""
PERIOD = 10_000
"""Microseconds."""
FLUSH = 10
"""Milliseconds."""
_ROOT = Path("/sys/fs/cgroup")
_DISK_SIZE = 256 * 2**20
_SECTOR = 512


class Unavailable(Exception):
    """This machine cannot do it. The message says what is missing."""


@dataclass(frozen=True)
class Pi:
    """A limited target."""

    target: Target
    folder: Path
    """On the slow disk, for data folders."""
    description: str


@contextmanager
def pi(folder: Path, target: Target) -> Iterator[Pi]:
    """Limit the processes of a target, until the end of the block. Raises `Unavailable`."""
    with ExitStack() as stack:
        processes, how = stack.enter_context(_group())
        before = ("sh", "-c", f'echo $$ > {shlex.quote(str(processes))} && exec "$@"', "sh")
        environment: dict[str, str] = {}
        try:
            slow = stack.enter_context(_delayed(folder))
            disk = "dm-delay on a loop device"
        except (Unavailable, OSError, subprocess.CalledProcessError):
            slow, environment = folder, _shim(folder)
            disk = "a shim before fsync and fdatasync (no dm-delay here)"
        description = (
            f"{SHARE:.0%} of one core by {how}, period {PERIOD // 1000} ms; {FLUSH} ms a flush by {disk}"
        )
        yield Pi(replace(target, before=before, environment=environment, slow=True), slow, description)


@contextmanager
def _group() -> Iterator[tuple[Path, str]]:
    """A cgroup with the quota: the file for its processes, and the version."""
    quota = int(SHARE * PERIOD)
    if (_ROOT / "cgroup.controllers").exists():
        parent, how = _ROOT, "cgroup v2"
        settings = {"cpu.max": f"{quota} {PERIOD}"}
    else:
        parent, how = _ROOT / "cpu", "cgroup v1"
        settings = {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
    try:
        if how == "cgroup v2":
            (_ROOT / "cgroup.subtree_control").write_text("+cpu", "ascii")
        group = Path(tempfile.mkdtemp(prefix="companion-", dir=parent))
    except OSError as failure:
        raise Unavailable(f"may not create a cgroup ({how}): {failure}") from failure
    try:
        for setting, value in settings.items():
            (group / setting).write_text(value, "ascii")
        yield group / "cgroup.procs", how
    except OSError as failure:
        raise Unavailable(f"the kernel rejects the quota ({how}): {failure}") from failure
    finally:
        group.rmdir()


@contextmanager
def _delayed(folder: Path) -> Iterator[Path]:
    """A folder on a disk that delays flushes."""
    if shutil.which("dmsetup") is None or b"delay" not in _run("dmsetup", "targets"):
        raise Unavailable("no dm-delay")
    image, place, name = folder / "disk", folder / "slow", f"companion-{os.getpid()}"
    with image.open("wb") as file:
        file.truncate(_DISK_SIZE)
    place.mkdir()
    with ExitStack() as stack:
        loop = _run("losetup", "--find", "--show", str(image)).decode().strip()
        stack.callback(_run, "losetup", "--detach", loop)
        # reads, writes, flushes
        delays = f"0 {_DISK_SIZE // _SECTOR} delay {loop} 0 0 {loop} 0 0 {loop} 0 {FLUSH}"
        _run("dmsetup", "create", name, "--table", delays)
        stack.callback(_run, "dmsetup", "remove", name)
        _run("mkfs.ext4", "-q", f"/dev/mapper/{name}")
        _run("mount", f"/dev/mapper/{name}", str(place))
        stack.callback(_run, "umount", str(place))
        yield place


def _shim(folder: Path) -> dict[str, str]:
    """The environment that delays flushes by a shim. Raises `Unavailable` without a compiler."""
    library, source = folder / "slow_disk.so", Path(__file__).with_name("slow_disk.c")
    compiler = shutil.which("cc")
    if compiler is None:
        raise Unavailable("no C compiler for the slow disk")
    _run(compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl")
    return {"LD_PRELOAD": str(library), "DISK_MS": str(FLUSH)}


def _run(*words: str) -> bytes:
    return subprocess.run(words, check=True, capture_output=True).stdout
