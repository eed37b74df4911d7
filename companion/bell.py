"""One bell for everybody who waits for news, rung after a new snapshot or a part's coming and going; what
looks again and again, and rings it; and the nudge for who waits for handles.

Nobody here wakes to see whether there is something to do: each waits for what brings the news, until the next
moment at which something is due, and for ever where nothing is.
"""

from __future__ import annotations

import logging
import math
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Generic, Protocol, TypeVar

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


SETTLED = 0.25
"""Seconds after which what comes in a burst has come: a network is a link, an address and then a route."""


class Told(Protocol):
    """A handle that can be read when there is something new, until that is taken."""

    def fileno(self) -> int:
        """The handle."""

    def take(self) -> None:
        """Take all that there is; never waits."""

    def close(self) -> None:
        """Let it go."""


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

    @contextmanager
    def by_signals(self) -> Iterator[None]:
        """While this lasts, every signal gives it; for the main thread. One that comes just before a thread
        waits for anything else wakes it no more, nor does one that another thread is given.
        """
        before = signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def take(self) -> None:
        """Take every nudge that was given; for who waits."""
        with suppress(BlockingIOError):
            self._near.recv(4096)

    def wait(self, timeout: float | None, other: Told | None = None) -> bool:
        """Wait until it is given, for so many seconds, or until there is something to take of the other;
        whether there is.
        """
        poll = select.poll()
        for each in (self, other):
            if each is not None:
                poll.register(each.fileno(), select.POLLIN)
        came = {handle for handle, _ in poll.poll(None if timeout is None else math.ceil(timeout * 1e3))}
        self.take()
        return other is not None and other.fileno() in came

    def close(self) -> None:
        """Nobody waits any more."""
        self._far.close()
        self._near.close()


class Watch(Generic[T]):
    """Looks on a thread of its own, and rings the bell when it sees something else than before.

    look: may take its time; what it raises is logged, and what was seen before stands. first: what is
    seen until the first look is over. every: seconds from one look to the next. told: opens what tells that
    there may be something new, if that is to be had, and then nothing is looked at again without that.
    """

    def __init__(
        self,
        look: Callable[[], T],
        first: T,
        bell: Bell,
        *,
        every: float,
        name: str,
        told: Callable[[], Told | None] = lambda: None,
    ) -> None:
        self._look = look
        self._latest = first
        self._bell = bell
        self._every = every
        self._told = told
        self._stopping = False
        self._nudge: Nudge | None = None
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
        self._stopping = True
        if self._nudge is not None:
            self._nudge.give()
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
        with closing(Nudge()) as self._nudge, ExitStack() as stack:
            told = self._told()
            if told is not None:
                stack.callback(told.close)
            self.look()
            while not self._stopping:
                if self._nudge.wait(self._every if told is None else None, told):
                    self._nudge.wait(SETTLED)
                if told is not None:
                    told.take()
                if not self._stopping:
                    self.look()
