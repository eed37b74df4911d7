"""Connections that no thread has, each given to one by the kernel itself when there is something to do.

Every thread that is free waits for all of them together, and the kernel wakes a single one. With another
thread between, who waits for all and hands on, each request would cost the waking of two.
"""

from __future__ import annotations

import select
import threading
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from companion.bell import Nudge


class Waiting(Protocol):
    """A connection that waits for its phone."""

    @property
    def goes_on(self) -> bool:
        """Whether there is something to do without a word of the phone, once something can be sent to it."""

    def fileno(self) -> int:
        """Its handle, the same for as long as it is open."""

    def cut(self) -> None:
        """End it, for whoever takes it to close."""

    def close(self) -> None:
        """Let it go."""


W = TypeVar("W", bound=Waiting)


class Dispatch(Generic[W]):
    """`put` by any thread, `take` by those that work; each connection has one thread at a time."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._over = Nudge()
        self._poll.register(self._over.fileno(), select.EPOLLIN)
        self._waiting: dict[int, W] = {}
        self._lock = threading.Lock()  # who is put here is not closed, taken or cut halfway

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def waiting(self) -> list[W]:
        """Those that no thread has now."""
        return list(self._waiting.values())

    @property
    def crowd(self) -> int:
        """How many have something to do and find no thread that is free."""
        poll = select.poll()
        for number in list(self._waiting):
            poll.register(number, select.POLLIN)
        return len(poll.poll(0))

    def put(self, connection: W) -> None:
        """Have a thread take it as soon as there is something to do. Raises OSError and ValueError when it is
        closed.
        """
        number = connection.fileno()
        # once: nobody else is woken for it until it is put here again
        events = select.EPOLLONESHOT | (select.EPOLLOUT if connection.goes_on else select.EPOLLIN)
        with self._lock:
            self._waiting[number] = connection
            try:
                try:
                    self._poll.modify(number, events)
                except FileNotFoundError:  # it has not been here before
                    self._poll.register(number, events)
            except (OSError, ValueError):
                self._waiting.pop(number, None)
                raise

    def take(self) -> W | None:
        """Wait for one with something to do; None when it is over."""
        while True:
            ((number, _),) = self._poll.poll(maxevents=1)
            if number == self._over.fileno():
                return None
            with self._lock:
                connection = self._waiting.pop(number, None)
            if connection is not None:  # else it was closed in this very moment
                return connection

    def cut(self, connection: W) -> None:
        """End one that waits; who has asked in this very moment, and is heard already, is answered."""
        with self._lock:
            if self._waiting.get(connection.fileno()) is connection:
                connection.cut()

    def end(self) -> None:
        """Close all that wait, and let every thread go that comes to take one."""
        self._over.give()
        self._close_all()

    def close(self) -> None:
        """Let the handles go, when no thread comes any more; what was put here since is closed."""
        self._close_all()
        self._poll.close()
        self._over.close()

    def _close_all(self) -> None:
        for number in list(self._waiting):
            with self._lock:
                connection = self._waiting.pop(number, None)
            if connection is not None:
                with suppress(OSError):
                    connection.close()
