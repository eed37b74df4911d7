"""A companion that has as little as on a Raspberry Pi Zero 2 W: a share of one core, and a slow disk.

The share is a quota of the kernel's, in a cgroup of either version. Its period is 10 ms, not the 100 ms of
most programs: a Pi is slow evenly, and of a period of 100 ms a press would have its 12 ms at full speed and
then nothing for 88, or none of that. Measured, 10 ms of work took 12 to 64 ms with the long period, and 62 to
109 with the short one, where 83 would be even. The client is not confined.

The disk is a device of the kernel's that delays (dm-delay on a loop device), where there is one and we may;
else a shim that waits before each flush.
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

from benchmarks.side import Side

SHARE = 0.12
"""Of one core of this machine; a Zero 2 W is 6 to 10 times slower."""
PERIOD = 10_000
"""Microseconds."""
FLUSH = 10
"""Milliseconds."""
_ROOT = Path("/sys/fs/cgroup")
_ROOM = 256 * 2**20
_SECTOR = 512


class NotHereError(Exception):
    """This machine does not let us. Its text says what is missing."""


@dataclass(frozen=True)
class Pi:
    """side: the companion so confined. folder: on the slow disk, where data folders go. said: how."""

    side: Side
    folder: Path
    said: str


@contextmanager
def pi(folder: Path, side: Side) -> Iterator[Pi]:
    """Confine what is started of a side in the block. Raises `NotHereError`."""
    with ExitStack() as stack:
        processes, how = stack.enter_context(_group())
        before = ("sh", "-c", f'echo $$ > {shlex.quote(str(processes))} && exec "$@"', "sh")
        environment: dict[str, str] = {}
        try:
            slow = stack.enter_context(_delayed(folder))
            disk = "dm-delay on a loop device"
        except (NotHereError, OSError, subprocess.CalledProcessError):
            slow, environment = folder, _shim(folder)
            disk = "a shim before fsync and fdatasync (no dm-delay here)"
        said = f"{SHARE:.0%} of one core by {how}, period {PERIOD // 1000} ms; {FLUSH} ms a flush by {disk}"
        yield Pi(replace(side, before=before, environment=environment, slow=True), slow, said)


@contextmanager
def _group() -> Iterator[tuple[Path, str]]:
    """A group with the quota: the file that takes its processes, and which version."""
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
        raise NotHereError(f"no right to make a group with a quota ({how}): {failure}") from failure
    try:
        for setting, value in settings.items():
            (group / setting).write_text(value, "ascii")
        yield group / "cgroup.procs", how
    except OSError as failure:
        raise NotHereError(f"the kernel takes no quota ({how}): {failure}") from failure
    finally:
        group.rmdir()


@contextmanager
def _delayed(folder: Path) -> Iterator[Path]:
    """A folder on a disk of the kernel's that delays what is written."""
    if shutil.which("dmsetup") is None or b"delay" not in _run("dmsetup", "targets"):
        raise NotHereError("no dm-delay")
    image, place, name = folder / "disk", folder / "slow", f"companion-{os.getpid()}"
    with image.open("wb") as file:
        file.truncate(_ROOM)
    place.mkdir()
    with ExitStack() as stack:
        loop = _run("losetup", "--find", "--show", str(image)).decode().strip()
        stack.callback(_run, "losetup", "--detach", loop)
        line = f"0 {_ROOM // _SECTOR} delay {loop} 0 0 {loop} 0 0 {loop} 0 {FLUSH}"  # reads, writes, flushes
        _run("dmsetup", "create", name, "--table", line)
        stack.callback(_run, "dmsetup", "remove", name)
        _run("mkfs.ext4", "-q", f"/dev/mapper/{name}")
        _run("mount", f"/dev/mapper/{name}", str(place))
        stack.callback(_run, "umount", str(place))
        yield place


def _shim(folder: Path) -> dict[str, str]:
    """The environment in which each flush takes as long. Raises `NotHereError` without a compiler."""
    made, source = folder / "slow_disk.so", Path(__file__).with_name("slow_disk.c")
    compiler = shutil.which("cc")
    if compiler is None:
        raise NotHereError("no C compiler for the slow disk")
    _run(compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(source), "-ldl")
    return {"LD_PRELOAD": str(made), "DISK_MS": str(FLUSH)}


def _run(*words: str) -> bytes:
    return subprocess.run(words, check=True, capture_output=True).stdout
