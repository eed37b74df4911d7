"""A PN532 over I2C, on the display's bus: the same packets as on a serial line, and a byte that says "ready".

After each packet of the host's the chip needs a while; until then every reading of it begins with `00`, from
then on with `01`, and the packet follows (user manual UM0701, 6.2.4). It wakes by being addressed, holds the
clock meanwhile, and may not acknowledge its address at once, neither then nor just after a packet: what is
not acknowledged is said again. The controllers of a Raspberry Pi before the 5 bear a held clock badly and may
take a wrong bit; then a checksum is wrong, and the packet is asked for again.

The display's thread is on the same bus with a file of its own. Each message here is one `I2C_RDWR`, which
the kernel lets nobody interrupt (it holds the adapter for the whole call), and no message needs another
one to follow at once: between the two readings of one answer a picture may go out.
"""

from __future__ import annotations

import errno
import os
import threading
from typing import Any, Literal

import smbus2

from hardware.reader.bus import BusLine, alone
from hardware.reader.line import refusal
from hardware.reader.pn532 import ACK, NACK, START, Polling

ADDRESS = 0x24
"""The only one it has."""
READY = 0x01
LONGEST = 64
"""Bytes that are read of an answer: one about a card, with all that it may say of itself, has 50. It must
be read to its end, or the chip stays ready with the rest."""
SOONEST, LATEST = 0.005, 0.22
"""Seconds between two readings of the ready byte: just after a packet, and while the chip looks for a tag: no
hand is faster."""
TRIES = 3
"""How often a packet is said that nobody acknowledges; after that it is for the session to say it again."""
_UNHEARD = (121, errno.ENXIO, errno.EIO, errno.ETIMEDOUT, errno.EAGAIN)
"""`EREMOTEIO` and other words of I2C drivers for a message that did not arrive: the bus itself is there."""

_Expects = Literal["ack", "answer"]


class Pn532Line(BusLine):
    """bus: open, as of smbus2. lock, cancelled: see `hardware.reader.bus`."""

    def __init__(self, bus: Any, lock: int = -1, cancelled: threading.Event | None = None) -> None:
        super().__init__(lock, cancelled)
        self._bus = bus
        self._unsaid = b""
        self._tries = 0
        self._pause = SOONEST
        self._expects: _Expects | None = None

    def read(self, timeout: float | None) -> bytes:
        """A packet, once there is one. The bus is looked at only while one is to come."""
        left = timeout
        while True:
            pause = self._pause if self._unsaid or self._expects else None
            wait = min((each for each in (pause, left) if each is not None), default=None)
            if not self._rested(wait):
                return b""
            if self._unsaid:
                self._say()
            elif self._expects and (data := self._packet()):
                return data
            if left is not None:
                left -= wait or 0.0
                if left <= 0:
                    return b""
            self._pause = min(2 * self._pause, LATEST)

    def write(self, data: bytes) -> None:
        """Say a packet, or break off by an ACK, to which nothing comes."""
        self._unsaid, self._tries = data, TRIES
        self._expects = None if data == ACK else "answer" if data == NACK else "ack"
        self._pause = SOONEST
        self._say()

    def close(self) -> None:
        """Let the bus go."""
        super().close()
        self._bus.close()

    def _say(self) -> None:
        self._tries -= 1
        if self._carried(smbus2.i2c_msg.write(ADDRESS, self._unsaid)) or not self._tries:
            self._unsaid = b""

    def _packet(self) -> bytes:
        if not self._reading(1):
            return b""
        data = self._reading(1 + (len(ACK) if self._expects == "ack" else LONGEST))
        if data:
            self._expects = "answer" if self._expects == "ack" else None
            self._pause = SOONEST
        return _cut(data[1:])

    def _reading(self, length: int) -> bytes:
        """So many bytes of the chip's, the ready byte first; none unless it is ready."""
        message = smbus2.i2c_msg.read(ADDRESS, length)
        data = bytes(message) if self._carried(message) else b""
        return data if data and data[0] & READY else b""

    def _carried(self, message: Any) -> bool:
        """Whether a message arrived. Raises `OSError` for a bus that is gone."""
        try:
            self._bus.i2c_rdwr(message)
        except OSError as error:
            if error.errno in _UNHEARD:
                return False
            raise
        return True


def _cut(data: bytes) -> bytes:
    """A packet without what was read beyond its end."""
    start = data.find(START)
    head = data[start + 2 : start + 4]
    if start < 0 or len(head) < 2 or sum(head) & 0xFF:
        return data
    return data[: start + 4 + head[0] + 2]


def opens(port: str) -> Pn532Line:
    """Open the line. port: the bus's device, such as `/dev/i2c-1`.

    Raises `PartError` as `hardware.reader.line.refusal` has it, with `no-i2c`, `i2c-refused`, `i2c-busy` and
    `not-i2c`.
    """
    lock = -1
    try:
        lock = alone(port)
        return Pn532Line(smbus2.SMBus(port), lock)
    except OSError as error:
        if lock >= 0:
            os.close(lock)
        raise refusal(port, error, "not-i2c", sort="i2c") from error


def polling() -> Polling:
    """The session: being addressed is what wakes the chip."""
    return Polling(wake=b"")
