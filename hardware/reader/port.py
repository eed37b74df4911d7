"""The reader's port: its device, and whether a console uses it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import serial

from hardware.part import PartError
from hardware.reader.kinds import any_port

BOOT = Path("/proc/cmdline")
"""The kernel's command line."""
PROCESSES = Path("/proc")
_PATTERN = re.compile(r"[*?[]")


def port_finder(port: str, fits: Callable[[str], bool] = any_port) -> Callable[[], str]:
    """A function that finds the device, to be called before each try. Raises `PartError` for an unknown URL.

    port: a path, which may be a link; a pattern such as `/dev/ttyUSB*` that matches one device at a time; or
    a URL that pyserial knows. fits: see `ReaderKind.fits`. The function raises `PartError` where no device
    matches (`no-port`) or several do (`many-ports`).
    """
    try:
        serial.serial_for_url(port, do_not_open=True)
    except (ValueError, re.error) as error:
        raise PartError("wrong-port", port=port) from error
    except serial.SerialException:
        pass  # `hwgrep://` needs its adapter at once, which may be plugged in later
    if "://" in port or _PATTERN.search(port) is None:
        return lambda: port
    return lambda: _single_match(port, fits)


def _single_match(pattern: str, fits: Callable[[str], bool]) -> str:
    devices = {path.resolve(): str(path) for path in sorted(_matches(pattern), reverse=True)}
    devices = {device: name for device, name in devices.items() if len(devices) == 1 or fits(name)}
    if not devices:
        raise PartError("no-port", port=pattern)
    if len(devices) > 1:
        raise PartError("many-ports", port=pattern, found=", ".join(sorted(devices.values())))
    return devices.popitem()[1]


def _matches(pattern: str) -> Iterator[Path]:
    path = Path(pattern)
    return Path(path.anchor).glob(str(path.relative_to(path.anchor)))


def is_console(port: str, boot: Path = BOOT, processes: Path = PROCESSES) -> bool:
    """Whether the kernel writes messages to this port, or a login waits there."""
    device = Path(port).resolve()
    return device in _kernel_consoles(boot) or any(device == each for each in _login_consoles(processes))


def _kernel_consoles(boot: Path) -> set[Path]:
    try:
        words = boot.read_text(encoding="utf-8").split()
    except OSError:
        return set()
    consoles = (
        word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console=")
    )
    return {Path("/dev", name).resolve() for name in consoles}


def _login_consoles(processes: Path) -> set[Path]:
    """Candidates for the devices of all `agetty`: each argument may be one."""
    found: set[Path] = set()
    for path in processes.glob("[0-9]*/cmdline"):
        try:
            program, *words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if program.endswith("getty"):
            found |= {Path("/dev", word).resolve() for word in words if word}
    return found
