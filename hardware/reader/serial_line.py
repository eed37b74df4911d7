"""A serial port as a reader's line."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import serial

from hardware.reader.line import GONE, refusal

WRITE = 1.0
"""Seconds after which an adapter that takes no more bytes is given up."""
_LONGEST = 0.5
"""Seconds that a read may take on a line whose reading cannot be cut short: how late a stop is heard."""


class SerialLine:
    """An open serial port, or what pyserial takes for one."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._cancel = getattr(port, "cancel_read", None)

    @property
    def handle(self) -> int:
        """Can be read when bytes have come."""
        number: int = self._port.fileno()
        return number

    def read(self, timeout: float | None) -> bytes:
        """What has come."""
        if self._cancel is None:
            timeout = _LONGEST if timeout is None else min(timeout, _LONGEST)
        self._port.timeout = timeout  # none: sleeps until something comes, and uses no power
        data: bytes = self._port.read(1)
        if data:
            data += self._port.read(self._port.in_waiting)
        return data

    def write(self, data: bytes) -> None:
        """Send this."""
        self._port.write(data)

    def cancel(self) -> None:
        """Cut a read short, where that can be done."""
        if self._cancel is not None:
            with suppress(*GONE, TypeError):  # the reading thread may be closing the port just now
                self._cancel()

    def close(self) -> None:
        """Let the port go."""
        self._port.close()


class SerialPort(msgspec.Struct, frozen=True):
    """Opens serial ports: 8 data bits, no parity, one stop bit."""

    baudrate: int

    def __call__(self, port: str) -> SerialLine:
        """Open it, for nobody else to open it meanwhile. port: a path, or a URL that pyserial knows.

        Raises `PartError` as `hardware.reader.line.refusal` has it, with `no-serial-port`.
        """
        try:
            return SerialLine(serial.serial_for_url(port, self.baudrate, exclusive=True, write_timeout=WRITE))
        except GONE as error:
            raise refusal(port, error, "no-serial-port") from error
