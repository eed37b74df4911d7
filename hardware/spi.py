"""A device on an SPI bus, by the kernel's spidev; numbers and layout are those of `linux/spi/spidev.h`.

The package `spidev` has no wheels.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from array import array
from collections.abc import Callable, Mapping

from hardware.part import PartError

_TRANSFER = struct.Struct("=QQIIH6B")
"""`spi_ioc_transfer`: both buffers' addresses, length, speed, delay, bits per word, five zeros."""


def _write_number(number: int, size: int) -> int:
    """`_IOW('k', number, size)`: the request to write so many bytes."""
    return 1 << 30 | size << 16 | ord("k") << 8 | number


MESSAGE = _write_number(0, _TRANSFER.size)
"""`SPI_IOC_MESSAGE(1)`: one transfer, with the device selected."""
WRITE_MODE = _write_number(1, 1)
"""`SPI_IOC_WR_MODE`."""
BITS_PER_WORD = 8
"""The highest first."""

Ioctl = Callable[[int, int, bytearray], object]
"""As `fcntl.ioctl` with a mutable buffer: it returns the kernel's number, of a transfer the length."""

_CODES: Mapping[int, str] = {
    errno.ENOENT: "no-spi",
    errno.ENODEV: "no-spi",
    errno.ENXIO: "no-spi",
    errno.ESHUTDOWN: "no-spi",
    errno.EACCES: "spi-refused",
    errno.EPERM: "spi-refused",
    errno.EBUSY: "spi-busy",
    errno.ENOTTY: "not-spi",
    errno.EISDIR: "not-spi",
}


class Spi:
    """An open device. For one thread at a time.

    path: such as `/dev/spidev0.0`. hertz: clock speed; the chip takes the next slower one that it can make.
    mode: 0 to 3, clock polarity and phase. A transfer has 4096 bytes at most, spidev's buffer.
    Raises `PartError`: `no-spi`, `spi-refused`, `spi-busy`, `not-spi` or `spi-broken`.
    """

    def __init__(self, path: str, hertz: int, mode: int = 0, *, ioctl: Ioctl = fcntl.ioctl) -> None:
        self._path = path
        self._hertz = hertz
        self._ioctl = ioctl
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise self._error(error) from error
        try:
            self._ioctl_call(WRITE_MODE, bytes((mode,)))
        except PartError:
            self.close()
            raise

    def write(self, data: bytes) -> None:
        """Send these bytes, and ignore those received."""
        if data:
            out = array("B", data)
            self._send(out.buffer_info()[0], 0, len(data))

    def transfer(self, data: bytes) -> bytes:
        """Send these bytes, and return as many received ones."""
        if not data:
            return b""
        out, received = array("B", data), array("B", bytes(len(data)))
        self._send(out.buffer_info()[0], received.buffer_info()[0], len(data))
        return received.tobytes()

    def close(self) -> None:
        """Close the device. Repeated calls do nothing."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _send(self, out: int, received: int, length: int) -> None:
        """Make one transfer. Raises `PartError`, also for one that ended early."""
        went = self._ioctl_call(
            MESSAGE, _TRANSFER.pack(out, received, length, self._hertz, 0, BITS_PER_WORD, 0, 0, 0, 0, 0)
        )
        if went != length:
            raise self._error(OSError(errno.EIO, os.strerror(errno.EIO)))

    def _ioctl_call(self, what: int, value: bytes) -> object:
        try:
            return self._ioctl(self._file, what, bytearray(value))
        except OSError as error:
            raise self._error(error) from error

    def _error(self, error: OSError) -> PartError:
        code = _CODES.get(error.errno or 0)
        if code is None:
            return PartError("spi-broken", port=self._path, why=error.strerror or str(error))
        return PartError(code, port=self._path)
