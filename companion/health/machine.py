"""What the doctor asks the machine itself: its clock and its power."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

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
    told = next((_read(path) for path in devices.glob(_THROTTLED)), None)
    flags = _flags(told or ask())
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
