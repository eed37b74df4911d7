"""The line of an RC522 on an SPI bus: each write is a transfer, and its answer is read next."""

from __future__ import annotations

import os
import threading
from typing import Any

from hardware.part import PartError
from hardware.reader.bus import BusLine, lock_device
from hardware.reader.line import port_error
from hardware.spi import Spi

HERTZ = 1_000_000
"""The chip allows ten times that; this is safe for wires of 20 cm."""


class Rc522Line(BusLine):
    """spi: an open `hardware.spi.Spi`, which may raise `PartError`. lock, cancelled: see `BusLine`."""

    def __init__(self, spi: Any, lock: int = -1, cancelled: threading.Event | None = None) -> None:
        super().__init__(lock, cancelled)
        self._spi = spi
        self._answer = b""

    def read(self, timeout: float | None) -> bytes:
        """The answer to the last transfer at once, or none after `timeout` seconds."""
        if not self._answer:
            self._sleep(timeout)
        answer, self._answer = self._answer, b""
        return answer

    def write(self, data: bytes) -> None:
        """Transfer bytes."""
        self._answer = self._spi.transfer(data)

    def close(self) -> None:
        """Close the bus."""
        super().close()
        self._spi.close()


def open_line(port: str) -> Rc522Line:
    """Open a device such as `/dev/spidev0.0`.

    Raises `PartError` as `hardware.spi.Spi`, and `spi-busy` where another program reads there.
    """
    try:
        lock = lock_device(port)
    except OSError as error:
        raise port_error(port, error, "not-spi", sort="spi") from error
    try:
        return Rc522Line(Spi(port, HERTZ), lock)
    except PartError:
        os.close(lock)
        raise
