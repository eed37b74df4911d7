"""Cheroot in a thread of the daemon, with six threads for whatever is asked, and none for who listens.

What it is asked beyond its defaults: a connection costs a thread only once it has said something, and keeps
it for half a request only while there are others; a stream costs none, and neither does an answer that is not
taken, and what is kept of such answers has bounds; a body that nobody wants is read away within bounds so
that the client hears the answer; nothing goes by the time of day, which may jump; and it goes when told.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import queue
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cheroot import wsgi
from cheroot.workers.threadpool import ThreadPool, WorkerThread

from companion.bell import Bell
from companion.language.text import CompanionError, text
from web.seldom import Seldom
from web.server.audience import HEARTBEAT, Audience
from web.server.connection import PATIENCE, TIMEOUT, Connection, Gateway
from web.server.dispatch import Dispatch
from web.server.preambles import Preambles
from web.server.shedding import Bounds, too_many
from web.server.sides import BLOCK
from web.server.waiting import WaitingRoom

if TYPE_CHECKING:  # a start is spared a module that has nothing but types
    from wsgiref.types import WSGIApplication

THREADS = 6
"""Requests that are answered at the same time."""
BACKLOG = 128
GRACE = 0.75
"""Seconds that a stop waits for answers under way before their connections are cut."""
KEPT_ALIVE = 200
"""Idle connections that are kept for a next request."""
OPEN = Bounds(number=400, address=100, size=sys.maxsize)
"""Connections that no thread has."""
UNREAD = Bounds(number=64, address=16, size=4 * 1024 * 1024)
"""Answers that are kept for phones which have not taken them."""
SENDING = 64 * 1024
"""Bytes of an answer that the machine itself keeps for a phone."""
RUSH = 0.4
"""Seconds that a stranger may keep a thread waiting while others wait for it; the less, the more they are."""
_LOOKS = 0.05
"""Seconds between looks at who keeps a thread while others wait for one."""

log = logging.getLogger(__name__)


class CannotListen(CompanionError):
    """The address cannot be had: taken, forbidden, or not of this machine."""

    def __init__(self, host: str, port: int, why: OSError) -> None:
        super().__init__(text("cannot-start.port", host=host, port=port, why=why.strerror or str(why)))


class WebServer:
    """Answers requests between `start` and `stop`; made once, started once.

    host: address to listen on. port: 0 takes a free one. bell: rung when there is news for who listens;
    closed by `stop`, so that the streams end. heartbeat: seconds of silence on a stream before a comment.
    given: a socket that listens already, in the place of host and port; it is closed by `stop`. threads:
    requests that are answered at the same time.
    """

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
    ) -> None:
        self._asked = (host, port)
        self._bell = bell
        self._server = _Server(
            (_as_asked(host), port),
            app,
            numthreads=threads,
            request_queue_size=BACKLOG,
            timeout=TIMEOUT,
            shutdown_timeout=None,
            server_name="companion",
        )
        self._server.given = given
        self._server.audience = Audience(bell, heartbeat, self._server.watch)
        self._thread = threading.Thread(target=self._server.serve, name="web")

    @property
    def port(self) -> int:
        """The port it listens on, once it has been started."""
        port: int = self._server.bind_addr[1]
        return port

    def start(self) -> None:
        """Listen, and answer from now on. Raises `CannotListen`, and RuntimeError when no thread is to be
        had; nothing is left running then.
        """
        try:
            self._server.prepare()
        except OSError as error:
            raise CannotListen(*self._asked, error) from error
        except UnicodeError as error:  # as a name that nobody can look up: `nonsense..`
            unknown = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
            raise CannotListen(*self._asked, unknown) from error
        try:
            self._thread.start()
        except BaseException:
            self._server.abandon()
            raise

    def stop(self) -> None:
        """Close the bell, let answers under way finish, cut what takes longer than `GRACE`, and return.

        May be called again, and without a start.
        """
        self._bell.close()
        if not self._thread.is_alive():
            return
        stopping = threading.Thread(target=self._server.stop, name="web-stop")
        try:
            stopping.start()
        except RuntimeError:  # no thread is to be had, as where a start failed for that: nobody is waited for
            self._server.cut()
            self._server.stop()
        else:
            stopping.join(GRACE)
            self._server.cut()
            stopping.join()
        self._thread.join()
        self._server.relief.stop()


def _as_asked(host: str) -> str | bytes:
    """The host as the system is asked for it. A name may have letters for which Python brings in tables of
    what each becomes; an address has none, and as bytes it is not looked at for them.
    """
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).compressed.encode("ascii")
    return host


class _Pool(ThreadPool):
    """Threads that nobody waits for: each takes a connection once it runs, and until then the others do.

    Cheroot's own pool sleeps a tenth of a second for the first thread that has not run yet, and has the
    connections go through a queue, which costs each the waking of one more thread.
    """

    _threads: list[WorkerThread]
    _spawn_worker: Callable[[], WorkerThread]
    _queue: queue.Queue[Any]

    def __init__(self, server: _Server) -> None:
        super().__init__(server, min=server.numthreads)
        self.get = self._next

    def _next(self) -> Any:
        """A connection that has something to do, or Cheroot's word for the end."""
        return self.server.dispatch.take() or self._queue.get()

    def stop(self, timeout: int = 5) -> None:
        self.server.dispatch.end()
        super().stop(timeout)
        self.server.dispatch.close()

    def grow(self, amount: int) -> None:
        self._threads.extend(self._spawn_worker() for _ in range(amount))


class _Server(wsgi.Server):
    """Cheroot's server with the sockets, the patience and the log that this house wants."""

    ConnectionClass = Connection
    keep_alive_conn_limit = KEPT_ALIVE
    max_request_header_size = BLOCK
    audience: Audience[Connection]
    given: socket.socket | None = None
    _connections: WaitingRoom

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.gateway = Gateway
        self.requests = _Pool(self)
        self.connections: set[Connection] = set()
        self.preambles = Preambles()
        self.relief = Relief(self.numthreads, self._hurry, _LOOKS)
        self._seldom = Seldom(time.monotonic)

    def prepare(self) -> None:
        self.dispatch = Dispatch[Connection]()
        try:
            super().prepare()
            self._connections.close()
            self._connections = WaitingRoom(self)
        except BaseException:
            self.abandon()
            raise

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:  # noqa: A002 - Cheroot's words
        if self.given is None:
            bound: socket.socket = super().bind(family, type, proto)
            return bound
        self.socket = self.given
        return self.given

    @classmethod
    def prepare_socket(cls, *args: Any, **options: Any) -> socket.socket:
        listener: socket.socket = super().prepare_socket(*args, **options)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TIMEOUT * 1000)
        return listener

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str | bytes, int]) -> socket.socket:
        try:
            socket_.bind(bind_addr)
        except OSError as error:
            socket_.close()
            host, port = bind_addr
            raise CannotListen(os.fsdecode(host), port, error) from error
        # a free port, too, is had again at once: Cheroot asks for that with a given one only
        socket_.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return socket_

    def put_conn(self, conn: Connection) -> None:
        try:
            if conn.listener is None:
                super().put_conn(conn)
            elif not self.audience.take(conn, conn.listener):
                conn.close()
        except (OSError, ValueError, KeyError):
            conn.close()
            return
        if conn.waits and conn.unsent:
            self._let_go(too_many([each for each in self._idle() if each.unsent], UNREAD))

    def watch(self, conn: Connection) -> None:
        """Wait for a phone that listens."""
        self._connections.watch(conn)

    def make_room(self, *, full: bool = False) -> None:
        """Let connections go that no thread has, where there are too many. full: one at least."""
        idle = self._idle()
        bounds = Bounds(len(idle) - 1, OPEN.address, OPEN.size) if full and idle else OPEN
        self._let_go(too_many(idle, bounds))

    def _serve_unservicable(self) -> None:
        """Cheroot's thread for connections that nobody is going to have: there are none, each waits."""

    def abandon(self) -> None:
        """Let go of what a start has taken that was not to be; the threads would outlast the process."""
        self.requests.stop(0)
        if self.ready:
            self._connections.close()
        if self.socket is not None:
            self.socket.close()

    def _staying(self) -> list[Connection]:
        return [each for each in self.connections.copy() if not each.going]

    def _idle(self) -> list[Connection]:
        return [each for each in self._staying() if each.waits]

    def _let_go(self, some: list[Connection]) -> None:
        for each in some:
            log.debug("an unread or idle connection of %s is cut", each.address)
            self.dispatch.cut(each)

    def _hurry(self) -> None:
        """Read no more from who keeps a thread waiting for his request, and cut who does not take the pieces
        of his answer; what others are answered still goes out."""
        now = time.monotonic()
        crowd = 1 + self.dispatch.crowd // THREADS
        for connection in self._staying():
            asking, sending = connection.asking_since, connection.sending_since
            latest = now - (PATIENCE if connection.member else RUSH / crowd)
            if sending is not None and sending < latest:
                connection.cut()
            elif asking is not None and asking < latest:
                connection.hurry()

    def cut(self) -> None:
        """End every connection at once."""
        for connection in self.connections.copy():
            connection.cut()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Say what went wrong, each kind once in a while; that a phone has gone is nobody's fault."""
        fault = sys.exc_info()[1]
        gone = isinstance(fault, OSError)
        if gone or not self._seldom.now(type(fault).__name__ if fault else msg):
            level, traceback = logging.DEBUG, False
        log.log(level, "%s", msg, exc_info=traceback)


class Relief:
    """Calls `relieve` every `pause` seconds while all of `places` are taken. Safe to use from any thread."""

    def __init__(self, places: int, relieve: Callable[[], None], pause: float) -> None:
        self._free = places
        self._relieve = relieve
        self._pause = pause
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._helper: threading.Thread | None = None

    def __enter__(self) -> None:
        """Take a place for as long as the block lasts."""
        with self._lock:
            self._free -= 1
            if not self._free and self._helper is None and not self._over.is_set():
                helper = threading.Thread(target=self._help, name="web-relief")
                with contextlib.suppress(RuntimeError):  # no thread to be had: who comes next tries again
                    helper.start()
                    self._helper = helper

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._free += 1

    def stop(self) -> None:
        """End, and wait for a relief under way."""
        self._over.set()
        with self._lock:
            helper = self._helper
        if helper is not None:
            helper.join()

    def _help(self) -> None:
        while not self._over.wait(self._pause):
            self._relieve()
            with self._lock:
                if self._free:
                    self._helper = None
                    return
