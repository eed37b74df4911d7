"""The line of a PN532 on I2C: the same packets as on a serial line, after a byte that reports "ready".

A read begins with `00` until an answer is ready, then with `01` (user manual UM0701, 6.2.4). Being addressed
wakes the chip; it stretches the clock then and may not acknowledge, so messages are repeated. Before the Pi
5,
controllers handle clock stretching badly: a wrong bit shows in a checksum, and the packet is requested again.

The display's thread may use the same bus: each message is one `I2C_RDWR`, during which the kernel holds the
adapter, and none must directly follow another.
"""

from __future__ import annotations

import errno
import os
import threading
from typing import Any, Literal

import smbus2

from hardware.reader.bus import BusLine, lock_device
from hardware.reader.line import port_error
from hardware.reader.pn532 import ACK, NACK, START, Polling

ADDRESS = 0x24
"""Its only address."""
READY = 0x01
LONGEST = 64
"""Bytes to read of an answer, which must be read to its end; one about a card has up to 50."""
MIN_PAUSE, MAX_PAUSE = 0.005, 0.22
"""Seconds between two reads of the ready byte: just after a packet, and while the chip waits for a tag."""
TRIES = 3
"""How often to send a packet without an acknowledgement; then the session repeats it."""
_NOT_ACKNOWLEDGED = (121, errno.ENXIO, errno.EIO, errno.ETIMEDOUT, errno.EAGAIN)
"""`EREMOTEIO` and other errors of I2C drivers for a message without an acknowledgement."""

_Expected = Literal["ack", "answer"]


class Pn532Line(BusLine):
    """bus: an open one of smbus2's. lock, cancelled: see `BusLine`."""

    def __init__(self, bus: Any, lock: int = -1, cancelled: threading.Event | None = None) -> None:
        super().__init__(lock, cancelled)
        self._bus = bus
        self._unsent = b""
        self._tries = 0
        self._pause = MIN_PAUSE
        self._expected: _Expected | None = None

    def read(self, timeout: float | None) -> bytes:
        """Wait for a packet. See `Line`. The bus is read only while one is expected."""
        left = timeout
        while True:
            pause = self._pause if self._unsent or self._expected else None
            wait = min((each for each in (pause, left) if each is not None), default=None)
            if not self._sleep(wait):
                return b""
            if self._unsent:
                self._send()
            elif self._expected and (data := self._packet()):
                return data
            if left is not None:
                left -= wait or 0.0
                if left <= 0:
                    return b""
            self._pause = min(2 * self._pause, MAX_PAUSE)

    def write(self, data: bytes) -> None:
        """Send a packet, or an ACK that ends a command and has no answer."""
        self._unsent, self._tries = data, TRIES
        self._expected = None if data == ACK else "answer" if data == NACK else "ack"
        self._pause = MIN_PAUSE
        self._send()

    def close(self) -> None:
        """Close the bus."""
        super().close()
        self._bus.close()

    def _send(self) -> None:
        self._tries -= 1
        if self._transfer(smbus2.i2c_msg.write(ADDRESS, self._unsent)) or not self._tries:
            self._unsent = b""

    def _packet(self) -> bytes:
        if not self._read_if_ready(1):
            return b""
        data = self._read_if_ready(1 + (len(ACK) if self._expected == "ack" else LONGEST))
        if data:
            self._expected = "answer" if self._expected == "ack" else None
            self._pause = MIN_PAUSE
        return _trim(data[1:])

    def _read_if_ready(self, length: int) -> bytes:
        """Read so many bytes, the ready byte first; none unless ready."""
        message = smbus2.i2c_msg.read(ADDRESS, length)
        data = bytes(message) if self._transfer(message) else b""
        return data if data and data[0] & READY else b""

    def _transfer(self, message: Any) -> bool:
        """Transfer a message; False without an acknowledgement. Raises `OSError` for a lost bus."""
        try:
            self._bus.i2c_rdwr(message)
        except OSError as error:
            if error.errno in _NOT_ACKNOWLEDGED:
                return False
            raise
        return True


def _trim(data: bytes) -> bytes:
    """A packet without the bytes beyond its end."""
    start = data.find(START)
    head = data[start + 2 : start + 4]
    if start < 0 or len(head) < 2 or sum(head) & 0xFF:
        return data
    return data[: start + 4 + head[0] + 2]


def open_line(port: str) -> Pn532Line:
    """Open a bus such as `/dev/i2c-1`.

    Raises `PartError` of `hardware.reader.line.port_error`: `no-i2c`, `i2c-refused`, `i2c-busy`, `not-i2c`.
    """
    lock = -1
    try:
        lock = lock_device(port)
        return Pn532Line(smbus2.SMBus(port), lock)
    except OSError as error:
        if lock >= 0:
            os.close(lock)
        raise port_error(port, error, "not-i2c", sort="i2c") from error


def polling() -> Polling:
    """A session without wake-up bytes: being addressed wakes the chip."""
    return Polling(wake=b"")
