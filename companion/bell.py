"""One bell for everybody who waits for news, rung after a new snapshot or a part's coming and going; what
looks again and again, and rings it; and the nudge for who waits for handles.

Nobody here wakes to see whether there is something to do: each waits for what brings the news, until the next
moment at which something is due, and for ever where nothing is.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


class Bell:
    """Counts its rings; a waiter that slept through several hears once and looks at the latest state."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._rings = 0
        self._closed = False
        self._first: list[Callable[[], object]] = []

    @property
    def rings(self) -> int:
        """How often it has rung."""
        return self._rings

    @property
    def closed(self) -> bool:
        """Whether it has rung for the last time, and nobody waits any more."""
        return self._closed

    def first(self, hears: Callable[[], object]) -> None:
        """Call this at every ring, the last one too: on the thread that rings and before anybody wakes.

        hears: must neither wait nor raise.
        """
        self._first.append(hears)

    def ring(self) -> None:
        """Wake everybody who waits. Never blocks for longer than the waiters need to wake."""
        for hears in self._first:
            hears()
        with self._condition:
            self._rings += 1
            self._condition.notify_all()

    def close(self) -> None:
        """Ring for the last time: every wait, present and future, returns at once."""
        self._closed = True
        self.ring()

    def wait(self, heard: int, timeout: float | None) -> int:
        """Wait until there are more rings than `heard`, or `timeout` seconds; return the rings there are."""
        with self._condition:
            self._condition.wait_for(lambda: self._closed or self._rings > heard, timeout)
            return self._rings


class Nudge:
    """Wakes a thread that waits for handles: this is one of them. Safe to use from any thread."""

    def __init__(self) -> None:
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)

    def fileno(self) -> int:
        """The handle: it can be read from a `give` until the next `take`."""
        return self._near.fileno()

    def give(self) -> None:
        """Wake who waits, now or as soon as he waits again. After `close` nothing is done."""
        with suppress(OSError):  # full: he is woken anyhow
            self._far.send(b"!")

    def take(self) -> None:
        """Take every nudge that was given; for who waits."""
        with suppress(BlockingIOError):
            self._near.recv(4096)

    def close(self) -> None:
        """Nobody waits any more."""
        self._far.close()
        self._near.close()


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
