"""Flask mounted on Tornado: each request becomes a WSGI call on a worker thread once all of it is here.

A large body is the exception: the application reads it through a pipe while it comes.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from tornado import httputil
from tornado.gen import with_timeout
from tornado.http1connection import HTTP1Connection
from tornado.iostream import PipeIOStream, StreamClosedError
from tornado.wsgi import WSGIContainer

from web.server.broadcaster import SUBSCRIBE, Broadcaster, Subscriber
from web.server.connection import TIMEOUT, Connection
from web.server.turns import Turns

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

HEALTH = "/healthz"  # answered by a thread of its own, also while every worker is busy
# Bytes of a body that are collected before the application is called; a larger one is read as it comes.
BUFFERED = 64 * 1024
UNREAD = 4 * 1024 * 1024  # bytes of a body that are read away where the application does not want them
PATIENCE = 5.0  # seconds for reading away such a body
SLOWEST = 32 * 1024  # bytes a second in which a large body has to come
BLOCK = 64 * 1024  # bytes of a response that are written at once
_EMPTY = frozenset({204, 304})  # statuses of responses without a body

Environ: TypeAlias = dict[str, Any]
Headers: TypeAlias = list[tuple[str, str]]
Blocks: TypeAlias = Generator[tuple[bytes, bool], None, None]
"""Of a response, each with whether it is the last."""

log = logging.getLogger(__name__)


class Mount(httputil.HTTPServerConnectionDelegate):
    """The application and its worker threads. For the loop's thread.

    member: who asks, by the environment; None for all who have not joined. Raises RuntimeError when no thread
    is to be had.
    """

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        member: Callable[[Environ], str | None],
        streams: Broadcaster,
    ) -> None:
        self.app = app
        self.member = member
        self.streams = streams
        self.tasks: set[asyncio.Future[None]] = set()
        self._workers = ThreadPoolExecutor(threads, "web-worker")
        self._health = ThreadPoolExecutor(1, "web-health")
        self._turns = Turns(threads)
        self.container = WSGIContainer(app, self._workers)
        together = threading.Barrier(threads)
        try:  # all of them now: a box that cannot have them says so when it starts
            for _ in range(threads):
                self._workers.submit(together.wait)
            self._health.submit(int)
        except RuntimeError:
            together.abort()
            self.close()
            raise

    def start_request(
        self, server_conn: object, request_conn: httputil.HTTPConnection
    ) -> httputil.HTTPMessageDelegate:
        """As Tornado has it."""
        del server_conn
        assert isinstance(request_conn, HTTP1Connection)
        return _Exchange(self, request_conn)

    def on_close(self, server_conn: object) -> None:
        """As Tornado has it."""

    def begin(self, work: Awaitable[None]) -> None:
        """Run this on the loop."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def run(self, path: str, caller: str, work: Callable[[], Any]) -> Any:
        """Run this on a worker thread, when it is the caller's turn."""
        loop = asyncio.get_running_loop()
        if path == HEALTH:
            return await loop.run_in_executor(self._health, work)
        async with self._turns.turn(caller):
            return await loop.run_in_executor(self._workers, work)

    def close(self) -> None:
        """Let the threads go when their work is done."""
        self._health.shutdown()
        self._workers.shutdown()


class _Exchange(httputil.HTTPMessageDelegate):
    """One request and its response. `_blocks` and `_next` run on a worker thread, all else on the loop."""

    def __init__(self, mount: Mount, connection: HTTP1Connection) -> None:
        assert isinstance(connection.stream, Connection)
        self._mount = mount
        self._connection = connection
        self._phone = connection.stream
        self._body = bytearray()
        self._size = 0
        self._pipe: PipeIOStream | None = None
        self._received = asyncio.Event()
        self._environ: Environ = {}
        self._caller = ""
        self._head: tuple[str, Headers] = "", []
        self._subscriber: Subscriber | None = None

    def headers_received(
        self,
        start_line: httputil.RequestStartLine | httputil.ResponseStartLine,
        headers: httputil.HTTPHeaders,
    ) -> Awaitable[None] | None:
        """As Tornado has it. Raises HTTPInputError for a malformed head."""
        assert isinstance(start_line, httputil.RequestStartLine)
        length, phone = headers.get("Content-Length", ""), self._phone
        if not start_line.path.isascii():
            raise httputil.HTTPInputError("a path has letters that are not escaped")
        try:  # with a copy: the environment takes headers out, which Tornado still needs for the body
            environ = self._mount.container.environ(
                httputil.HTTPServerRequest(
                    connection=self._connection, start_line=start_line, headers=headers.copy()
                )
            )
        except ValueError as error:
            raise httputil.HTTPInputError(str(error)) from error
        environ |= {"SERVER_NAME": phone.here, "REMOTE_ADDR": phone.address, SUBSCRIBE: self._subscribe}
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        member = self._mount.member(environ)
        phone.member, self._caller, self._environ = member is not None, member or phone.address, environ
        if length.isdecimal() and int(length) > BUFFERED:
            self._connection.set_body_timeout(TIMEOUT + int(length) / SLOWEST)
            reading, writing = os.pipe()
            self._pipe = PipeIOStream(writing)
            environ["wsgi.input"] = os.fdopen(reading, "rb")
            self._mount.begin(self._respond())
        else:
            self._connection.set_max_body_size(UNREAD)
        return None

    async def data_received(self, chunk: bytes) -> None:
        """As Tornado has it."""
        self._size += len(chunk)
        if self._pipe is None:
            self._body += chunk[: BUFFERED + 1 - len(self._body)]
            return
        try:
            await self._pipe.write(chunk)
            self._size = 0
        except StreamClosedError:  # the application wants no more
            if self._size > UNREAD:
                self._phone.close()

    def finish(self) -> None:
        """All of the request is here."""
        self.on_connection_close()
        if self._pipe is None:
            self._environ |= {"CONTENT_LENGTH": str(self._size), "wsgi.input": io.BytesIO(self._body)}
            self._mount.begin(self._respond())

    def on_connection_close(self) -> None:
        """No more comes; of half a small request nothing is done."""
        self._received.set()
        if self._pipe is not None:
            self._pipe.close()

    async def _respond(self) -> None:
        blocks, last = self._blocks(), False
        self._phone.since = None
        try:
            try:
                made, last = await self._run(lambda: self._next(blocks))
            except httputil.HTTPOutputError:
                self._head, made, last = ("500 Internal Server Error", []), b"", True
            if self._pipe is not None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._received.wait(), PATIENCE)
            last = await self._write(made, last, blocks)
        except (StreamClosedError, TimeoutError):  # the phone went, or takes nothing
            self._phone.close()
        except (httputil.HTTPOutputError, ValueError):
            log.exception("a response is malformed")
            self._phone.close()
        finally:
            self._phone.rest(streaming=self._subscriber is not None)
            if not last:
                await self._run(blocks.close)

    async def _run(self, work: Callable[[], Any]) -> Any:
        return await self._mount.run(self._environ["PATH_INFO"], self._caller, work)

    async def _write(self, made: bytes, last: bool, blocks: Blocks) -> bool:
        """Send head and blocks, each made when the phone has taken the one before; whether all were made."""
        headers, stream = httputil.HTTPHeaders({"Server": "companion"}), self._subscriber
        for name, value in self._head[1]:
            headers.add(name, value)
        code, _, reason = self._head[0].partition(" ")
        silent = self._environ["REQUEST_METHOD"] == "HEAD" or int(code) in _EMPTY
        if last and stream is None and int(code) not in _EMPTY:
            headers.setdefault("Content-Length", str(len(made)))
        head = httputil.ResponseStartLine("HTTP/1.1", int(code), reason)
        taken = self._connection.write_headers(head, headers, b"" if silent else made)
        if stream is not None:
            self._mount.streams.add(self._connection, stream)
            return last
        while not last and not silent:
            await with_timeout(timedelta(seconds=TIMEOUT), taken)
            made, last = await self._run(lambda: self._next(blocks))
            taken = self._connection.write(made)
        self._connection.finish()
        return last

    def _subscribe(self, subscriber: Subscriber) -> None:
        self._subscriber = subscriber

    def _start(self, status: str, headers: Headers, _fault: Any = None, /) -> Callable[[bytes], object]:
        self._head = status, headers
        return lambda _: None

    def _next(self, blocks: Blocks) -> tuple[bytes, bool]:
        """The next block of the response, and whether it is the last."""
        if self._phone.closed():
            raise StreamClosedError
        try:
            return next(blocks)
        except BaseException as error:  # SystemExit too: the server goes on
            log.exception("a response failed")
            raise httputil.HTTPOutputError from error

    def _blocks(self) -> Blocks:
        """Call the application."""
        block = bytearray()
        pieces = self._mount.app(self._environ, self._start)
        try:
            for piece in pieces:
                block += piece
                if len(block) >= BLOCK:
                    yield bytes(block), False
                    block.clear()
        finally:
            self._environ["wsgi.input"].close()
            close = getattr(pieces, "close", None)  # WSGI lets an iterable have none
            if close is not None:
                close()
        yield bytes(block), True
