"""GPIO lines as Linux hands them out: the second interface of its GPIO devices, `linux/gpio.h`.

The kernel itself waits until a line is still (since 5.10) and stamps the edge; who reads sleeps until
there is one. lgpio, which could stand here, looks at its lines two thousand times a second.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The chip behind the header: of a Pi up to the 3, of a Pi 4, of a Pi 5. Its number differs by kernel."""
CONSUMER = "companion"
"""Under this name our lines are listed by `gpioinfo`."""

Ioctl = Callable[[int, int, bytearray], int]

_CHIP_INFO = struct.Struct("=32s32sI")
_LINE_INFO = struct.Struct("=32s32sIIQ176x")
_REQUEST = struct.Struct("=I252x32sQI20x240xII20xi")
_ATTRIBUTE = struct.Struct("=I4xI4xQ")
_ATTRIBUTES_AT = 320
"""Where in a request the first attribute stands."""
_VALUES = struct.Struct("=QQ")
_EVENT = struct.Struct("=QIIII24x")

_GET_CHIP_INFO = 0x8044B401
_GET_LINE_INFO = 0xC100B405
_GET_LINE = 0xC250B407
_GET_VALUES = 0xC010B40E

USED = 1 << 0
INPUT = 1 << 2
RISING = 1 << 4
FALLING = 1 << 5
PULL_UP = 1 << 8
PULL_DOWN = 1 << 9
_DEBOUNCE = 3
_RISEN = 1
_BUFFERED = 16
"""Edges that the kernel keeps until they are read; of more, the oldest are lost."""


def system(handle: int, request: int, buffer: bytearray) -> int:
    """Ask the kernel; the answer is in the buffer. Raises `OSError`."""
    answer: int = fcntl.ioctl(handle, request, buffer, True)
    return answer


class NoChip(Exception):
    """There is no chip of a Raspberry Pi's header. rights: there may be, but it may not be opened."""

    def __init__(self, *, rights: bool) -> None:
        super().__init__("the GPIO device may not be opened" if rights else "there is no GPIO device")
        self.rights = rights


class LineTaken(Exception):
    """A line is in use. by: the name its user gave, possibly empty."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


@dataclass(frozen=True, slots=True)
class LineInfo:
    """What the kernel says of a line. used: by the kernel or a program. consumer: by which, if it said so."""

    name: str
    consumer: str
    used: bool


class Line:
    """One input, still for `debounce` seconds before an edge counts. handle: for `poll`."""

    def __init__(self, handle: int, ioctl: Ioctl) -> None:
        self.handle = handle
        self._ioctl = ioctl

    def high(self) -> bool:
        """Its level now."""
        buffer = bytearray(_VALUES.pack(0, 1))
        self._ioctl(self.handle, _GET_VALUES, buffer)
        return bool(_VALUES.unpack(buffer)[0] & 1)

    def edges(self) -> list[bool]:
        """The edges that came and were not read, True for a rise, the oldest first. Raises `OSError`."""
        try:
            data = os.read(self.handle, _EVENT.size * _BUFFERED)
        except BlockingIOError:
            return []
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return [kind == _RISEN for _, kind, *_ in _EVENT.iter_unpack(data)]

    def close(self) -> None:
        """Give the line back."""
        os.close(self.handle)


class Chip:
    """The chip behind the header; a line's number on it is its GPIO number. path: where it was found."""

    def __init__(self, path: Path, handle: int, ioctl: Ioctl) -> None:
        self.path = path
        self._handle = handle
        self._ioctl = ioctl

    def info(self, gpio: int) -> LineInfo:
        """What the kernel says of a line; nothing is changed. Raises `OSError`."""
        buffer = bytearray(_LINE_INFO.pack(b"", b"", gpio, 0, 0))
        self._ioctl(self._handle, _GET_LINE_INFO, buffer)
        name, consumer, _, _, flags = _LINE_INFO.unpack(buffer)
        return LineInfo(_text(name), _text(consumer), bool(flags & USED))

    def claim(self, gpio: int, debounce: float, *, up: bool = True) -> Line:
        """Take a line as an input, pulled up or else down. debounce: seconds.

        Raises `LineTaken` and `OSError`.
        """
        flags = INPUT | (PULL_UP if up else PULL_DOWN) | RISING | FALLING
        buffer = bytearray(_REQUEST.pack(gpio, CONSUMER.encode(), flags, 1, 1, _BUFFERED, -1))
        _ATTRIBUTE.pack_into(buffer, _ATTRIBUTES_AT, _DEBOUNCE, round(debounce * 1_000_000), 1)
        try:
            self._ioctl(self._handle, _GET_LINE, buffer)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            raise LineTaken(self.info(gpio).consumer) from error
        handle = _REQUEST.unpack(buffer)[-1]
        os.set_blocking(handle, False)
        return Line(handle, self._ioctl)

    def close(self) -> None:
        """Let the chip go; lines that were claimed stay."""
        os.close(self._handle)


def header_chip(folder: Path = Path("/dev"), ioctl: Ioctl = system) -> Chip:
    """Open the chip behind the header. Raises `NoChip`."""
    rights = False
    for path in sorted(folder.glob("gpiochip*")):
        try:
            handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            rights = rights or isinstance(error, PermissionError)
            continue
        with suppress(OSError):
            buffer = bytearray(_CHIP_INFO.size)
            ioctl(handle, _GET_CHIP_INFO, buffer)
            if _text(_CHIP_INFO.unpack(buffer)[1]).startswith(LABELS):
                return Chip(path, handle, ioctl)
        os.close(handle)
    raise NoChip(rights=rights)


def _text(padded: bytes) -> str:
    return padded.split(b"\0", 1)[0].decode(errors="replace")
