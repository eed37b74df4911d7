"""The disk that fails and lies: Python meets the faults that it is given, and no others."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.disk import SECTOR, Cut, Disk, Fault, NoCompilerError, compiled


def done(disk: Disk, program: str) -> str:
    """What a program says that runs on the disk, in its folder; it ends without closing anything."""
    ended = subprocess.run(
        [sys.executable, "-c", f"import errno, os, sys\n{program}\nsys.stdout.flush(); os._exit(0)"],
        env={**os.environ, **disk.environment}, cwd=disk.folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ended.stdout.strip()


WRITES = """
try:
    with open("some.jsonl", "ab", buffering=0) as file:
        for _ in range(20):
            assert file.write(b"{}" * 8) == 16, "SHORT"
            os.fsync(file.fileno())
    print("written")
except OSError as failure: print(errno.errorcode[failure.errno])
except AssertionError as failure: print(failure)
"""
COUNTS = """
try: print(len(open("some.jsonl", "rb").read()) // 16)
except OSError as failure: print(errno.errorcode[failure.errno])
"""


def test_a_disk_without_faults_changes_nothing(disk: Disk) -> None:
    assert done(disk, WRITES) == "written"
    assert done(disk, COUNTS) == "20"
    assert disk.writes >= 20
    assert disk.flushes >= 20


@pytest.mark.parametrize(
    ("fault", "program", "said"),
    [
        pytest.param(Fault.WRITE, WRITES, "EIO", id="a write"),
        pytest.param(Fault.FULL, WRITES, "ENOSPC", id="a full disk"),
        pytest.param(Fault.FLUSH, WRITES, "EIO", id="a flush"),
        pytest.param(Fault.SHORT, WRITES, "SHORT", id="half a write"),
        pytest.param(Fault.READ, COUNTS, "EIO", id="a read"),
        pytest.param(Fault.OPEN, COUNTS, "EIO", id="an open"),
    ],
)
def test_a_call_fails_with_the_injected_error_until_the_disk_is_mended(
    disk: Disk, fault: Fault, program: str, said: str
) -> None:
    assert done(disk, WRITES) == "written"
    disk.fail(fault, file=".jsonl")
    assert [done(disk, program) for _ in range(2)] == [said, said]
    assert disk.hits(fault)
    disk.mend()
    assert done(disk, program) in {"written", "20"}


def test_a_fault_strikes_the_given_number_of_times_after_the_given_number_of_calls(disk: Disk) -> None:
    disk.fail(Fault.FLUSH, times=2, after=3, file="one")
    said = done(
        disk,
        """
for each in range(8):
    with open("one", "ab") as one, open("two", "ab") as two:
        os.fsync(two.fileno())
        try: os.fsync(one.fileno()); print(1, end="")
        except OSError: print(0, end="")
""",
    )
    assert said == "11100111"
    assert disk.hits(Fault.FLUSH) == 2


def test_a_small_disk_fills_up_and_what_is_deleted_makes_room(disk: Disk) -> None:
    disk.room = 10_000
    said = done(
        disk,
        """
def fill(name):
    with open(name, "wb", buffering=0) as file:
        try:
            while file.write(bytes(700)) == 700: pass
            file.write(b"0")
        except OSError as failure: print(failure.errno, end=" ")
fill("one"); print(os.path.getsize("one"), os.statvfs(".").f_bavail)
os.unlink("one"); fill("two"); print(os.path.getsize("two"))
with open("two", "r+b", buffering=0) as file: print(file.write(bytes(500)))
try: open("three", "wb")
except OSError as failure: print(failure.errno)
""",
    )
    assert said.split() == ["28", "10000", "0", "28", "10000", "500", "28"]
    assert disk.unlinks == 1


def test_a_bit_flips_in_the_read_and_not_on_the_disk(disk: Disk) -> None:
    (disk.folder / "one").write_bytes(bytes(4096))
    disk.fail(Fault.FLIP, times=1)
    said = done(disk, 'print([sum(map(int.bit_count, open("one", "rb").read())) for _ in range(2)])')
    assert said == "[1, 0]"


PLUGGED = """
def write(name, content, flush, how="wb"):
    with open(name, how) as file:
        file.write(content); file.flush()
        if flush: os.fsync(file.fileno())
write("before", b"B" * 1024, False)
write("old", b"O" * 2048, True)
write("old", b"N" * 3000, False, "r+b")
write("new", b"X" * 1000, True); write("unsure", b"Y" * 1000, False)
os.rename("gone", "moved")
"""


def plugged(disk: Disk, how: Cut, seed: int = 0) -> dict[str, bytes]:
    """What a power cut leaves after `PLUGGED`."""
    for name in ("before", "gone"):
        (disk.folder / name).write_bytes(b"b" * 1024)
    disk.remember()
    done(disk, PLUGGED)
    disk.cut(random.Random(seed), how)
    return {path.name: path.read_bytes() for path in disk.folder.iterdir()}


def test_a_power_cut_drops_what_was_not_flushed(disk: Disk) -> None:
    found = plugged(disk, Cut.DROPPED)
    assert found.pop("before") == b""  # cut to nothing and not written again: as ext4 leaves it at the worst
    assert found == {"gone": b"b" * 1024, "old": b"O" * 2048, "new": b"X" * 1000}


def test_a_power_cut_may_keep_everything(disk: Disk) -> None:
    assert plugged(disk, Cut.KEPT) == {
        "before": b"B" * 1024, "old": b"N" * 3000, "new": b"X" * 1000, "unsure": b"Y" * 1000,
        "moved": b"b" * 1024,
    }  # fmt: skip


def test_a_power_cut_tears_between_sectors_and_what_was_flushed_stands(disk: Disk) -> None:
    seen = set()
    for seed in range(8):
        found = plugged(disk, Cut.TORN, seed)
        shutil.rmtree(disk.folder)
        disk.folder.mkdir()
        assert found["new"] == b"X" * 1000
        seen.add(found["old"][: 4 * SECTOR])
        for at in range(0, 2048, SECTOR):
            assert found["old"][at : at + SECTOR] in (b"O" * SECTOR, b"N" * SECTOR)
        assert ("gone" in found) != ("moved" in found)
    assert len(seen) > 2


def test_a_flush_that_lies_is_found_out_by_a_power_cut(disk: Disk) -> None:
    disk.remember()
    disk.fail(Fault.LIE)
    done(disk, 'f = open("one", "wb", buffering=0); f.write(b"1"); os.fsync(f.fileno())')
    disk.cut(random.Random(0), Cut.DROPPED)
    assert list(disk.folder.iterdir()) == []


def test_what_a_failed_flush_left_out_no_later_flush_brings(disk: Disk) -> None:
    disk.remember()
    disk.fail(Fault.FLUSH, times=1)
    done(
        disk,
        """
f = open("one", "wb", buffering=0); f.write(b"1" * 512)
try: os.fsync(f.fileno())
except OSError: pass
f.write(b"2" * 512); os.fsync(f.fileno())
""",
    )
    disk.cut(random.Random(0), Cut.DROPPED)
    assert (disk.folder / "one").read_bytes() == bytes(512) + b"2" * 512


def test_a_missing_compiler_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCompilerError, match="NO C COMPILER"):
        compiled(tmp_path)
