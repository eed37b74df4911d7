"""The connection to a reader: bytes in both directions, lost at any time."""

from __future__ import annotations

import errno
import termios
from collections.abc import Mapping
from typing import Protocol

from hardware.part import PartError

GONE = (OSError, termios.error)
"""Raised for a lost line; pyserial's own exception is an `OSError`."""
_CODES: Mapping[int, str] = {
    errno.ENOENT: "no-{}",
    errno.ENODEV: "no-{}",
    errno.ENXIO: "no-{}",
    errno.EAGAIN: "{}-busy",
    errno.EBUSY: "{}-busy",
}
ABSENT = ("no-port", "no-i2c", "no-spi")
"""Codes of a port that does not exist, and may be plugged in at any time."""
_REFUSED = (errno.EACCES, errno.EPERM)
_UNFIT = (errno.ENOTTY, errno.EINVAL, errno.EISDIR)


class Line(Protocol):
    """An open connection. One thread reads and writes; `cancel` may be called from any.

    `read`, `write` and `close` raise one of `GONE` when the line is lost.
    """

    @property
    def fd(self) -> int | None:
        """A file descriptor to poll for received bytes; None for a line that must be read again and again."""

    def read(self, timeout: float | None) -> bytes:
        """Wait for bytes; return none after `timeout` seconds, None for no limit, or after `cancel`.

        A line that cannot be cancelled returns within half a second.
        """

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def cancel(self) -> None:
        """End the waiting read, or else the next one. Does nothing on a closed line."""

    def close(self) -> None:
        """Close the port."""


def port_error(
    port: str, error: BaseException, unfit: str, refused: str = "", sort: str = "port"
) -> PartError:
    """The error to show for a port that could not be opened.

    unfit: the code for a device of another sort. refused: for missing rights, by default `port-refused`.
    Others are `no-port`, `port-busy`, or `port-broken` with the system's message; `sort` stands for `port` in
    them.
    """
    number = _number(error)
    refused = refused or f"{sort}-refused"
    code = unfit if number in _UNFIT else refused if number in _REFUSED else _CODES.get(number)
    if code is None:
        return PartError(f"{sort}-broken", port=port, why=str(error))
    return PartError(code.format(sort), port=port)


def _number(error: BaseException | None) -> int:
    """An error's errno, 0 for none; pyserial may leave it in the error's context."""
    while error is not None:
        number = error.errno if isinstance(error, OSError) else error.args[0] if error.args else None
        if isinstance(number, int):
            return number
        error = error.__context__
    return 0
