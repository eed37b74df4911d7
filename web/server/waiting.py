"""Connections that no thread has: of those that may ask, have not taken their answer yet, or listen.

Nothing here goes by the time of day, which jumps when the network tells it: one jump would end every
connection, or keep each for ever.
"""

from __future__ import annotations

import contextlib
import logging
import math
import select
import socket
import time
from typing import Protocol

from companion.bell import Nudge
from web.server.audience import Audience
from web.server.connection import Connection
from web.server.dispatch import Dispatch

_BREATH = 0.05
"""Seconds until another connection is taken in when the machine has no room for one."""

log = logging.getLogger(__name__)


class Box(Protocol):
    """The server, as it is known here. timeout: in seconds, as `TIMEOUT` is."""

    timeout: float
    audience: Audience[Connection]
    dispatch: Dispatch[Connection]

    def welcome(self, its_socket: socket.socket, address: tuple[str, int]) -> None:
        """Told of who has come."""

    def make_room(self, *, full: bool = False) -> None:
        """Asked to let go of some, where there are too many; of one at least, where it is full."""

    def level_of(self, fault: Exception) -> int:
        """At which level what nobody foresaw is logged."""


class WaitingRoom:
    """Gives each to a thread when there is something to do, and ends it after the server's `timeout`.

    door: a socket that listens.
    """

    def __init__(self, box: Box, door: socket.socket) -> None:
        self._box = box
        self._door = door
        self._due = math.inf
        self._over = False
        self._listening: dict[int, Connection] = {}
        self._nudge = Nudge()
        self._poll = select.epoll()
        for each in (door, self._nudge):
            self._poll.register(each.fileno(), select.EPOLLIN)

    def __len__(self) -> int:
        return len(self._listening) + len(self._box.dispatch)

    def put(self, conn: Connection) -> None:
        """Wait for the phone: to take the rest of its answer, else to ask again."""
        conn.last_used = time.monotonic()
        conn.waits = True
        due = conn.last_used + self._box.timeout
        self._box.dispatch.put(conn)  # from now on a thread may have it
        self._look_by(due)

    def watch(self, conn: Connection) -> None:
        """Wait for a phone that listens: to go, and to take what it has not taken, for the same `timeout`.

        Raises OSError and ValueError when it is closed.
        """
        late = conn.unsent > 0
        conn.last_used = time.monotonic() if late else math.inf
        number = conn.fileno()
        events = select.EPOLLIN | select.EPOLLOUT if late else select.EPOLLIN
        known = self._listening.get(number) is conn
        self._listening[number] = conn  # before anything of it can be heard
        try:
            (self._poll.modify if known else self._poll.register)(number, events)
        except (OSError, ValueError):
            self._listening.pop(number, None)
            raise
        self._look_by(min(conn.last_used + self._box.timeout, self._box.audience.due))

    def forget(self, conn: Connection) -> None:
        """Wait no more for a phone that may have listened, before it is closed."""
        number = conn.fileno()
        if self._listening.get(number) is conn:
            del self._listening[number]
            with contextlib.suppress(OSError):
                self._poll.unregister(number)

    def run(self) -> None:
        """Give what comes to who does it, and look at what is due when it is, not before; until `stop`."""
        while not self._over:
            wait = None if math.isinf(self._due) else max(0.0, self._due - time.monotonic())
            try:
                self._round(self._poll.poll(wait))
            except Exception as fault:
                log.log(self._box.level_of(fault), "the waiting room stumbled", exc_info=True)
                time.sleep(_BREATH)
                self._due = time.monotonic()  # what was due may have been forgotten

    def stop(self) -> None:
        """Let `run` end."""
        self._over = True
        self._nudge.give()

    def close(self) -> None:
        """Let who listens and the handles go, when `run` has ended."""
        for conn in list(self._listening.values()):
            conn.close()
        self._poll.close()
        self._nudge.close()

    def _look_by(self, due: float) -> None:
        """Have the loop look by then at what is due."""
        if due < self._due:
            self._nudge.give()

    def _round(self, active: list[tuple[int, int]]) -> None:
        """Do what has come, and what is due."""
        nudged = False
        for number, _ in active:
            if number == self._door.fileno():
                self._welcome()
            elif number == self._nudge.fileno():
                self._nudge.take()
                nudged = True
            else:
                conn = self._listening.get(number)
                if conn is not None and not self._box.audience.look(conn):
                    self.forget(conn)
                    conn.close()
        if nudged or time.monotonic() >= self._due:
            self._look()

    def _look(self) -> None:
        """Do what is due, and see what is due next; what comes to be due before that gives a nudge."""
        self._due = math.inf
        self._box.audience.beat()
        now, due = time.monotonic(), self._box.audience.due
        dispatch = self._box.dispatch
        listening = list(self._listening.values())
        for some, cut in ((listening, lambda conn: conn.cut()), (dispatch.waiting, dispatch.cut)):
            for conn in some:
                since = math.inf if conn.last_used is None or conn.going else conn.last_used
                until = since + self._box.timeout
                if until <= now:
                    cut(conn)  # whoever sees that it has ended closes it
                else:
                    due = min(due, until)
        self._due = due

    def _welcome(self) -> None:
        """Take in a connection, and let others go where there are too many."""
        try:
            its_socket, address = self._door.accept()
        except (BlockingIOError, ConnectionAbortedError):  # it has gone already
            return
        except OSError:
            log.debug("no room for another connection", exc_info=True)
            self._box.make_room(full=True)
            time.sleep(_BREATH)
            return
        self._box.welcome(its_socket, address)
        self._box.make_room()
