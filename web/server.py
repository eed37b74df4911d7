"""Cheroot in a thread of the daemon: a thread for each stream, eight for everything else.

What it is asked beyond its defaults: a connection costs a thread only once it has said something, and keeps
it for half a request only while there are others; a body that nobody wants is read away within bounds so
that the client hears the answer; and it goes when told.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, cast
from wsgiref.types import WSGIApplication

from cheroot import server, wsgi
from cheroot.workers.threadpool import ThreadPool, WorkerThread

from companion.bell import Bell
from web.headers import Headers
from web.relief import Relief

SPARE_THREADS = 8
"""Threads beside those of the streams."""
BACKLOG = 128
TIMEOUT = 20
"""Seconds that a phone may be silent in the middle of a request, or not take what it is sent."""
PATIENCE = 2
"""Seconds that the rest of a request may take while others wait for a thread, or nobody wants the rest."""
GRACE = 0.75
"""Seconds that a stop waits for answers under way before their connections are cut."""
KEPT_ALIVE = 200
"""Idle connections that are kept for a next request."""
UNWANTED = 4 * 1024 * 1024
"""Bytes of a refused body that are read away; with more the connection is cut instead."""
_KNOCKS = 0.02
"""Seconds between knocks at a server that is to stop."""
_BLOCK = 64 * 1024

log = logging.getLogger(__name__)


class CannotListen(Exception):
    """The address cannot be had: taken, forbidden, or not of this machine. The message names it."""

    def __init__(self, host: str, port: int, why: OSError) -> None:
        super().__init__(f"cannot listen on {host}:{port}: {why}")
        self.why = why.strerror or str(why)


class WebServer:
    """Answers requests between `start` and `stop`; made once, started once.

    host: address to listen on. port: 0 takes a free one. streams: live streams that the app allows.
    bell: closed by `stop`, so that the streams end.
    """

    def __init__(self, app: WSGIApplication, bell: Bell, *, host: str, port: int, streams: int) -> None:
        self._asked = (host, port)
        self._bell = bell
        self._server = _Server(
            (host, port),
            app,
            numthreads=streams + SPARE_THREADS,
            request_queue_size=BACKLOG,
            timeout=TIMEOUT,
            server_name="companion",
        )
        self._thread = threading.Thread(target=self._server.serve, name="web")

    @property
    def port(self) -> int:
        """The port it listens on, once it has been started."""
        port: int = self._server.bind_addr[1]
        return port

    def start(self) -> None:
        """Listen, and answer from now on. Raises `CannotListen`."""
        try:
            self._server.prepare()
        except OSError as error:
            raise CannotListen(*self._asked, error) from error
        self._thread.start()

    def stop(self) -> None:
        """Close the bell, let answers under way finish, cut what takes longer than `GRACE`, and return.

        May be called again, and without a start.
        """
        self._bell.close()
        if not self._thread.is_alive():
            return
        stopping = threading.Thread(target=self._server.stop, name="web-stop")
        stopping.start()
        while self._thread.is_alive():
            self._server.knock()
            self._thread.join(_KNOCKS)
        stopping.join(GRACE)
        self._server.cut()
        stopping.join()
        self._server.relief.stop()


class _Request(server.HTTPRequest):
    """A request whose body is read to its end, within bounds, before it is answered."""

    header_reader = Headers()

    def send_headers(self) -> None:
        if not self._read_away():
            self.close_connection = True
        self.conn.asking_since = None
        super().send_headers()

    def _read_away(self) -> bool:
        """Read what the application left; return whether another request may follow."""
        left = UNWANTED
        self.conn.socket.settimeout(PATIENCE)
        try:
            while left > 0:
                block = self.rfile.read(_BLOCK)
                if not block:
                    return not self.chunked_read
                left -= len(block)
        except ValueError:
            log.debug("a chunked body ended in the middle")
        except TimeoutError:
            log.debug("a body was announced and does not come")
        finally:
            self.conn.socket.settimeout(TIMEOUT)
        return False


class _Connection(server.HTTPConnection):
    """A connection that its server knows of, so that it can be cut.

    asking_since: when its request began, on the monotonic clock, until the answer begins.
    """

    RequestHandlerClass = _Request
    asking_since: float | None = None

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.server.connections.add(self)

    def communicate(self) -> bool:
        self.asking_since = time.monotonic()
        communicate = cast("Callable[[], bool]", super().communicate)
        with self.server.relief.taking():
            return communicate()

    def close(self) -> None:
        self.server.connections.discard(self)
        super().close()


class _Gateway(wsgi.Gateway_10):
    """The bridge to the application; a chunk may be as large as a body that is read away, not larger."""

    def __init__(self, req: server.HTTPRequest) -> None:
        if req.chunked_read:
            req.rfile.maxlen = UNWANTED
        super().__init__(req)


class _Pool(ThreadPool):
    """Threads that nobody waits for: each takes a connection once it runs, and until then the others do.

    Cheroot's own pool sleeps a tenth of a second for the first thread that has not run yet.
    """

    _threads: list[WorkerThread]
    _spawn_worker: Callable[[], WorkerThread]

    def grow(self, amount: int) -> None:
        self._threads.extend(self._spawn_worker() for _ in range(amount))


class _Server(wsgi.Server):
    """Cheroot's server with the sockets, the patience and the log that this house wants."""

    ConnectionClass = _Connection
    keep_alive_conn_limit = KEPT_ALIVE
    max_request_header_size = _BLOCK

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.gateway = _Gateway
        self.requests = _Pool(self, min=self.numthreads)
        self.connections: set[_Connection] = set()
        self.relief = Relief(self.numthreads, self._hurry, PATIENCE)

    @classmethod
    def prepare_socket(cls, *args: Any, **options: Any) -> socket.socket:
        listener: socket.socket = super().prepare_socket(*args, **options)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TIMEOUT * 1000)
        return listener

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str, int]) -> socket.socket:
        try:
            socket_.bind(bind_addr)
        except OSError:
            socket_.close()
            raise
        return socket_

    def process_conn(self, conn: _Connection) -> None:
        if conn.last_used is None:
            self.put_conn(conn)
        else:
            super().process_conn(conn)

    def knock(self) -> None:
        """Wake the loop, which otherwise looks twice a second whether it should end."""
        with contextlib.suppress(OSError):
            socket.create_connection(self.bind_addr, timeout=_KNOCKS).close()

    def _hurry(self) -> None:
        """Read no more from who keeps a thread waiting for his request; answers under way still go out."""
        latest = time.monotonic() - PATIENCE
        for connection in self.connections.copy():
            since = connection.asking_since
            if since is not None and since < latest:
                with contextlib.suppress(OSError):
                    connection.socket.shutdown(socket.SHUT_RD)

    def cut(self) -> None:
        """End every connection at once, whatever is being read from it or written to it."""
        for connection in self.connections.copy():
            with contextlib.suppress(OSError):
                connection.socket.shutdown(socket.SHUT_RDWR)

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        gone = isinstance(sys.exc_info()[1], OSError)
        log.log(logging.DEBUG if gone else level, "%s", msg, exc_info=traceback and not gone)
