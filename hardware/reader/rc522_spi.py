"""An RC522 on an SPI bus: what is written is one transfer, and its answer is the next thing that is read."""

from __future__ import annotations

import os
import threading
from typing import Any

from hardware.part import PartError
from hardware.reader.bus import BusLine, alone
from hardware.reader.line import refusal
from hardware.spi import Spi

HERTZ = 1_000_000
"""The chip would take ten times that; a wire of a hand's length takes this surely."""


class Rc522Line(BusLine):
    """spi: open, as `hardware.spi.Spi`, whose `PartError` comes through. lock, cancelled: see
    `hardware.reader.bus`.
    """

    def __init__(self, spi: Any, lock: int = -1, cancelled: threading.Event | None = None) -> None:
        super().__init__(lock, cancelled)
        self._spi = spi
        self._answer = b""

    def read(self, timeout: float | None) -> bytes:
        """The answer to the last transfer, at once; nothing where there was none, after so many seconds."""
        if not self._answer:
            self._rested(timeout)
        answer, self._answer = self._answer, b""
        return answer

    def write(self, data: bytes) -> None:
        """Make one transfer."""
        self._answer = self._spi.transfer(data)

    def close(self) -> None:
        """Let the bus go."""
        super().close()
        self._spi.close()


def opens(port: str) -> Rc522Line:
    """Open the line. port: the bus's device and select line, such as `/dev/spidev0.0`.

    Raises `PartError` as `hardware.spi.Spi` does, and `spi-busy` where another program reads there.
    """
    try:
        lock = alone(port)
    except OSError as error:
        raise refusal(port, error, "not-spi", sort="spi") from error
    try:
        return Rc522Line(Spi(port, HERTZ), lock)
    except PartError:
        os.close(lock)
        raise
