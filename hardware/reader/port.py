"""The reader's serial line: where it is looked for, how it is opened, and who else may be talking on it."""

from __future__ import annotations

import errno
import re
import termios
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import serial

from hardware.part import PartError

GONE = (OSError, termios.error)
"""What pyserial raises for a line that is gone; its own exception is an `OSError`."""
WRITE = 1.0
"""Seconds after which an adapter that takes no more bytes is given up."""
BOOT = Path("/proc/cmdline")
"""The words that the kernel was started with."""
PROCESSES = Path("/proc")
_PATTERN = re.compile(r"[*?[]")
_CODES: Mapping[int, str] = {
    errno.ENOENT: "no-port",
    errno.ENODEV: "no-port",
    errno.ENXIO: "no-port",
    errno.EACCES: "port-refused",
    errno.EPERM: "port-refused",
    errno.EAGAIN: "port-busy",
    errno.EBUSY: "port-busy",
    errno.ENOTTY: "no-serial-port",
    errno.EINVAL: "no-serial-port",
    errno.EISDIR: "no-serial-port",
}


def search(port: str) -> Callable[[], str]:
    """Where to look for the line each time it is wanted.

    port: a device's path, which may be a link; a pattern of paths (`/dev/ttyUSB*`) that fits one device at
    a time, under whatever name it comes back; or a URL that pyserial knows.
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
    return lambda: _only(port)


def open_line(port: str, baudrate: int) -> serial.Serial:
    """Open the line, with 8 data bits, no parity, one stop bit, for nobody else to open it meanwhile.

    Raises `PartError`: `no-port`, `port-refused`, `port-busy`, `no-serial-port`, or `port-broken` with the
    system's own words.
    """
    try:
        return serial.serial_for_url(port, baudrate, exclusive=True, write_timeout=WRITE)
    except GONE as error:
        code = _CODES.get(_number(error))
        if code is None:
            raise PartError("port-broken", port=port, why=str(error)) from error
        raise PartError(code, port=port) from error


def _only(pattern: str) -> str:
    devices = {path.resolve(): str(path) for path in sorted(_fitting(pattern), reverse=True)}
    if not devices:
        raise PartError("no-port", port=pattern)
    if len(devices) > 1:
        raise PartError("many-ports", port=pattern, found=", ".join(sorted(devices.values())))
    return devices.popitem()[1]


def _fitting(pattern: str) -> Iterator[Path]:
    path = Path(pattern)
    return Path(path.anchor).glob(str(path.relative_to(path.anchor)))


def _number(error: BaseException | None) -> int:
    """The system's number of an error, 0 for none. At times pyserial leaves it in the one below its own."""
    while error is not None:
        number = error.errno if isinstance(error, OSError) else error.args[0] if error.args else None
        if isinstance(number, int):
            return number
        error = error.__context__
    return 0


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
