"""A kernel that has GPIO lines: its ioctls answered from structures declared as in `linux/gpio.h`."""

from __future__ import annotations

import ctypes
import errno
import os
import select
from pathlib import Path
from typing import ClassVar

from hardware.kernel_gpio import PULL_DOWN, Chip, header_chip

U32, U64 = ctypes.c_uint32, ctypes.c_uint64


class _ChipInfo(ctypes.Structure):
    _fields_: ClassVar = [("name", ctypes.c_char * 32), ("label", ctypes.c_char * 32), ("lines", U32)]


class _Value(ctypes.Union):
    _fields_: ClassVar = [("flags", U64), ("values", U64), ("debounce_period_us", U32)]


class _Attribute(ctypes.Structure):
    _fields_: ClassVar = [("id", U32), ("padding", U32), ("value", _Value)]


class _LineInfo(ctypes.Structure):
    _fields_: ClassVar = [
        ("name", ctypes.c_char * 32), ("consumer", ctypes.c_char * 32), ("offset", U32), ("num_attrs", U32),
        ("flags", U64), ("attrs", _Attribute * 10), ("padding", U32 * 4),
    ]  # fmt: skip


class _ConfigAttribute(ctypes.Structure):
    _fields_: ClassVar = [("attr", _Attribute), ("mask", U64)]


class _Config(ctypes.Structure):
    _fields_: ClassVar = [
        ("flags", U64), ("num_attrs", U32), ("padding", U32 * 5), ("attrs", _ConfigAttribute * 10),
    ]  # fmt: skip


class _Request(ctypes.Structure):
    _fields_: ClassVar = [
        ("offsets", U32 * 64), ("consumer", ctypes.c_char * 32), ("config", _Config), ("num_lines", U32),
        ("event_buffer_size", U32), ("padding", U32 * 5), ("fd", ctypes.c_int32),
    ]  # fmt: skip


class _Values(ctypes.Structure):
    _fields_: ClassVar = [("bits", U64), ("mask", U64)]


class _Event(ctypes.Structure):
    _fields_: ClassVar = [
        ("timestamp_ns", U64), ("id", U32), ("offset", U32), ("seqno", U32), ("line_seqno", U32),
        ("padding", U32 * 6),
    ]  # fmt: skip


ASKED = {
    direction << 30 | ctypes.sizeof(kind) << 16 | 0xB4 << 8 | number: kind
    for direction, kind, number in (
        (2, _ChipInfo, 1),
        (3, _LineInfo, 5),
        (3, _Request, 7),
        (3, _Values, 14),
    )
}
"""What an ioctl asks, by its number: `_IOR` and `_IOWR` of 0xB4, the structure's size and a number."""


class Kernel:
    """Lines 0 to 53, each at rest where it is pulled, up or down, unless somebody drives it.

    folder: its /dev. held: lines that others have, by what they call themselves. asked: what was asked of
    a line that was claimed, flags and microseconds of stillness.
    """

    def __init__(self, folder: Path, label: str = "pinctrl-bcm2711", *, chip: str = "gpiochip0") -> None:
        self.folder = folder
        self.label = label
        self.held: dict[int, str] = {}
        self.asked: dict[int, tuple[int, int]] = {}
        self._ends: dict[int, int] = {}
        self._lines: dict[int, int] = {}
        self._down: set[int] = set()
        self._grounded: set[int] = set()
        (folder / chip).touch()

    def chip(self) -> Chip:
        return header_chip(self.folder, self.ioctl)

    def ioctl(self, handle: int, request: int, buffer: bytearray) -> int:
        match ASKED[request].from_buffer(buffer):
            case _ChipInfo() as info:
                info.name, info.label, info.lines = b"gpiochip0", self.label.encode(), 54
            case _LineInfo() as info:
                self._describe(info)
            case _Request() as claim:
                self._claim(claim)
            case _Values() as values:
                values.bits = int(self._lines[handle] not in self._down)
        return 0

    def _describe(self, info: _LineInfo) -> None:
        self._forget()
        info.name = f"GPIO{info.offset}".encode()
        info.consumer = self.held.get(info.offset, "").encode()
        info.flags = int(info.offset in self.held) | 1 << 2

    def _claim(self, request: _Request) -> None:
        (line,) = request.offsets[: request.num_lines]
        self._forget()
        if line in self.held:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        (still,) = request.config.attrs[: request.config.num_attrs]
        assert (still.attr.id, still.mask) == (3, 1)
        self.asked[line] = (request.config.flags, still.attr.value.debounce_period_us)
        self.held[line] = request.consumer.decode()
        request.fd, self._ends[line] = os.pipe()
        self._lines[request.fd] = line
        if self._pulled_down(line):
            self._down.add(line)
        elif line not in self._grounded:
            self._down.discard(line)

    def _forget(self) -> None:
        """Lines that were given back are free again."""
        for line, end in list(self._ends.items()):
            poll = select.poll()
            poll.register(end, 0)
            if poll.poll(0):
                os.close(end)
                del self._ends[line], self.held[line]

    def _pulled_down(self, line: int) -> bool:
        return bool(self.asked[line][0] & PULL_DOWN)

    def down(self, line: int) -> None:
        """Something holds the line down before anybody looks at it."""
        self._down.add(line)
        self._grounded.add(line)

    def press(self, line: int) -> None:
        self.levels(line, (0, 50_000))

    def release(self, line: int) -> None:
        self.levels(line, (int(not self._pulled_down(line)), 50_000))

    def tap(self, line: int) -> None:
        self.press(line)
        self.release(line)

    def tap_to_supply(self, line: int) -> None:
        """Press a button whose other leg goes to 3V3."""
        self.levels(line, (1, 50_000))
        self.release(line)

    def levels(self, line: int, *levels: tuple[int, int]) -> None:
        """The line takes these levels, each for so many microseconds: an edge is told of once it is still."""
        _, still = self.asked[line]
        for level, lasts in levels:
            if lasts >= still and level != int(line not in self._down):
                self._down ^= {line}
                event = _Event(timestamp_ns=1, id=1 if level else 2, offset=line)
                os.write(self._ends[line], bytes(event))

    def freed(self, line: int) -> bool:
        """Whether nobody reads the line any more. What then comes is lost."""
        if line not in self._ends:
            return line in self.asked
        try:
            os.write(self._ends[line], bytes(_Event(id=1)))
        except BrokenPipeError:
            return True
        return False

    def break_off(self, line: int) -> None:
        """The chip is gone from under the line."""
        os.close(self._ends.pop(line))

    def close(self) -> None:
        for end in self._ends.values():
            os.close(end)
