"""The reader's port: where it is looked for, and who else may be talking on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import serial

from hardware.part import PartError
from hardware.reader.kinds import anything

BOOT = Path("/proc/cmdline")
"""The words that the kernel was started with."""
PROCESSES = Path("/proc")
_PATTERN = re.compile(r"[*?[]")


def search(port: str, fits: Callable[[str], bool] = anything) -> Callable[[], str]:
    """Where to look for the line each time it is wanted.

    port: a device's path, which may be a link; a pattern of paths (`/dev/ttyUSB*`) that fits one device at
    a time, under whatever name it comes back; or a URL that pyserial knows. fits: which of the devices that
    fit the pattern are meant; see `Kind.fits`.
    Raises `PartError` (`wrong-port`) for another URL. What is given back raises `PartError` when nothing
    fits the pattern (`no-port`) or more than one device does (`many-ports`): the right one is not guessed.
    """
    try:
        serial.serial_for_url(port, do_not_open=True)
    except (ValueError, re.error) as error:
        raise PartError("wrong-port", port=port) from error
    except serial.SerialException:
        pass  # `hwgrep://` looks for its adapter at once; it may be plugged in later
    if "://" in port or _PATTERN.search(port) is None:
        return lambda: port
    return lambda: _only(port, fits)


def _only(pattern: str, fits: Callable[[str], bool]) -> str:
    devices = {path.resolve(): str(path) for path in sorted(_fitting(pattern), reverse=True)}
    devices = {device: name for device, name in devices.items() if len(devices) == 1 or fits(name)}
    if not devices:
        raise PartError("no-port", port=pattern)
    if len(devices) > 1:
        raise PartError("many-ports", port=pattern, found=", ".join(sorted(devices.values())))
    return devices.popitem()[1]


def _fitting(pattern: str) -> Iterator[Path]:
    path = Path(pattern)
    return Path(path.anchor).glob(str(path.relative_to(path.anchor)))


def is_console(port: str, boot: Path = BOOT, processes: Path = PROCESSES) -> bool:
    """Whether the kernel writes its messages on this line, or a login waits there."""
    device = Path(port).resolve()
    return device in _of_kernel(boot) or any(device == each for each in _of_logins(processes))


def _of_kernel(boot: Path) -> set[Path]:
    try:
        words = boot.read_text(encoding="utf-8").split()
    except OSError:
        return set()
    consoles = (
        word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console=")
    )
    return {Path("/dev", name).resolve() for name in consoles}


def _of_logins(processes: Path) -> set[Path]:
    """What each `agetty` that may be seen was started for, whichever of its words that is."""
    found: set[Path] = set()
    for path in processes.glob("[0-9]*/cmdline"):
        try:
            program, *words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if program.endswith("getty"):
            found |= {Path("/dev", word).resolve() for word in words if word}
    return found
