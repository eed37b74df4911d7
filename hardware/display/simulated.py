"""A simulated display: a model of an SSD1306 on a bus from which it can be unplugged."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any

from PIL import Image, ImageChops

from hardware.display.oled import PAGES, WIDTH
from hardware.display.wire import COMMANDS, MEMORY, UNACKNOWLEDGED

_SWITCHES: Mapping[int, tuple[str, bool]] = {
    0xA0: ("mirrored", False), 0xA1: ("mirrored", True), 0xA4: ("all_lit", False), 0xA5: ("all_lit", True),
    0xA6: ("inverted", False), 0xA7: ("inverted", True), 0xAE: ("on", False), 0xAF: ("on", True),
    0xC0: ("upright", False), 0xC8: ("upright", True),
}  # fmt: skip
_VALUES: Mapping[int, str] = {0x81: "contrast", 0xA8: "multiplex", 0xD3: "offset"}


def unpack(memory: bytes) -> Image.Image:
    """Turn 1024 bytes back into the image."""
    columns = bytearray(len(memory))
    for page in range(PAGES):
        columns[PAGES - 1 - page :: PAGES] = memory[page * WIDTH : (page + 1) * WIDTH]
    upright = Image.frombytes("1", (8 * PAGES, WIDTH), bytes(columns))
    return upright.transpose(Image.Transpose.ROTATE_90)


class Controller:
    """Registers and memory that SSD1306, SSD1309 and SH1106 have in common. For one thread at a time.

    Unknown commands are ignored, as by the chips.
    """

    columns = WIDTH
    left = 0
    kind = 0x06
    """The lower bits of the status byte, which differ between makers."""
    parameters: Mapping[int, int] = {
        0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    """The number of bytes that follow a command."""

    def __init__(self) -> None:
        self.cut_power()

    def cut_power(self) -> None:
        """Reset all registers and clear the memory."""
        self.on = self.inverted = self.all_lit = self.mirrored = self.upright = False
        self.powered = False
        self.contrast = 0x7F
        self.multiplex = 0x3F
        self.offset = self.start_line = self.page = self.column = 0
        self.memory = bytearray(PAGES * self.columns)
        self._command: list[int] = []

    def commands(self, data: bytes) -> None:
        """Take command bytes; a command may come in several pieces."""
        for byte in data:
            self._command.append(byte)
            first, *rest = self._command
            if len(rest) == self.parameters.get(first, 0):
                self._command = []
                self.execute(first, rest)

    def write(self, data: bytes) -> None:
        """Take bytes for the memory, from the current address on."""
        for byte in data:
            self.memory[self.page * self.columns + self.column] = byte
            self.advance()

    @property
    def status(self) -> int:
        """The status byte; bit 6 is set while the display is off."""
        return self.kind | (0x00 if self.on else 0x40)

    def picture(self) -> Image.Image:
        """The visible picture: mode "1", 128x64; dark unless powered and switched on."""
        if not (self.on and self.powered):
            return Image.new("1", (WIDTH, 8 * PAGES))
        if self.all_lit:
            return Image.new("1", (WIDTH, 8 * PAGES), 255)
        left = self.left
        rows = (self.memory[page * self.columns + left :][:WIDTH] for page in range(PAGES))
        image = ImageChops.offset(unpack(b"".join(rows)), 0, -self.start_line - self.offset)
        if self.multiplex < 0x3F:
            image.paste(0, (0, self.multiplex + 1, WIDTH, 8 * PAGES))
        if self.inverted:
            image = ImageChops.invert(image.convert("L")).convert("1")
        image = image if self.mirrored else image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return image if self.upright else image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)

    def execute(self, command: int, rest: list[int]) -> None:
        """Execute one command with its parameters."""
        if command in _SWITCHES:
            name, value = _SWITCHES[command]
            setattr(self, name, value)
        elif command in _VALUES:
            setattr(self, _VALUES[command], rest[0])
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif command <= 0x1F or 0xB0 <= command <= 0xB7:
            self._point(command)

    def _point(self, command: int) -> None:
        """Set the page, or one half of the column."""
        if command >= 0xB0:
            self.page = command & 0x07
        elif command <= 0x0F:
            self.column = min(self.column & 0xF0 | command, self.columns - 1)
        else:
            self.column = min((command & 0x0F) << 4 | self.column & 0x0F, self.columns - 1)

    def advance(self) -> None:
        """Advance the address, in page mode up to the row's end."""
        self.column = min(self.column + 1, self.columns - 1)


class Ssd1306(Controller):
    """An SSD1306: three addressing modes, dark until its charge pump is switched on."""

    parameters: Mapping[int, int] = {**Controller.parameters, 0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}

    def cut_power(self) -> None:
        """Reset, to page mode and the whole window."""
        super().cut_power()
        self.mode = 0b10
        self.columns_window = (0, self.columns - 1)
        self.pages_window = (0, PAGES - 1)

    def execute(self, command: int, rest: list[int]) -> None:
        """Execute windows, modes and the pump, beside the common commands."""
        match command, rest:
            case 0x20, [mode]:
                self.mode = mode & 0b11
            case 0x21, [first, last]:
                self.columns_window = (first & 0x7F, last & 0x7F)
                self.column = first & 0x7F
            case 0x22, [first, last]:
                self.pages_window = (first & 0x07, last & 0x07)
                self.page = first & 0x07
            case 0x8D, [pump]:
                self.powered = bool(pump & 0x04)
            case _ if self.mode == 0b10 or not (command <= 0x1F or 0xB0 <= command <= 0xB7):
                super().execute(command, rest)

    def write(self, data: bytes) -> None:
        """Take bytes for the memory; in horizontal mode a whole row of the window at once."""
        (left, right), (top, bottom) = self.columns_window, self.pages_window
        if self.mode != 0b00 or not (left <= self.column <= right and top <= self.page <= bottom):
            super().write(data)
            return
        while data:
            row, data = data[: right + 1 - self.column], data[right + 1 - self.column :]
            at = self.page * self.columns + self.column
            self.memory[at : at + len(row)] = row
            self.column += len(row)
            if self.column > right:
                self.column = left
                self.page = top if self.page == bottom else self.page + 1

    def advance(self) -> None:
        """Advance the address within the window, across or down by the mode."""
        left, right = self.columns_window
        top, bottom = self.pages_window
        across = self.column == right
        down = self.page == bottom
        if self.mode == 0b10:
            self.column = left if across else min(self.column + 1, self.columns - 1)
        elif self.mode == 0b00:
            self.column = left if across else (self.column + 1) % self.columns
            if across:
                self.page = top if down else (self.page + 1) % PAGES
        else:
            self.page = top if down else (self.page + 1) % PAGES
            if down:
                self.column = left if across else (self.column + 1) % self.columns


_READ = 1
"""The flag of a message that reads."""


class SimulatedBus:
    """Takes the place of an `smbus2.SMBus`; its display can be unplugged. Safe to use from any thread."""

    def __init__(self, controller: Controller, address: int = 0x3C) -> None:
        self._controller = controller
        self._address = address
        self._lock = threading.Lock()
        self._fault: int | None = None

    def i2c_rdwr(self, *messages: Any) -> None:
        """Transfer messages: written ones begin with a control byte, read ones get the status byte."""
        with self._lock:
            for message in messages:
                if message.flags & _READ:
                    self._send_status(message)
                else:
                    self._receive(message.addr, message.buf[: message.len])

    def close(self) -> None:
        """Do nothing."""

    def unplug(self, fault: int = UNACKNOWLEDGED) -> None:
        """Cut the display's power; every transfer fails with this error number."""
        with self._lock:
            self._fault = fault
            self._controller.cut_power()

    def plug(self) -> None:
        """Give the display its power back, after a reset."""
        with self._lock:
            self._fault = None

    def picture(self) -> Image.Image:
        """The visible picture: mode "1", 128x64."""
        with self._lock:
            return self._controller.picture()

    def _receive(self, address: int, data: bytes) -> None:
        """Take a written message."""
        self._check_reachable(address)
        if data[0] == COMMANDS:
            self._controller.commands(data[1:])
        elif data[0] == MEMORY:
            self._controller.write(data[1:])

    def _send_status(self, message: Any) -> None:
        """Answer a message that reads."""
        self._check_reachable(message.addr)
        message.buf[0] = bytes((self._controller.status,))

    def _check_reachable(self, address: int) -> None:
        """Raise `OSError` where no display acknowledges."""
        fault = self._fault if address == self._address else UNACKNOWLEDGED
        if fault is not None:
            raise OSError(fault, os.strerror(fault))
