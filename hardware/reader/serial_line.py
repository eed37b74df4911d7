"""A serial port as a reader's line."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import serial

from hardware.reader.line import GONE, port_error

WRITE_TIMEOUT = 1.0
"""Seconds after which a blocked write fails."""
_MAX_READ = 0.5
"""Seconds that a read takes at most on a port that cannot be cancelled."""


class SerialLine:
    """An open serial port, or a URL of pyserial's."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._cancel = getattr(port, "cancel_read", None)

    @property
    def fd(self) -> int:
        """The port's file descriptor."""
        number: int = self._port.fileno()
        return number

    def read(self, timeout: float | None) -> bytes:
        """See `Line`."""
        if self._cancel is None:
            timeout = _MAX_READ if timeout is None else min(timeout, _MAX_READ)
        self._port.timeout = timeout
        data: bytes = self._port.read(1)
        if data:
            data += self._port.read(self._port.in_waiting)
        return data

    def write(self, data: bytes) -> None:
        """See `Line`."""
        self._port.write(data)

    def cancel(self) -> None:
        """See `Line`."""
        if self._cancel is not None:
            with suppress(*GONE, TypeError):  # the reading thread may be closing the port just now
                self._cancel()

    def close(self) -> None:
        """Close the port."""
        self._port.close()


class SerialPort(msgspec.Struct, frozen=True):
    """Opens serial ports: 8 data bits, no parity, one stop bit."""

    baudrate: int

    def __call__(self, port: str) -> SerialLine:
        """Open a path or a URL of pyserial's, for this program alone.

        Raises `PartError` of `hardware.reader.line.port_error`, with `no-serial-port`.
        """
        try:
            return SerialLine(
                serial.serial_for_url(port, self.baudrate, exclusive=True, write_timeout=WRITE_TIMEOUT)
            )
        except GONE as error:
            raise port_error(port, error, "no-serial-port") from error
