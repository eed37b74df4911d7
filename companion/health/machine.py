"""What the doctor asks the machine itself: its clock, its power, and what its folders lie on."""

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
"""A clock outside of these has not been set: most Pis have no battery for it, and begin where they left off
or, on a new card, long ago."""

HWMON = Path("/sys/class/hwmon")
_VOLTAGE = "rpi_volt"
DEVICES = Path("/sys/devices/platform")
_THROTTLED = "soc*/*firmware/get_throttled"
"""The firmware's flags. Bit 0: the voltage is below 4.63 V now. Bit 16: it was, since the start."""
_LOW_NOW = 1 << 0
_LOW_ONCE = 1 << 16

SET_BY_TIMESYNCD = Path("/run/systemd/timesync/synchronized")
_UNSET = 5
"""What `adjtimex` gives back for a clock that nobody keeps right."""

MOUNTS = Path("/proc/self/mountinfo")
BOOT = Path("/proc/cmdline")
_MEMORY = frozenset({"tmpfs", "ramfs"})
_OVERLAYS = ("boot=overlay", "overlayroot=tmpfs")
"""How raspi-config and Debian's overlayroot say that nothing is to be written on the card."""


def clock(now: Callable[[], datetime], kept: Callable[[], bool | None] = lambda: None) -> Finding:
    """Whether the clock has been set. kept: see `kept_right`."""
    at = now()
    said = f"{at:%Y-%m-%d %H:%M} UTC"
    if not EARLIEST <= at < LATEST:
        return missing("clock", "unset", now=said)
    return warned("clock", "alone", now=said) if kept() is False else fine("clock", "right", now=said)


def kept_right(by_timesyncd: Path = SET_BY_TIMESYNCD) -> bool | None:
    """Whether the clock is kept right by a network or a satellite; None when nobody says."""
    if by_timesyncd.exists():
        return True
    state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))  # all zero: look only
    return None if state < 0 else state != _UNSET


def power(
    hwmon: Path = HWMON, devices: Path = DEVICES, ask: Callable[[], str | None] = lambda: None
) -> Finding:
    """Whether the voltage is, and since the start has been, enough.

    ask: the flags of the firmware, as `vcgencmd` says them, where no file has them; None without it.
    """
    low = _alarm(hwmon)
    flags = _flags(next((_read(path) for path in devices.glob(_THROTTLED)), None) or ask())
    if low or (flags or 0) & _LOW_NOW:
        return warned("power", "low")
    if (flags or 0) & _LOW_ONCE:
        return warned("power", "was-low")
    return off("power", "unknown") if low is None and flags is None else fine("power", "enough")


def vcgencmd() -> str | None:
    """The firmware's flags, `throttled=0x50005`; None without the command or the right to it."""
    try:
        asked = subprocess.run(
            ["/usr/bin/vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return asked.stdout


def _alarm(hwmon: Path) -> bool | None:
    """The kernel's own watch over the voltage; None where there is none."""
    for sensor in sorted(hwmon.glob("hwmon*")):
        if _read(sensor / "name") == _VOLTAGE:
            return _read(sensor / "in0_lcrit_alarm") == "1"
    return None


def _flags(said: str | None) -> int | None:
    """The flags in what was said, in hex."""
    try:
        return int((said or "").rpartition("=")[2], 16)
    except ValueError:
        return None


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None


class Mount(msgspec.Struct, frozen=True):
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
