"""A reader that is not there: a pseudo-terminal under the real driver, with tags laid on its far end."""

from __future__ import annotations

import errno
import logging
import os
import re
import threading
import tty

from hardware.part import SETTLE_TIMEOUT, PartError
from hardware.reader import rdm6300
from hardware.reader.driver import Reader

log = logging.getLogger(__name__)

_TAG = "[0-9A-F]{10}"


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


class SimulatedReader:
    """A line at whose far end tags are laid down."""

    def __init__(self) -> None:
        self.line = SimulatedLine()
        self.driver: Reader | None = None
        self._one_at_a_time = threading.Lock()
        self._heard = threading.Event()

    def heard(self, _tag: str) -> None:
        """The driver has read a frame to its end."""
        self._heard.set()

    def close(self) -> None:
        """Lay nothing down any more; the line is taken away for good."""
        self.line.unplug()
        self._heard.set()

    def scan(self, tag: str) -> None:
        """Send a tag's frame; returns when it has been put, or passed over as one that still lies there.

        Raises `PartError` for a tag that this kind of reader cannot read. Where the line is pulled out
        nothing happens, as at a real box.
        """
        if not re.fullmatch(_TAG, tag := tag.upper()):
            raise PartError("wrong-tag", tag=tag)
        with self._one_at_a_time:
            if self.driver is None or not self.line.plugged:
                return
            self._heard.clear()
            ready = self.driver.wait_for_line(SETTLE_TIMEOUT)
            if not (ready and self.line.send(rdm6300.encode(tag)) and self._heard.wait(SETTLE_TIMEOUT)):
                log.warning("the tag %s was not heard", tag)

    def pull(self) -> None:
        """Take the line out; returns when the driver has noticed."""
        self.line.unplug()
        if self.driver is not None:
            self.driver.wait_for_line(SETTLE_TIMEOUT, there=False)

    def plug(self) -> None:
        """Put the line in, for the driver to look at once."""
        self.line.plug()
        if self.driver is not None:
            self.driver.check()
