"""What a folder lies on, as Linux lists its mounts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
BOOT = Path("/proc/cmdline")
_MEMORY = frozenset({"tmpfs", "ramfs"})
_OVERLAYS = ("boot=overlay", "overlayroot=tmpfs")
"""How raspi-config and Debian's overlayroot say that nothing is to be written on the card."""


@dataclass(frozen=True, slots=True)
class Mount:
    """One mount. kind: of file system. options: of the mount and of the file system below it."""

    point: Path
    kind: str
    options: frozenset[str]

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written on it."""
        return "ro" in self.options


def mounts(listing: Path = MOUNTS) -> tuple[Mount, ...]:
    """Every mount, in the order in which they were made; none where there is no listing."""
    try:
        lines = listing.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ()
    return tuple(_mount(line) for line in lines)


def mount_of(folder: Path, among: tuple[Mount, ...]) -> Mount | None:
    """What a folder lies on: of the mounts above it the deepest, of several there the last."""
    above = [each for each in among if folder.is_relative_to(each.point)]
    return max(reversed(above), key=lambda each: len(each.point.parts), default=None)


def forgets(mount: Mount, boot: Path = BOOT) -> bool:
    """Whether what is written there is gone once the power is.

    boot: the words the kernel was started with; an overlay whose upper half is in memory is made by them.
    """
    if mount.kind != "overlay":
        return mount.kind in _MEMORY
    try:
        words = boot.read_text(encoding="utf-8").split()
    except OSError:
        return False
    return any(word.startswith(_OVERLAYS) for word in words)


def _mount(line: str) -> Mount:
    """`36 35 98:0 / /mnt rw,noatime master:1 - ext4 /dev/root rw,errors=continue`"""
    here, _, below = line.partition(" - ")
    words, (kind, _, *options) = here.split(" "), below.split(" ")
    point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), words[4])
    return Mount(Path(point), kind, frozenset(words[5].split(",")) | frozenset(",".join(options).split(",")))
