"""The web server: Tornado's loop in one thread, worker threads for the WSGI application.

A request becomes a WSGI call once all of it is received; only a large body is read through a pipe while it
comes. A stream needs no worker thread.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from tornado import httputil
from tornado.http1connection import HTTP1Connection
from tornado.httpserver import HTTPServer
from tornado.iostream import PipeIOStream, StreamClosedError
from tornado.log import gen_log
from tornado.wsgi import WSGIContainer
from werkzeug.wsgi import ClosingIterator

from companion.language.text import CompanionError, text
from companion.notifier import Notifier
from web.server.broadcaster import HEARTBEAT, SUBSCRIBE, Broadcaster, Subscriber
from web.server.connection import MAX_STREAMS, Connection, excess_connection, may_stream

THREADS = 6
"""Requests that are handled at the same time."""
HEALTH = "/healthz"
"""Has a thread of its own, so that it responds while every worker is busy."""
MAX_HEAD = 16 * 1024
"""Bytes of request line and headers."""
MAX_BUFFERED_BODY = 64 * 1024
"""Bytes of a body that is received before the application is called."""
MAX_UPLOAD = 1 << 30
"""Bytes of a larger body; the application has narrower limits."""
MIN_UPLOAD_RATE = 32 * 1024
"""Bytes a second of a larger body."""
TIMEOUT = 20.0
"""Seconds for receiving a request, and for sending a block of a response."""
DRAIN_TIMEOUT = 5.0
"""Seconds for the rest of a body that the application does not read."""
STOP_TIMEOUT = 0.75
"""Seconds that `stop` waits for responses in progress."""
BLOCK = 64 * 1024
"""Bytes of a response written at a time, and the size of a socket's send buffer."""
_ABSOLUTE = re.compile("http://([^/?]+)/?(.*)", re.IGNORECASE)
"""A request to a proxy: its target's host and path."""

Environ: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
log = logging.getLogger(__name__)


class CannotListen(CompanionError):
    """The address cannot be listened on: in use, forbidden, or not of this machine."""

    def __init__(self, host: str, port: int, why: OSError) -> None:
        own = why.strerror if isinstance(why, socket.gaierror) else os.strerror(why.errno or 0)
        super().__init__(text("cannot-start.port", host=host, port=port, why=own or str(why)))


@dataclass(eq=False)
class WebServer(httputil.HTTPServerConnectionDelegate):
    """Serves an application between `start` and `stop`; can be started once.

    >>> server = WebServer(app, notifier, host="127.0.0.1", port=0)
    >>> server.start()
    >>> server.port
    41893
    """

    app: Application
    notifier: Notifier
    """Rung when streams have something to send; closed by `stop`."""
    host: str
    port: int
    """0 for a free one, which replaces it in `start`."""
    heartbeat: float = HEARTBEAT
    """Seconds between comments on a stream."""
    listener: socket.socket | None = None
    """A listening socket in place of host and port, as in socket activation; closed by `stop`."""
    streams: int = MAX_STREAMS
    """Streams at a time."""
    member: Callable[[Environ], str | None] = lambda _: None
    """The member who sends a request, by its environment; None for a stranger."""

    def __post_init__(self) -> None:
        self.container = WSGIContainer(self.app)
        self._open = ExitStack()
        self._workers = self._open.enter_context(ThreadPoolExecutor(THREADS, "web-worker"))
        self._health = self._open.enter_context(ThreadPoolExecutor(1, "web-health"))
        if self.listener is not None:
            self._open.enter_context(self.listener)
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self.connections: list[Connection] = []
        self.stream_lock = threading.Lock()
        self._responses: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="web")

    def start(self) -> None:
        """Listen and serve. Raises `CannotListen`, and RuntimeError if a thread cannot be started."""
        try:
            self._socket = self.listener or self._open.enter_context(_listen(self.host, self.port))
        except OSError as error:
            raise CannotListen(self.host, self.port, error) from error
        self.port = int(self._socket.getsockname()[1])
        started = threading.Event()
        try:
            # start every worker now, so that too few threads show at the start
            for threads in (self._health, *[self._workers] * THREADS):
                threads.submit(started.wait)
            self._thread.start()
        finally:
            started.set()

    def stop(self) -> None:
        """Close the notifier, wait up to `STOP_TIMEOUT` for responses in progress, and close everything.

        Can be called twice, without a start, and from any thread but the server's.
        """
        self.notifier.close()
        if self._thread.ident is not None:
            self._thread.join()
        else:  # never started
            self._open.close()

    async def _serve(self) -> None:
        gen_log.setLevel(logging.CRITICAL)  # malformed requests do not fill the log
        self.broadcaster = Broadcaster(self.notifier, self.heartbeat)
        self._http = HTTPServer(
            self, max_header_size=MAX_HEAD, max_body_size=MAX_UPLOAD,
            idle_connection_timeout=TIMEOUT, body_timeout=TIMEOUT,
        )  # fmt: skip
        with self._open:
            self._socket.setblocking(False)
            loop = asyncio.get_running_loop()
            loop.add_reader(self._socket, self._accept)
            while not self.notifier.closed:
                await self.broadcaster.changed.wait()
            loop.remove_reader(self._socket)
            for timeout in (STOP_TIMEOUT, None):
                if self._responses:
                    await asyncio.wait(self._responses, timeout=timeout)
                await self._http.close_all_connections()

    def _accept(self) -> None:
        """Accept one connection and close an excess one; the loop serves others before the next."""
        with suppress(OSError):  # it has disconnected
            accepted, address = self._socket.accept()
            phone = Connection(accepted, address)
            self.connections = [phone, *(each for each in self.connections if not each.closed())]
            self._http.handle_stream(phone, address)
            if found := excess_connection(self.connections):
                found.close()

    def start_request(self, _: object, request_conn: httputil.HTTPConnection) -> httputil.HTTPMessageDelegate:
        """Override."""
        assert isinstance(request_conn, HTTP1Connection)
        return _Exchange(self, request_conn)

    def run(self, response: Coroutine[Any, Any, None]) -> None:
        """Run a response on the loop."""
        task = asyncio.create_task(response)
        self._responses.add(task)
        task.add_done_callback(self._responses.discard)

    async def call(self, path: str, member: str | None, address: str, function: Callable[[], Any]) -> Any:
        """Call a function on a worker thread: two for each client, half of the threads for strangers."""
        loop = asyncio.get_running_loop()
        if path == HEALTH:
            return await loop.run_in_executor(self._health, function)
        own = self._shares.setdefault(member or address, asyncio.Semaphore(2))
        shared = asyncio.Semaphore(THREADS if member else THREADS // 2)
        async with own, self._shares.setdefault("members" if member else "strangers", shared):
            return await loop.run_in_executor(self._workers, function)


class _Exchange(httputil.HTTPMessageDelegate):
    """A request and its response. `_blocks` and `_subscribe` run on a worker thread, the rest on the loop."""

    def __init__(self, server: WebServer, connection: HTTP1Connection) -> None:
        assert isinstance(connection.stream, Connection)
        self._server = server
        self._connection = connection
        self._phone = connection.stream
        self._body = bytearray()
        self._pipe: PipeIOStream | None = None
        self._received = asyncio.Event()
        self._subscriber: Subscriber | None = None

    def headers_received(
        self,
        start_line: httputil.RequestStartLine | httputil.ResponseStartLine,
        headers: httputil.HTTPHeaders,
    ) -> None:
        """Override. Raises HTTPInputError for a malformed request."""
        assert isinstance(start_line, httputil.RequestStartLine)
        own = headers.copy()  # `environ` removes some that Tornado needs for the body
        if absolute := _ABSOLUTE.fullmatch(start_line.path):
            own["Host"], path = absolute.groups()
            start_line = start_line._replace(path=f"/{path}")
        request = httputil.HTTPServerRequest(connection=self._connection, start_line=start_line, headers=own)
        length = headers.get("Content-Length", "")
        try:
            size = int(length) if length.isdecimal() else 0
            start_line.path.encode("ascii")  # Flask fails on unescaped letters
            self._environ = self._server.container.environ(request)
        except ValueError as error:
            raise httputil.HTTPInputError(str(error)) from error
        self._environ |= {
            "SERVER_NAME": self._phone.local_address,
            "REMOTE_ADDR": self._phone.address,
            SUBSCRIBE: self._subscribe,
        }
        self._environ.pop("HTTP_TRANSFER_ENCODING", None)
        member = self._server.member(self._environ)
        self._call = partial(self._server.call, self._environ["PATH_INFO"], member, self._phone.address)
        self._phone.member, self._phone.last_used = member, time.monotonic()
        if MAX_BUFFERED_BODY < size <= MAX_UPLOAD:  # Tornado refuses any other large one
            self._connection.set_body_timeout(TIMEOUT + size / MIN_UPLOAD_RATE)
            reading, writing = os.pipe()
            self._pipe = PipeIOStream(writing)
            self._environ["wsgi.input"] = os.fdopen(reading, "rb")
            self._server.run(self._respond())

    async def data_received(self, chunk: bytes) -> None:
        """Override."""
        if self._pipe is None:
            self._body += chunk[: MAX_BUFFERED_BODY + 1 - len(self._body)]
            return
        with suppress(StreamClosedError):  # the application reads no more
            await self._pipe.write(chunk)

    def finish(self) -> None:
        """Override: the request is complete."""
        self.on_connection_close()
        if self._pipe is None:
            self._environ |= {"CONTENT_LENGTH": str(len(self._body)), "wsgi.input": io.BytesIO(self._body)}
            self._server.run(self._respond())

    def on_connection_close(self) -> None:
        """Override: no more comes. Half of a small request has no effect."""
        self._received.set()
        if self._pipe is not None:
            self._pipe.close()

    async def _respond(self) -> None:
        blocks, last = self._blocks(), False
        try:
            block, last = await self._call(partial(next, blocks))
            if self._pipe is not None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._received.wait(), DRAIN_TIMEOUT)
            written = self._start_response(block, whole=last and self._subscriber is None)
            if self._subscriber is not None:
                await self._server.broadcaster.serve(self._connection, self._subscriber)
            while not last:
                await asyncio.wait_for(written, TIMEOUT)
                block, last = await self._call(partial(next, blocks))
                written = self._connection.write(block)
            self._connection.finish()
        except (StreamClosedError, TimeoutError):  # disconnected, or reads nothing
            self._phone.close()
        except Exception:
            log.exception("a response failed")
            self._phone.close()
        finally:
            self._phone.last_used, self._phone.streaming = time.monotonic(), False
            if not last:
                await self._call(blocks.close)

    def _start_response(self, block: bytes, *, whole: bool) -> asyncio.Future[None]:
        """Send the head and the first block. whole: it is the only one."""
        status, fields = self._head
        code, _, reason = status.partition(" ")
        headers = httputil.HTTPHeaders({"Server": "companion"})
        for name, value in fields:
            headers.add(name, value)
        if whole and int(code) not in {204, 304}:
            headers.setdefault("Content-Length", str(len(block)))
        head = httputil.ResponseStartLine("HTTP/1.1", int(code), reason)
        return self._connection.write_headers(head, headers, block)

    def _subscribe(self, subscriber: Subscriber) -> bool:
        """Make the response a stream; False if there are too many."""
        with self._server.stream_lock:
            self._phone.streaming = may_stream(self._phone, self._server.connections, self._server.streams)
        self._subscriber = subscriber if self._phone.streaming else None
        return self._phone.streaming

    def _blocks(self) -> Generator[tuple[bytes, bool], None, None]:
        """Call the application and yield its response in blocks, each with whether it is the last."""

        def start(status: str, headers: list[tuple[str, str]], _fault: Any = None, /) -> Callable[..., Any]:
            self._head = status, headers
            return block.extend

        block = bytearray()
        with self._environ["wsgi.input"]:
            if self._phone.closed():  # disconnected while it waited
                raise StreamClosedError
            with closing(ClosingIterator(self._server.app(self._environ, start))) as pieces:
                for piece in pieces:
                    block += piece
                    if len(block) >= BLOCK:
                        yield bytes(block), False
                        block.clear()
        yield bytes(block), True


def _listen(host: str, port: int) -> socket.socket:
    """Listen on the first of the host's addresses. Raises OSError."""
    # as bytes: a str with other letters would raise UnicodeError
    family, *_, address = socket.getaddrinfo(host.encode(), port, type=socket.SOCK_STREAM)[0]
    dual_stack = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server(
        (str(address[0]), port), family=family, backlog=1024, dualstack_ipv6=dual_stack
    )
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BLOCK)
    return listener
