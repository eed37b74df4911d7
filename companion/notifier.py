"""Notification between threads: a notifier, a wakeup for threads that wait on handles, and a poller.

No thread here wakes to see whether there is work: each waits for an event or its next deadline.
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


class Notifier:
    """Wakes waiting threads and calls subscribers after each change.

    Notifications are counted, not queued: a waiter that slept through several returns once and reads the
    latest state. Safe to use from any thread.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._count = 0
        self._closed = False
        self._subscribers: list[Callable[[], object]] = []

    @property
    def count(self) -> int:
        """Notifications so far."""
        return self._count

    @property
    def closed(self) -> bool:
        """Whether the last notification has been sent."""
        return self._closed

    def subscribe(self, callback: Callable[[], object]) -> None:
        """Call this at each notification, the last one included.

        callback: runs on the notifying thread, before waiters wake; must neither wait nor raise.
        """
        self._subscribers.append(callback)

    def notify(self) -> None:
        """Call the subscribers and wake the waiters."""
        for callback in self._subscribers:
            callback()
        with self._condition:
            self._count += 1
            self._condition.notify_all()

    def close(self) -> None:
        """Send the last notification: every wait, present and future, returns at once."""
        self._closed = True
        self.notify()

    def wait(self, seen: int, timeout: float | None) -> int:
        """Wait until the count exceeds `seen`, or for `timeout` seconds; return the count."""
        with self._condition:
            self._condition.wait_for(lambda: self._closed or self._count > seen, timeout)
            return self._count


SETTLE_TIME = 0.25
"""Seconds to wait for the rest of a burst: a network comes as a link, an address and then a route."""


class EventSource(Protocol):
    """A handle that is readable while there are events, such as a netlink socket."""

    def fileno(self) -> int:
        """The file descriptor."""

    def take(self) -> None:
        """Discard all events; never waits."""

    def close(self) -> None:
        """Close the handle."""


class Wakeup:
    """Wakes a thread that waits on handles, by being one of them. Safe to use from any thread."""

    def __init__(self) -> None:
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)

    def fileno(self) -> int:
        """The file descriptor: readable from a `set` until the next `take`."""
        return self._near.fileno()

    def set(self) -> None:
        """Wake the waiting thread, now or at its next wait. Does nothing after `close`."""
        with suppress(OSError):  # full: the thread is woken anyhow
            self._far.send(b"!")

    @contextmanager
    def by_signals(self) -> Iterator[None]:
        """Set it at every signal while this lasts; for the main thread.

        A signal that comes just before a thread waits for anything else does not wake that thread, nor does
        one that is delivered to another thread.
        """
        before = signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def take(self) -> None:
        """Clear it; for the waiting thread."""
        with suppress(BlockingIOError):
            self._near.recv(4096)

    def wait(self, timeout: float | None, source: EventSource | None = None) -> bool:
        """Wait until it is set, the source has events, or the timeout; whether the source has events."""
        poll = select.poll()
        for each in (self, source):
            if each is not None:
                poll.register(each.fileno(), select.POLLIN)
        ready = {handle for handle, _ in poll.poll(None if timeout is None else math.ceil(timeout * 1e3))}
        self.take()
        return source is not None and source.fileno() in ready

    def close(self) -> None:
        """Close the handles."""
        self._far.close()
        self._near.close()


class Poller(Generic[T]):
    """Reads a value on a thread of its own and notifies when it has changed.

    read: may take long; an exception is logged, and the last value stays. initial: the value until the first
    read ends. interval: seconds between reads. open_events: opens a source of events; with one, the value is
    read after events alone.

    Example: `Poller(addresses, (), notifier, interval=30, name="network")`.
    """

    def __init__(
        self,
        read: Callable[[], T],
        initial: T,
        notifier: Notifier,
        *,
        interval: float,
        name: str,
        open_events: Callable[[], EventSource | None] = lambda: None,
    ) -> None:
        self._read = read
        self._latest = initial
        self._notifier = notifier
        self._interval = interval
        self._open_events = open_events
        self._stopping = False
        self._wakeup: Wakeup | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def latest(self) -> T:
        """The value read last; never waits."""
        return self._latest

    def start(self) -> None:
        """Start the thread, which reads at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; wait for it at most half a second."""
        self._stopping = True
        if self._wakeup is not None:
            self._wakeup.set()
        if self._thread.ident is not None:
            self._thread.join(0.5)

    def poll(self) -> None:
        """Read the value now, on the calling thread."""
        try:
            value = self._read()
        except Exception:
            log.exception("reading a polled value failed")
            return
        if value != self._latest:
            self._latest = value
            self._notifier.notify()

    def _run(self) -> None:
        with closing(Wakeup()) as self._wakeup, ExitStack() as stack:
            events = self._open_events()
            if events is not None:
                stack.callback(events.close)
            self.poll()
            while not self._stopping:
                if self._wakeup.wait(self._interval if events is None else None, events):
                    self._wakeup.wait(SETTLE_TIME)
                if events is not None:
                    events.take()
                if not self._stopping:
                    self.poll()
