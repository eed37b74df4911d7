"""A serial line that is not there: a pseudo-terminal."""

from __future__ import annotations

import errno
import os
import threading
import tty


class SimulatedLine:
    """The far end of a serial line. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: int | None = None
        self._port = ""
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the line is there."""
        return self._end is not None

    def port(self) -> str:
        """The device that the near end opens. Raises `FileNotFoundError` while the line is out."""
        with self._lock:
            if self._end is None:
                raise FileNotFoundError(errno.ENOENT, "nothing is plugged in", self._port)
            return self._port

    def plug(self) -> None:
        """Put the line in; one that is in stays in."""
        with self._lock:
            if self._end is None:
                self._end, near = os.openpty()
                tty.setraw(near)
                self._port = os.ttyname(near)
                os.close(near)

    def unplug(self) -> None:
        """Take the line out: whoever reads it is told so by an error."""
        with self._lock:
            if self._end is not None:
                os.close(self._end)
                self._end = None

    def send(self, data: bytes) -> bool:
        """Write to whoever reads. False when the line is not there."""
        with self._lock:
            if self._end is None:
                return False
            os.write(self._end, data)
            return True
