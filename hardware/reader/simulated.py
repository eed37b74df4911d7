"""A simulated reader: a pseudo-terminal under the real driver."""

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
    """The far end of a serial line. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._far_end: int | None = None
        self._port = ""
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the line is plugged in."""
        return self._far_end is not None

    def port(self) -> str:
        """The device of the near end. Raises `FileNotFoundError` while unplugged."""
        with self._lock:
            if self._far_end is None:
                raise FileNotFoundError(errno.ENOENT, "nothing is plugged in", self._port)
            return self._port

    def plug(self) -> None:
        """Plug the line in. Repeated calls do nothing."""
        with self._lock:
            if self._far_end is None:
                self._far_end, near = os.openpty()
                tty.setraw(near)
                self._port = os.ttyname(near)
                os.close(near)

    def unplug(self) -> None:
        """Unplug the line: reads at the near end fail."""
        with self._lock:
            if self._far_end is not None:
                os.close(self._far_end)
                self._far_end = None

    def send(self, data: bytes) -> bool:
        """Send to the near end. False while unplugged."""
        with self._lock:
            if self._far_end is None:
                return False
            os.write(self._far_end, data)
            return True


class SimulatedReader:
    """A line, and the driver that reads tags from it."""

    def __init__(self) -> None:
        self.line = SimulatedLine()
        self.driver: Reader | None = None
        self._scan_lock = threading.Lock()
        self._frame_read = threading.Event()

    def on_frame(self, _tag: str) -> None:
        """Note that the driver has read a frame."""
        self._frame_read.set()

    def close(self) -> None:
        """Unplug the line for good."""
        self.line.unplug()
        self._frame_read.set()

    def scan(self, tag: str) -> None:
        """Send a tag's frame; returns when it has been put, or recognised as a repeat.

        Raises `PartError` for a tag that this kind of reader does not have. Does nothing while unplugged.
        """
        if not re.fullmatch(_TAG, tag := tag.upper()):
            raise PartError("wrong-tag", tag=tag)
        with self._scan_lock:
            if self.driver is None or not self.line.plugged:
                return
            self._frame_read.clear()
            ready = self.driver.wait_for_line(SETTLE_TIMEOUT)
            if not (ready and self.line.send(rdm6300.encode(tag)) and self._frame_read.wait(SETTLE_TIMEOUT)):
                log.warning("the tag %s was not read", tag)

    def pull(self) -> None:
        """Unplug the line; returns when the driver has noticed."""
        self.line.unplug()
        if self.driver is not None:
            self.driver.wait_for_line(SETTLE_TIMEOUT, there=False)

    def plug(self) -> None:
        """Plug the line in; the driver tries it at once."""
        self.line.plug()
        if self.driver is not None:
            self.driver.check()
