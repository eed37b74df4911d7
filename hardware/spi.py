"""One device on an SPI bus, as the kernel's spidev offers it: bytes out, and as many back.

The package that could stand here has no wheels, so this speaks to the kernel itself. The numbers and the
layout are those of `linux/spi/spidev.h`.
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
"""`spi_ioc_transfer`: the addresses of what goes out and of what comes in, their length, the speed, a delay,
the bits of a word, and five small ones that stay 0."""


def _write_number(number: int, size: int) -> int:
    """`_IOW('k', number, size)`: what asks spidev to take a value of this many bytes."""
    return 1 << 30 | size << 16 | ord("k") << 8 | number


MESSAGE = _write_number(0, _TRANSFER.size)
"""`SPI_IOC_MESSAGE(1)`: one transfer, for which the device is selected."""
WRITE_MODE = _write_number(1, 1)
"""`SPI_IOC_WR_MODE`."""
WORD = 8
"""Bits, the highest first."""

Ioctl = Callable[[int, int, bytearray], object]
"""As `fcntl.ioctl`: a file's number, what is asked, and its bytes. Where these may be written it
gives the kernel's answer, of a transfer the length; of others it would give the bytes."""

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
    """A device of the bus, open. For one thread at a time.

    path: such as `/dev/spidev0.0`. hertz: of the clock; the chip takes the next slower one it can make.
    mode: 0 to 3, clock polarity and phase. A transfer may have as many bytes as spidev's buffer, 4096.
    Opening, writing and transferring raise `PartError`: `no-spi`, `spi-refused`, `spi-busy`, `not-spi`, or
    `spi-broken` with the system's own words.
    """

    def __init__(self, path: str, hertz: int, mode: int = 0, *, ioctl: Ioctl = fcntl.ioctl) -> None:
        self._path = path
        self._hertz = hertz
        self._ioctl = ioctl
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise self._said(error) from error
        try:
            self._ask(WRITE_MODE, bytes((mode,)))
        except PartError:
            self.close()
            raise

    def write(self, data: bytes) -> None:
        """Send these bytes; what comes meanwhile is not looked at."""
        if data:
            out = array("B", data)
            self._send(out.buffer_info()[0], 0, len(data))

    def transfer(self, data: bytes) -> bytes:
        """Send these bytes, and give as many: those that came with them."""
        if not data:
            return b""
        out, came = array("B", data), array("B", bytes(len(data)))
        self._send(out.buffer_info()[0], came.buffer_info()[0], len(data))
        return came.tobytes()

    def close(self) -> None:
        """Let the device go. Twice does no more."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _send(self, out: int, came: int, length: int) -> None:
        """Make one transfer; one that broke off before its end has failed."""
        went = self._ask(MESSAGE, _TRANSFER.pack(out, came, length, self._hertz, 0, WORD, 0, 0, 0, 0, 0))
        if went != length:
            raise self._said(OSError(errno.EIO, os.strerror(errno.EIO)))

    def _ask(self, what: int, value: bytes) -> object:
        try:
            return self._ioctl(self._file, what, bytearray(value))
        except OSError as error:
            raise self._said(error) from error

    def _said(self, error: OSError) -> PartError:
        code = _CODES.get(error.errno or 0)
        if code is None:
            return PartError("spi-broken", port=self._path, why=error.strerror or str(error))
        return PartError(code, port=self._path)
