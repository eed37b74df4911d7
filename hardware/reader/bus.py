"""What lines on a bus have in common: nothing tells when a chip there has something to say."""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import suppress


class BusLine:
    """An open way to one chip on a bus. lock: the lock of `alone`, let go when this is closed, -1 for none.

    cancelled: is set to cut a read short, and waited for until then.
    """

    def __init__(self, lock: int = -1, cancelled: threading.Event | None = None) -> None:
        self._lock = lock
        self._cancelled = cancelled or threading.Event()

    @property
    def handle(self) -> None:
        """There is none to wait for."""
        return

    def cancel(self) -> None:
        """Cut short the read that waits now, or else the next one."""
        self._cancelled.set()

    def close(self) -> None:
        """Let the chip go. Twice does no more."""
        lock, self._lock = self._lock, -1
        if lock >= 0:
            os.close(lock)

    def _rested(self, seconds: float | None) -> bool:
        """Wait so long, None for ever; False when that was cut short."""
        if not self._cancelled.wait(seconds):
            return True
        self._cancelled.clear()
        return False


def alone(port: str) -> int:
    """Take a bus's device for one reader: no other companion, nor a doctor, talks with its chip meanwhile.

    A display on the same bus asks for no such right. Raises `OSError`, `EAGAIN` where another has it.
    """
    lock = os.open(port, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        with suppress(OSError):
            os.close(lock)
        raise
    return lock
