"""Base class of lines on a bus, which cannot be polled."""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import suppress


class BusLine:
    """An open connection to one chip. lock: of `lock_device`, closed with this, -1 for none.

    cancelled: waited for by `read`, and set by `cancel`.
    """

    def __init__(self, lock: int = -1, cancelled: threading.Event | None = None) -> None:
        self._lock = lock
        self._cancelled = cancelled or threading.Event()

    @property
    def fd(self) -> None:
        """None: a bus cannot be polled."""
        return

    def cancel(self) -> None:
        """End the waiting read, or else the next one."""
        self._cancelled.set()

    def close(self) -> None:
        """Close the connection. Repeated calls do nothing."""
        lock, self._lock = self._lock, -1
        if lock >= 0:
            os.close(lock)

    def _sleep(self, seconds: float | None) -> bool:
        """Wait so many seconds, None for ever; False after `cancel`."""
        if not self._cancelled.wait(seconds):
            return True
        self._cancelled.clear()
        return False


def lock_device(port: str) -> int:
    """Lock a bus's device against other readers and probes; a display on the same bus ignores it.

    Returns a file descriptor to close. Raises `OSError`, `EAGAIN` where it is locked.
    """
    lock = os.open(port, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        with suppress(OSError):
            os.close(lock)
        raise
    return lock
