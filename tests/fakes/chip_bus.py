"""A PN532 and a display on one I2C bus, as the kernel's `I2C_RDWR` reaches them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from hardware.reader.pn532 import ACK
from tests.fakes.chip import FakePn532

PN532, DISPLAY = 0x24, 0x3C
_READING = 0x0001
"""`I2C_M_RD`."""


class ChipBus:
    """What smbus2 opens. chip: at 0x24. now: seconds.

    slowness: seconds that the chip needs before it is ready with a packet. beyond: what is read after a
    packet's end. faults: the errors of the next messages to the chip, by their numbers; None for one that
    arrives. between: is called before each message to the chip. messages: to the chip, how many bytes each.
    """

    def __init__(self, chip: FakePn532, now: Callable[[], float]) -> None:
        self.chip = chip
        self.slowness = 0.002
        self.beyond = b"\x00"
        self.faults: list[int | None] = []
        self.between: Callable[[], object] = bool
        self.messages: list[tuple[str, int]] = []
        self.pictures = b""
        self.closed = False
        self._now = now
        self._packets: list[tuple[float, bytes]] = []
        self._kernel = threading.Lock()

    def i2c_rdwr(self, *messages: Any) -> None:
        if all(message.addr == DISPLAY for message in messages):
            with self._kernel:
                self.pictures += b"".join(bytes(message) for message in messages)
            return
        self.between()
        with self._kernel:
            (message,) = messages
            assert message.addr == PN532
            fault = self.faults.pop(0) if self.faults else None
            if fault is None and self.chip.dead:
                fault = 121
            if fault is not None:
                raise OSError(fault, "the chip was not reached")
            if message.flags & _READING:
                self._read(message)
            else:
                self._write(bytes(message))

    def come(self, data: bytes) -> None:
        """The chip has something to say: each packet by itself."""
        if data.startswith(ACK):
            self._packets.append((self._now() + self.slowness, ACK))
            data = data[len(ACK) :]
        if data:
            self._packets.append((self._now() + self.slowness, data))

    def close(self) -> None:
        self.closed = True

    def _write(self, data: bytes) -> None:
        self.messages.append(("write", len(data)))
        self.chip.awake = True
        self._packets.clear()
        self.come(self.chip.feed(data))

    def _read(self, message: Any) -> None:
        self.messages.append(("read", message.len))
        said = b"\x00"
        if self._packets and self._packets[0][0] <= self._now():
            packet = self._packets[0][1]
            said = b"\x01" + packet
            if message.len > len(packet):
                del self._packets[0]
        said += self.beyond * message.len
        for place in range(message.len):
            message.buf[place] = said[place]
