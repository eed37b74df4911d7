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

from web.server.connection import Connection

_BREATH = 0.05
"""Seconds until another connection is taken in when the machine has no room for one."""

log = logging.getLogger(__name__)


class WaitingRoom(ConnectionManager):
    """Gives each to a thread when there is something to do, and ends it after the server's `timeout`."""

    _selector: Any
    _stop_requested: bool
    _remove_invalid_sockets: Callable[[], None]
    _expire: Callable[[float], None]
    _from_server_socket: Callable[[socket.socket], Connection | None]

    def put(self, conn: Connection) -> None:
        """Wait for the phone: to take the rest of its answer, else to ask again."""
        conn.last_used = time.monotonic()
        conn.waits = True
        if conn.unsent:
            self._selector.register(conn.socket.fileno(), selectors.EVENT_WRITE, data=conn)
        elif conn.rfile.has_data():
            self.server.process_conn(conn)
        else:
            self._selector.register(conn.socket.fileno(), selectors.EVENT_READ, data=conn)

    def watch(self, conn: Connection) -> None:
        """Wait for a phone that listens: to go, and to take what it has not taken, for the same `timeout`."""
        late = conn.unsent > 0
        conn.last_used = time.monotonic() if late else math.inf
        number = conn.socket.fileno()
        with contextlib.suppress(KeyError):
            self._selector.unregister(number)
        events = selectors.EVENT_READ | selectors.EVENT_WRITE if late else selectors.EVENT_READ
        self._selector.register(number, events, data=conn)

    def _run(self, expiration_interval: float) -> None:
        looked = time.monotonic()
        while not self._stop_requested:
            try:
                active = list(self._selector.select(timeout=expiration_interval))
            except OSError:
                self._remove_invalid_sockets()
                continue
            for number, conn in active:
                if conn is self.server:
                    self._welcome()
                elif conn.listener is None:
                    self._selector.unregister(number)
                    self.server.process_conn(conn)
                elif not self.server.audience.look(conn):
                    self._selector.unregister(number)
                    conn.close()
            self.server.audience.beat()
            now = time.monotonic()
            if now - looked > expiration_interval:
                self._expire(now - self.server.timeout)
                looked = now

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
            self.server.process_conn(conn)
            self.server.make_room()
