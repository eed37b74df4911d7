"""The web server: Tornado's loop on a thread of its own, and worker threads for the application.

A connection takes a worker thread only when all of its request is here; a stream never does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from typing import TYPE_CHECKING

from tornado.httpserver import HTTPServer
from tornado.log import gen_log

from companion.bell import Bell
from companion.language.text import CompanionError, text
from web.server.broadcaster import HEARTBEAT, Broadcaster
from web.server.connection import OPEN, TIMEOUT, Connection, surplus
from web.server.mount import Environ, Mount

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

THREADS = 6  # requests that are answered at the same time
HEAD = 16 * 1024  # bytes of a request before its body
UPLOAD = 1 << 30  # bytes of a body; the application has narrower limits
ALL = 800  # connections in all: files that a process may open are not many more
BACKLOG = 1024
AT_ONCE = 16  # connections that are taken in before others are answered
GRACE = 0.75  # seconds that a stop waits for responses under way
SENDING = 64 * 1024  # bytes of a response that the machine keeps for a phone
_PAUSE = 0.05  # seconds without a new connection where the machine has no room for one
log = logging.getLogger(__name__)


class CannotListen(CompanionError):
    """The address cannot be had: taken, forbidden, or not of this machine."""

    def __init__(self, host: str, port: int, why: OSError) -> None:
        own = why.strerror if isinstance(why, socket.gaierror) else os.strerror(why.errno or 0)
        super().__init__(text("cannot-start.port", host=host, port=port, why=own or str(why)))


class WebServer:
    """Answers requests between `start` and `stop`; made once, started once.

    host: address to listen on. port: 0 takes a free one. bell: rung when there is news for streams; closed by
    `stop`. heartbeat: seconds between comments on a stream. given: a listening socket in the place of host
    and port; closed by `stop`. threads: requests that are answered at the same time. member: who asks, by the
    environment; None for all who have not joined.
    """

    port: int

    def __init__(
        self,
        app: WSGIApplication,
        bell: Bell,
        *,
        host: str,
        port: int,
        heartbeat: float = HEARTBEAT,
        given: socket.socket | None = None,
        threads: int = THREADS,
        member: Callable[[Environ], str | None] = lambda _: None,
    ) -> None:
        self._app = partial(Mount, app, threads, member)
        self._bell = bell
        self._heartbeat = heartbeat
        self._asked = (host, port)
        self._given = given
        self._connections: set[Connection] = set()
        self._held = ExitStack()
        self._one_stops = threading.Lock()

    def start(self) -> None:
        """Listen, and answer from now on. Raises `CannotListen`, and RuntimeError when no thread is to be
        had; nothing is left running then.
        """
        with ExitStack() as held:
            try:
                self._door = held.enter_context(self._given or _listening(*self._asked))
                self._door.setblocking(False)
                self.port = int(self._door.getsockname()[1])
                self._loop = held.enter_context(closing(asyncio.new_event_loop()))
            except OSError as error:
                raise CannotListen(*self._asked, error) from error
            self._mount = held.enter_context(
                closing(self._app(Broadcaster(self._loop, self._bell, self._heartbeat)))
            )
            self._loop.call_soon(self._open)
            self._thread = threading.Thread(target=self._loop.run_forever, name="web")
            self._thread.start()
            held.callback(self._finish)
            self._held = held.pop_all()

    def stop(self) -> None:
        """Close the bell, let responses under way finish, cut what takes longer than `GRACE`, and return.

        May be called again, by any thread but its own, and without a start.
        """
        self._bell.close()
        with self._one_stops:
            self._held.close()

    def _open(self) -> None:
        """Begin to take connections, on the loop."""
        gen_log.setLevel(logging.CRITICAL)  # what phones send amiss fills no log
        self._http = HTTPServer(
            self._mount, max_header_size=HEAD, max_body_size=UPLOAD,
            idle_connection_timeout=TIMEOUT, body_timeout=TIMEOUT,
        )  # fmt: skip
        self._loop.add_reader(self._door, self._accept)

    def _accept(self) -> None:
        """Take in who has come, and let others go where there are too many."""
        for _ in range(AT_ONCE):
            try:
                its_socket, address = self._door.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError:  # no more files may be opened
                self._make_room(0)
                self._loop.remove_reader(self._door)
                self._loop.call_later(_PAUSE, self._loop.add_reader, self._door, self._accept)
                return
            connection = Connection(its_socket, address, self._connections.discard)
            self._connections.add(connection)
            self._make_room(OPEN if len(self._connections) <= ALL else 0)
            if not connection.closed():
                self._http.handle_stream(connection, address)

    def _make_room(self, most: int) -> None:
        found = surplus(self._connections, most)
        if found is not None:
            log.debug("a connection of %s gives way", found.address)
            found.close()

    def _finish(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    async def _close(self) -> None:
        self._loop.remove_reader(self._door)
        for timeout in (GRACE, None):
            if self._mount.tasks:
                await asyncio.wait(self._mount.tasks, timeout=timeout)
            for each in list(self._connections):
                each.close()


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens at the first of the host's addresses. Raises OSError."""
    # as bytes, which are not looked at for letters that a name may not have
    family, *_, address = socket.getaddrinfo(host.encode(), port, type=socket.SOCK_STREAM)[0]
    both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
    door = socket.create_server((str(address[0]), port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
    return door
