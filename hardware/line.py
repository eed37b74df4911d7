"""A serial line that is not there: a pseudo-terminal, under a name that stays when it is plugged in again,
as udev gives one to an adapter.
"""

from __future__ import annotations

import os
import tempfile
import threading
import tty
from pathlib import Path


class SimulatedLine:
    """The far end of a serial line. Safe in any thread.

    path: what the near end opens; it is gone while the line is unplugged.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="companion-reader-")
        self._lock = threading.Lock()
        self._end: int | None = None
        self.path = Path(self._folder.name) / "reader"
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the line is there."""
        return self._end is not None

    def plug(self) -> None:
        """Put the line in; one that is in stays in."""
        with self._lock:
            if self._end is None:
                self._end, near = os.openpty()
                tty.setraw(near)
                self.path.symlink_to(os.ttyname(near))
                os.close(near)

    def unplug(self) -> None:
        """Take the line out: whoever reads it is told so by an error."""
        with self._lock:
            if self._end is not None:
                self.path.unlink()
                os.close(self._end)
                self._end = None

    def send(self, data: bytes) -> bool:
        """Write to whoever reads. False when the line is not there."""
        with self._lock:
            if self._end is None:
                return False
            os.write(self._end, data)
            return True

    def close(self) -> None:
        """Take the line out for ever."""
        self.unplug()
        self._folder.cleanup()
