"""A PN532 on a pseudo-terminal, for the real driver at the other end."""

from __future__ import annotations

import os
import select
import threading
import tty
from pathlib import Path

from tests.fakes.chip import FakePn532
from tests.patience import PATIENCE


class ChipLine:
    """link: where the driver finds the line; it points to another device after each plugging in."""

    def __init__(self, link: Path) -> None:
        self.chip = FakePn532()
        self.link = link
        self._lock = threading.Lock()
        self._end = self._near = -1
        self._notifier, self._ring = os.pipe()
        self._thread = threading.Thread(target=self._run, name="chip", daemon=True)
        self.plug()
        self._thread.start()

    def plug(self, link: Path | None = None) -> None:
        """Put it in, perhaps under another name: it has had no power."""
        with self._lock:
            self.link = link or self.link
            self.chip.power_cycle()
            self._end, self._near = os.openpty()  # kept open: an end that nobody has opened cannot be read
            tty.setraw(self._near)
            self.link.symlink_to(os.ttyname(self._near))
        os.write(self._ring, b"!")

    def unplug(self) -> None:
        with self._lock:
            if self._end >= 0:
                self.link.unlink()
                os.close(self._end)
                os.close(self._near)
            self._end = -1
        os.write(self._ring, b"!")

    def lay(self, tag: str) -> None:
        with self._lock:
            self.send(self.chip.lay(tag))

    def lift(self) -> None:
        with self._lock:
            self.chip.lift()

    def close(self) -> None:
        """Pull it out for good."""
        self.unplug()
        os.write(self._ring, b".")
        self._thread.join(PATIENCE)
        os.close(self._notifier)
        os.close(self._ring)

    def send(self, data: bytes) -> None:
        if data and self._end >= 0:
            os.write(self._end, data)

    def _run(self) -> None:
        while True:
            with self._lock:
                ends = [self._notifier, *((self._end,) if self._end >= 0 else ())]
            try:
                ready, _, _ = select.select(ends, [], [])
            except OSError:
                continue  # it was pulled out in between
            if self._notifier in ready and os.read(self._notifier, 1) == b".":
                return
            with self._lock:
                if self._end in ready:
                    self.send(self.chip.feed(os.read(self._end, 4096)))
