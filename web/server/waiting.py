"""Connections that no thread has: of those that may ask, have not taken their answer yet, or listen.

Cheroot's own manager goes by the time of day, which jumps when the network tells it: one jump would end every
connection, or keep each for ever.
"""

from __future__ import annotations

import contextlib
import logging
import math
import selectors
import socket
import time
from collections.abc import Callable
from typing import Any

from cheroot.connections import ConnectionManager

from companion.bell import Nudge
from web.server.connection import Connection

_BREATH = 0.05
"""Seconds until another connection is taken in when the machine has no room for one."""

log = logging.getLogger(__name__)


class _Nudge(Nudge):
    """The loop's own, which stands among the connections, and never waits for too long."""

    last_used = math.inf
    going = False


class WaitingRoom(ConnectionManager):
    """Gives each to a thread when there is something to do, and ends it after the server's `timeout`."""

    _selector: Any
    _stop_requested: bool
    _remove_invalid_sockets: Callable[[], None]
    _from_server_socket: Callable[[socket.socket], Connection | None]

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self._due = math.inf
        self._nudge = _Nudge()
        self._selector.register(self._nudge.fileno(), selectors.EVENT_READ, data=self._nudge)

    @property
    def _num_connections(self) -> int:
        return len(self._selector) - 2 + len(self.server.dispatch)

    def put(self, conn: Connection) -> None:
        """Wait for the phone: to take the rest of its answer, else to ask again."""
        conn.last_used = time.monotonic()
        conn.waits = True
        due = conn.last_used + self.server.timeout
        self.server.dispatch.put(conn)  # from now on a thread may have it
        self._look_by(due)

    def watch(self, conn: Connection) -> None:
        """Wait for a phone that listens: to go, and to take what it has not taken, for the same `timeout`."""
        late = conn.unsent > 0
        conn.last_used = time.monotonic() if late else math.inf
        number = conn.socket.fileno()
        with contextlib.suppress(KeyError):
            self._selector.unregister(number)
        events = selectors.EVENT_READ | selectors.EVENT_WRITE if late else selectors.EVENT_READ
        self._selector.register(number, events, data=conn)
        self._look_by(min(conn.last_used + self.server.timeout, self.server.audience.due))

    def stop(self) -> None:
        """Let the loop end, and wait for that."""
        self._stop_requested = True
        self._nudge.give()
        super().stop()

    def _look_by(self, due: float) -> None:
        """Have the loop look by then at what is due."""
        if due < self._due:
            self._nudge.give()

    def _run(self, expiration_interval: float) -> None:
        """Give what comes to who does it, and look at what is due when it is, not before.

        expiration_interval: seconds until the first look, after a stumble as well: Cheroot begins anew then.
        """
        self._due = time.monotonic() + expiration_interval
        while not self._stop_requested:
            wait = None if math.isinf(self._due) else max(0.0, self._due - time.monotonic())
            try:
                active = list(self._selector.select(timeout=wait))
            except OSError:
                self._remove_invalid_sockets()
                continue
            nudged = False
            for number, conn in active:
                if conn is self.server:
                    self._welcome()
                elif conn is self._nudge:
                    self._nudge.take()
                    nudged = True
                elif not self.server.audience.look(conn):
                    self._selector.unregister(number)
                    conn.close()
            if nudged or time.monotonic() >= self._due:
                self._look()

    def _look(self) -> None:
        """Do what is due, and see what is due next; what comes to be due before that gives a nudge."""
        self._due = math.inf
        self.server.audience.beat()
        now, due = time.monotonic(), self.server.audience.due
        listening = [conn for _, conn in self._selector.connections if conn is not self.server]
        dispatch = self.server.dispatch
        for some, cut in ((listening, lambda conn: conn.cut()), (dispatch.waiting, dispatch.cut)):
            for conn in some:
                until = math.inf if conn.going else conn.last_used + self.server.timeout
                if until <= now:
                    cut(conn)  # whoever sees that it has ended closes it
                else:
                    due = min(due, until)
        self._due = due

    def _welcome(self) -> None:
        """Take in a connection, and let others go where there are too many."""
        try:
            conn = self._from_server_socket(self.server.socket)
        except OSError:
            log.debug("no room for another connection", exc_info=True)
            self.server.make_room(full=True)
            time.sleep(_BREATH)
            return
        if conn is not None:
            self.server.put_conn(conn)
            self.server.make_room()
