"""What a reader hangs on, whatever that is: bytes go both ways, and it may be gone at any time."""

from __future__ import annotations

import errno
import termios
from collections.abc import Mapping
from typing import Protocol

from hardware.part import PartError

GONE = (OSError, termios.error)
"""What any call raises for a line that is gone; pyserial's own exception is an `OSError`."""
_CODES: Mapping[int, str] = {
    errno.ENOENT: "no-{}",
    errno.ENODEV: "no-{}",
    errno.ENXIO: "no-{}",
    errno.EAGAIN: "{}-busy",
    errno.EBUSY: "{}-busy",
}
ABSENT = ("no-port", "no-i2c", "no-spi")
"""Codes of a port that is not there: it may be plugged in, or switched on, at any time."""
_REFUSED = (errno.EACCES, errno.EPERM)
_UNFIT = (errno.ENOTTY, errno.EINVAL, errno.EISDIR)


class Line(Protocol):
    """An open way to a reader. One thread reads and writes; `cancel` may be called from any.

    `read`, `write` and `close` raise one of `GONE` when the line is gone.
    """

    @property
    def handle(self) -> int | None:
        """A file descriptor that can be read when something has come, for who waits for several lines; None
        where nothing tells that, and `read` must be called again and again.
        """

    def read(self, timeout: float | None) -> bytes:
        """What has come, once something has, or nothing after so many seconds, and after `cancel`.

        timeout: None for no limit. A line whose reading cannot be cut short gives nothing in half a second.
        """

    def write(self, data: bytes) -> None:
        """Send this to the reader."""

    def cancel(self) -> None:
        """Cut short the read that waits now, or else the next one; of a closed line nothing happens."""

    def close(self) -> None:
        """Let the port go."""


def refusal(port: str, error: BaseException, unfit: str, refused: str = "", sort: str = "port") -> PartError:
    """What a person is told of a port that could not be opened.

    unfit: the code for what is no device of this sort. refused: for one that may not be opened, by default
    `port-refused`. Others: `no-port`, `port-busy`, or `port-broken` with the system's own words. sort: what
    stands for `port` in all of them.
    """
    number = _number(error)
    refused = refused or f"{sort}-refused"
    code = unfit if number in _UNFIT else refused if number in _REFUSED else _CODES.get(number)
    if code is None:
        return PartError(f"{sort}-broken", port=port, why=str(error))
    return PartError(code.format(sort), port=port)


def _number(error: BaseException | None) -> int:
    """The system's number of an error, 0 for none. At times pyserial leaves it in the one below its own."""
    while error is not None:
        number = error.errno if isinstance(error, OSError) else error.args[0] if error.args else None
        if isinstance(number, int):
            return number
        error = error.__context__
    return 0
