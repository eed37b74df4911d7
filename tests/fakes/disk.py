"""A disk that fails, fills up or lies, under the files of one folder, for a process that is started with it.

`disk.c`, loaded before libc, stands between the process and the kernel. What it does is switched on and off
at any moment, from here, while the process runs. In a test:

    def test_...(disk: Disk) -> None:                     # the fixture; its folder is `disk.folder`, empty
        with companion(data=disk.folder, environment=disk.environment) as box:
            disk.fail(Fault.FLUSH)                         # every flush fails, until
            disk.mend()                                    # everything is well again
            disk.fail(Fault.READ, times=1, file=".jsonl")  # one read of a game's file fails
            disk.fail(Fault.WRITE, times=3, after=10)      # ten writes go well, then three fail
            disk.room = 8192                               # bytes by which the files may grow; None: no end
            assert disk.hits(Fault.FLUSH)                  # that it really struck

`file` is how the file's name ends: `.jsonl` are the files of games, the empty text is everything in the
folder and the folders themselves. A disk with `room` behaves as a small one: what is deleted or cut off gives
room back, what is overwritten needs none, and `statvfs` tells of it.

A flush that fails behaves as with Linux: what was written is seen by who reads, is not on the disk, and the
next flush finds nothing more to do. `Fault.LIE` says that all went well and flushes nothing.

A power cut: begin with `disk.remember()` before the process is started (what lies in the folder then counts
as flushed), kill the process, and `disk.cut(chance, how)` makes the folder what would be found on the disk:
`Cut.DROPPED`, nothing that was not flushed; `Cut.KEPT`, all of it; `Cut.TORN`, of every unflushed sector of
512 bytes the old or the new one, and any length between. Names (made, renamed, deleted) come in their
order, as from a file system with a journal: all before the last flush of anything, and of the later ones
none, all, or the first few.

A worker of a test that opens journals itself can be started under it as well: `[sys.executable, "-m", ...]`
with `disk.environment`; it may hold a `Disk` of its own over the same `place` to command it, and play each
round in a fork of itself. No flush reaches the real disk: what is killed loses nothing by that, and a
thousand rounds cost seconds.
"""

from __future__ import annotations

import enum
import mmap
import os
import random
import shutil
import struct
import subprocess
from pathlib import Path

from tests.tree import ROOT

_SOURCE = ROOT / "tests" / "fakes" / "disk.c"
_CONTROL = 4096
_HEAD = struct.Struct("=8q")
_FAULT = struct.Struct("=3q48s")
SECTOR = 512


class Fault(enum.IntEnum):
    """What can go wrong, in the order of `disk.c`."""

    READ = 0
    """A read says EIO."""
    FLIP = 1
    """One bit of what is read is another one; what is on the disk stays."""
    WRITE = 2
    """A write or a cut says EIO."""
    FULL = 3
    """A write says ENOSPC."""
    SHORT = 4
    """Half of what should be written is."""
    FLUSH = 5
    """fsync and fdatasync say EIO, and what they should have flushed is forgotten."""
    LIE = 6
    """fsync and fdatasync say that all is well, and flush nothing."""
    OPEN = 7
    """A file cannot be opened: EIO."""
    NAME = 8
    """A name cannot be deleted or changed: EIO."""
    KILL = 9
    """The process is gone, as by `kill -9`: before a write or between two pages of it, before a flush, before
    a name is made, changed or deleted.
    """


class Cut(enum.Enum):
    """What a power cut leaves of what was written and not flushed."""

    DROPPED = "dropped"
    KEPT = "kept"
    TORN = "torn"


class NoCompilerError(Exception):
    """There is no C compiler here."""

    def __init__(self) -> None:
        super().__init__(
            "NO C COMPILER (cc): THE DISK THAT FAILS AND LIES CANNOT BE BUILT, NOTHING ABOUT IT IS TESTED."
            " Install one (apt install gcc libc6-dev) and run again."
        )


def compiled(place: Path) -> Path:
    """Compile `disk.c` into a folder; the library to be loaded. Raises `NoCompilerError`."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NoCompilerError
    library = place / "disk.so"
    subprocess.run(
        (compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, _SOURCE,
         "-ldl", "-lpthread"),
        check=True,
    )  # fmt: skip
    return library


class Disk:
    """The disk under one folder.

    library: as `compiled` gives it. folder: made if it is not there. place: a folder for what the disk is
    told and remembers, not below `folder`; two processes that name the same place speak of the same disk.
    """

    def __init__(self, library: Path, folder: Path, place: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        place.mkdir(parents=True, exist_ok=True)
        self.folder = folder.resolve()
        self._library = library
        self._told = place / "told"
        self._shadow = place / "shadow"
        if not self._told.exists():
            self._told.write_bytes(_HEAD.pack(-1, *[0] * 7).ljust(_CONTROL, b"\0"))
        with self._told.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), _CONTROL)

    @property
    def environment(self) -> dict[str, str]:
        """What a process is given, beside its own, to be on this disk."""
        told = {
            "DISK_FOLDER": str(self.folder),
            "DISK_CONTROL": str(self._told),
            "LD_PRELOAD": str(self._library),
        }
        return {**told, "DISK_SHADOW": str(self._shadow)} if self._shadow.exists() else told

    def fail(self, fault: Fault, *, times: int | None = None, after: int = 0, file: str = "") -> None:
        """Let something go wrong from now on. times: how often, None for until it is mended. after: how many
        times it goes well first. file: how the name of the file ends."""
        self._write(fault, 0, 0, "")  # nothing strikes while the rest is written
        self._write(fault, after, 0, file)
        struct.pack_into("=q", self._control, self._at(fault) + 8, -1 if times is None else times)

    def mend(self, *faults: Fault) -> None:
        """End these faults, or all of them and the want of room."""
        for fault in faults or Fault:
            struct.pack_into("=q", self._control, self._at(fault) + 8, 0)
        if not faults:
            self.room = None

    def hits(self, fault: Fault) -> int:
        """How often it has struck since it was last switched on."""
        return int(_FAULT.unpack_from(self._control, self._at(fault))[2])

    @property
    def room(self) -> int | None:
        """Bytes by which the files may yet grow; None for no end."""
        left = self._head(0)
        return None if left < 0 else left

    @room.setter
    def room(self, left: int | None) -> None:
        struct.pack_into("=q", self._control, 0, -1 if left is None else left)

    def seed(self, chance: int) -> None:
        """Let `Fault.FLIP` pick the same bits again."""
        struct.pack_into("=q", self._control, 8, chance)

    @property
    def asleep(self) -> bool:
        """Nothing strikes, and nothing is noted: for a process on the disk that looks after the folder
        itself, while none of its children is on it.
        """
        return bool(self._head(7))

    @asleep.setter
    def asleep(self, rests: bool) -> None:
        struct.pack_into("=q", self._control, 7 * 8, rests)

    @property
    def writes(self) -> int:
        """How many writes there were."""
        return self._head(3)

    @property
    def flushes(self) -> int:
        """How many flushes were asked for, done or not."""
        return self._head(4)

    @property
    def unlinks(self) -> int:
        """How many names were deleted."""
        return self._head(5)

    def remember(self) -> None:
        """Count what lies in the folder as flushed, and keep account from now on: for the next process."""
        shutil.rmtree(self._shadow, ignore_errors=True)
        self._shadow.mkdir()
        shutil.copytree(self.folder, self._shadow / "start")

    def cut(self, chance: random.Random, how: Cut) -> None:
        """Make the folder what is on the disk after a power cut. The process must have been killed before."""
        noted = self._shadow / "names"
        lines = [line.split("\t") for line in noted.read_text("utf-8").splitlines()] if noted.exists() else []
        flushes = [number for number, line in enumerate(lines, 1) if line[0] in {"flush", "folder"}]
        certain = flushes[-1] if flushes else 0
        stands = {Cut.DROPPED: certain, Cut.KEPT: len(lines), Cut.TORN: chance.randint(certain, len(lines))}[
            how
        ]
        now = {held: self.folder / name for name, held in self._names(lines).items()}
        found = {
            name: _mixed(self._flushed(held), _bytes(now.get(held)), chance, how)
            for name, held in self._names(lines[:stands]).items()
        }
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                path.unlink()
        for name, content in found.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        shutil.rmtree(self._shadow)

    def _names(self, lines: list[list[str]]) -> dict[str, str]:
        """The names that there are after these changes, and by which the shadow knows the file of each."""
        start = self._shadow / "start"
        names = {
            path.relative_to(start).as_posix(): f"start/{path.relative_to(start).as_posix()}"
            for path in start.rglob("*")
            if path.is_file()
        }
        for kind, *rest in lines:
            match kind, rest:
                case (("new" | "have"), [held, name]):
                    names[name] = held
                case "gone", [name]:
                    names.pop(name, None)
                case "move", [old, new] if old in names:
                    names[new] = names.pop(old)
        return names

    def _flushed(self, held: str) -> bytes:
        return _bytes(self._shadow / held) or b""

    def _head(self, which: int) -> int:
        return int(_HEAD.unpack_from(self._control)[which])

    def _at(self, fault: Fault) -> int:
        return _HEAD.size + fault * _FAULT.size

    def _write(self, fault: Fault, after: int, times: int, file: str) -> None:
        _FAULT.pack_into(self._control, self._at(fault), after, times, 0, os.fsencode(file))


def _bytes(path: Path | None) -> bytes | None:
    return path.read_bytes() if path is not None and path.is_file() else None


def _mixed(flushed: bytes, now: bytes | None, chance: random.Random, how: Cut) -> bytes:
    """What is found of a file. now: what it held at the end, None where it had no name any more."""
    if now is None or how is Cut.DROPPED:
        return flushed
    if how is Cut.KEPT or flushed == now:
        return now
    length = chance.choice((len(flushed), len(now), chance.randint(*sorted((len(flushed), len(now))))))
    sectors = (
        chance.choice((flushed, now))[at : at + SECTOR].ljust(SECTOR, b"\0")
        for at in range(0, length, SECTOR)
    )
    return b"".join(sectors)[:length]
