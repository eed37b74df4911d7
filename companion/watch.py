"""Something that is looked at again and again, because it changes without a sound."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.bell import Bell

log = logging.getLogger(__name__)

T = TypeVar("T")


class Watch(Generic[T]):
    """Looks on a thread of its own, and rings the bell when it sees something else than before.

    look: may take its time; what it raises is logged, and what was seen before stands. first: what is
    seen until the first look is over. every: seconds from one look to the next.
    """

    def __init__(self, look: Callable[[], T], first: T, bell: Bell, *, every: float, name: str) -> None:
        self._look = look
        self._latest = first
        self._bell = bell
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def latest(self) -> T:
        """What was seen last; never waits."""
        return self._latest

    def start(self) -> None:
        """Begin, with a look at once. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(0.5)

    def look(self) -> None:
        """Look now."""
        try:
            seen = self._look()
        except Exception:
            log.exception("a look failed")
            return
        if seen != self._latest:
            self._latest = seen
            self._bell.ring()

    def _run(self) -> None:
        self.look()
        while not self._stop.wait(self._every):
            self.look()
