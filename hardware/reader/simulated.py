"""A reader that is not there: a pseudo-terminal under the real driver, with tags laid on its far end."""

from __future__ import annotations

import logging
import re
import threading

from hardware.errors import PartError
from hardware.reader import rdm6300
from hardware.reader.driver import Reader
from hardware.reader.line import SimulatedLine

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that the driver is waited for."""
_TAG = re.compile("[0-9A-F]{10}")


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

    def scan(self, tag: str) -> None:
        """Send a tag's frame; returns when it has been put, or passed over as one that still lies there.

        Raises `PartError` for a tag that this kind of reader cannot read. Where the line is pulled out
        nothing happens, as at a real box.
        """
        if not _TAG.fullmatch(tag := tag.upper()):
            raise PartError("wrong-tag", tag=tag)
        with self._one_at_a_time:
            if self.driver is None or not self.line.plugged:
                return
            self._heard.clear()
            ready = self.driver.wait_for_line(PATIENCE)
            if not (ready and self.line.send(rdm6300.encode(tag)) and self._heard.wait(PATIENCE)):
                log.warning("the tag %s was not heard", tag)

    def pull(self) -> None:
        """Take the line out; returns when the driver has noticed."""
        self.line.unplug()
        if self.driver is not None:
            self.driver.wait_for_line(PATIENCE, there=False)

    def plug(self) -> None:
        """Put the line in, for the driver to look at once."""
        self.line.plug()
        if self.driver is not None:
            self.driver.check()
