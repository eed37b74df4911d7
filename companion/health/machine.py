"""Probes of the machine: clock, power, and the file systems of folders."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.health.findings import Finding, fine, missing, off, warned

EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
LATEST = datetime(2100, 1, 1, tzinfo=UTC)
"""A clock outside these bounds has not been set: most Pis have no battery for it."""

HWMON = Path("/sys/class/hwmon")
_VOLTAGE = "rpi_volt"
DEVICES = Path("/sys/devices/platform")
_THROTTLED = "soc*/*firmware/get_throttled"
"""The firmware's flags. Bit 0: below 4.63 V now. Bit 16: it was, since the start."""
_LOW_NOW = 1 << 0
_LOW_ONCE = 1 << 16

SET_BY_TIMESYNCD = Path("/run/systemd/timesync/synchronized")
_UNSET = 5
"""The result of `adjtimex` for an unsynchronized clock."""

MOUNTS = Path("/proc/self/mountinfo")
BOOT = Path("/proc/cmdline")
_MEMORY = frozenset({"tmpfs", "ramfs"})
_OVERLAYS = ("boot=overlay", "overlayroot=tmpfs")
"""Kernel parameters of a read-only system, by raspi-config and overlayroot."""


def clock(now: Callable[[], datetime], synchronized: Callable[[], bool | None] = lambda: None) -> Finding:
    """Whether the clock has been set. synchronized: see `is_synchronized`."""
    at = now()
    shown = f"{at:%Y-%m-%d %H:%M} UTC"
    if not EARLIEST <= at < LATEST:
        return missing("clock", "unset", now=shown)
    return (
        warned("clock", "alone", now=shown) if synchronized() is False else fine("clock", "right", now=shown)
    )


def is_synchronized(timesync_file: Path = SET_BY_TIMESYNCD) -> bool | None:
    """Whether a network or a satellite synchronizes the clock; None if unknown."""
    if timesync_file.exists():
        return True
    state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))  # all zero: look only
    return None if state < 0 else state != _UNSET


def power(
    hwmon: Path = HWMON, devices: Path = DEVICES, read_flags: Callable[[], str | None] = lambda: None
) -> Finding:
    """Whether the voltage is and was sufficient since the start.

    read_flags: the firmware's flags by `vcgencmd`, where no file has them; None without it.
    """
    low = _alarm(hwmon)
    flags = _flags(next((_read(path) for path in devices.glob(_THROTTLED)), None) or read_flags())
    if low or (flags or 0) & _LOW_NOW:
        return warned("power", "low")
    if (flags or 0) & _LOW_ONCE:
        return warned("power", "was-low")
    return off("power", "unknown") if low is None and flags is None else fine("power", "enough")


def vcgencmd() -> str | None:
    """The firmware's flags, `throttled=0x50005`; None without the command or the right to it."""
    try:
        result = subprocess.run(
            ["/usr/bin/vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout


def _alarm(hwmon: Path) -> bool | None:
    """The kernel's voltage alarm; None without one."""
    for sensor in sorted(hwmon.glob("hwmon*")):
        if _read(sensor / "name") == _VOLTAGE:
            return _read(sensor / "in0_lcrit_alarm") == "1"
    return None


def _flags(shown: str | None) -> int | None:
    """The flags, from hex."""
    try:
        return int((shown or "").rpartition("=")[2], 16)
    except ValueError:
        return None


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None


class Mount(msgspec.Struct, frozen=True):
    """A mount. kind: of file system. options: of the mount and its file system."""

    point: Path
    kind: str
    options: frozenset[str]

    @property
    def read_only(self) -> bool:
        """Whether it is mounted read-only."""
        return "ro" in self.options


def mounts(listing: Path = MOUNTS) -> tuple[Mount, ...]:
    """All mounts, in their order; none where they cannot be listed."""
    try:
        lines = listing.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ()
    return tuple(_mount(line) for line in lines)


def mount_of(folder: Path, among: tuple[Mount, ...]) -> Mount | None:
    """The mount of a folder: the deepest, of several the last."""
    above = [each for each in among if folder.is_relative_to(each.point)]
    return max(reversed(above), key=lambda each: len(each.point.parts), default=None)


def is_volatile(mount: Mount, boot: Path = BOOT) -> bool:
    """Whether written data is lost at power-off.

    boot: the kernel's command line, which shows an overlay in memory.
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
