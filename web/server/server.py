"""The web server: Tornado's loop on a thread of its own, and worker threads for the application.

A request becomes a WSGI call on a worker thread once all of it is here; a stream takes none. A large body is
the exception: the application reads it through a pipe while it comes.
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
from web.server.connection import STREAMS, Connection, has_place, surplus

THREADS = 6  # requests that are answered at the same time
HEALTH = "/healthz"  # answered by a thread of its own, also while every worker is busy
HEAD = 16 * 1024  # bytes of a request before its body
BODY = 64 * 1024  # bytes of a body that are collected before the application is called
UPLOAD = 1 << 30  # bytes of a larger body; the application has narrower limits
SLOWEST = 32 * 1024  # bytes a second in which it has to come
TIMEOUT = 20.0  # seconds for a whole request, and for taking a part of a response
PATIENCE = 5.0  # seconds for the rest of a body that the application does not want
GRACE = 0.75  # seconds that a stop waits for responses under way
BLOCK = 64 * 1024  # bytes of a response that are written at once, and that the machine keeps for a phone
_ABSOLUTE = re.compile("http://([^/?]+)/?(.*)", re.IGNORECASE)  # host and path, as a proxy is asked for them

Environ: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
log = logging.getLogger(__name__)


class CannotListen(CompanionError):
    """The address cannot be had: taken, forbidden, or not of this machine."""

    def __init__(self, host: str, port: int, why: OSError) -> None:
        own = why.strerror if isinstance(why, socket.gaierror) else os.strerror(why.errno or 0)
        super().__init__(text("cannot-start.port", host=host, port=port, why=own or str(why)))


@dataclass(eq=False)
class WebServer(httputil.HTTPServerConnectionDelegate):
    """Answers requests between `start` and `stop`; made once, started once.

    host: address to listen on. port: 0 takes a free one, which it is after `start`. notifier: notifies of
    news for streams; closed by `stop`. heartbeat: seconds between comments on a stream. given: a
    listening socket in the place of host and port; closed by `stop`. streams: so many at once. member: who
    asks, by the environment; None for all who have not joined.
    """

    app: Application
    notifier: Notifier
    host: str
    port: int
    heartbeat: float = HEARTBEAT
    given: socket.socket | None = None
    streams: int = STREAMS
    member: Callable[[Environ], str | None] = lambda _: None

    def __post_init__(self) -> None:
        self.container = WSGIContainer(self.app)
        self._open = ExitStack()
        self._workers = self._open.enter_context(ThreadPoolExecutor(THREADS, "web-worker"))
        self._health = self._open.enter_context(ThreadPoolExecutor(1, "web-health"))
        if self.given is not None:
            self._open.enter_context(self.given)
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self.connections: list[Connection] = []
        self.one_begins = threading.Lock()
        self._responses: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="web")

    def start(self) -> None:
        """Listen, and answer from now on. Raises `CannotListen`, and RuntimeError where threads are few."""
        try:
            self._door = self.given or self._open.enter_context(_listening(self.host, self.port))
        except OSError as error:
            raise CannotListen(self.host, self.port, error) from error
        self.port = int(self._door.getsockname()[1])
        begun = threading.Event()
        try:
            # all of them now: a box that cannot have them says so when it starts
            for threads in (self._health, *[self._workers] * THREADS):
                threads.submit(begun.wait)
            self._thread.start()
        finally:
            begun.set()

    def stop(self) -> None:
        """Close the notifier, let responses under way finish, cut what takes longer than `GRACE`, and return.

        May be called again, by any thread but its own, and without a start.
        """
        self.notifier.close()
        if self._thread.ident is not None:
            self._thread.join()
        else:  # it has never served
            self._open.close()

    async def _serve(self) -> None:
        gen_log.setLevel(logging.CRITICAL)  # what phones send amiss fills no log
        self.broadcaster = Broadcaster(self.notifier, self.heartbeat)
        self._http = HTTPServer(
            self, max_header_size=HEAD, max_body_size=UPLOAD,
            idle_connection_timeout=TIMEOUT, body_timeout=TIMEOUT,
        )  # fmt: skip
        with self._open:
            self._door.setblocking(False)
            loop = asyncio.get_running_loop()
            loop.add_reader(self._door, self._accept)
            while not self.notifier.closed:
                await self.broadcaster.changed.wait()
            loop.remove_reader(self._door)
            for timeout in (GRACE, None):
                if self._responses:
                    await asyncio.wait(self._responses, timeout=timeout)
                await self._http.close_all_connections()

    def _accept(self) -> None:
        """Take one connection, and let one go where there are too many; between two, others are answered."""
        with suppress(OSError):  # the phone has gone
            its_socket, address = self._door.accept()
            phone = Connection(its_socket, address)
            self.connections = [phone, *(each for each in self.connections if not each.closed())]
            self._http.handle_stream(phone, address)
            if found := surplus(self.connections):
                found.close()

    def start_request(self, _: object, request_conn: httputil.HTTPConnection) -> httputil.HTTPMessageDelegate:
        """As Tornado has it."""
        assert isinstance(request_conn, HTTP1Connection)
        return _Exchange(self, request_conn)

    def begin(self, response: Coroutine[Any, Any, None]) -> None:
        """Let a response run on the loop."""
        task = asyncio.create_task(response)
        self._responses.add(task)
        task.add_done_callback(self._responses.discard)

    async def work(self, path: str, member: str | None, address: str, call: Callable[[], Any]) -> Any:
        """Call this on a worker thread: two at a time for each caller, half of them for all strangers."""
        loop = asyncio.get_running_loop()
        if path == HEALTH:
            return await loop.run_in_executor(self._health, call)
        own = self._shares.setdefault(member or address, asyncio.Semaphore(2))
        of_all = asyncio.Semaphore(THREADS if member else THREADS // 2)
        async with own, self._shares.setdefault("members" if member else "strangers", of_all):
            return await loop.run_in_executor(self._workers, call)


class _Exchange(httputil.HTTPMessageDelegate):
    """A request and its response. `_blocks` and what the application calls run on a worker thread, all else
    on the loop.
    """

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
        """As Tornado has it. Raises HTTPInputError for a malformed head."""
        assert isinstance(start_line, httputil.RequestStartLine)
        own = headers.copy()  # the environment takes some out, which Tornado still needs for the body
        if absolute := _ABSOLUTE.fullmatch(start_line.path):
            own["Host"], path = absolute.groups()
            start_line = start_line._replace(path=f"/{path}")
        request = httputil.HTTPServerRequest(connection=self._connection, start_line=start_line, headers=own)
        length = headers.get("Content-Length", "")
        try:
            size = int(length) if length.isdecimal() else 0
            start_line.path.encode("ascii")  # Flask stumbles over letters that are not escaped
            self._environ = self._server.container.environ(request)
        except ValueError as error:
            raise httputil.HTTPInputError(str(error)) from error
        self._environ |= {
            "SERVER_NAME": self._phone.here,
            "REMOTE_ADDR": self._phone.address,
            SUBSCRIBE: self._subscribe,
        }
        self._environ.pop("HTTP_TRANSFER_ENCODING", None)
        member = self._server.member(self._environ)
        self._work = partial(self._server.work, self._environ["PATH_INFO"], member, self._phone.address)
        self._phone.member, self._phone.used = member, time.monotonic()
        if BODY < size <= UPLOAD:  # anything else that is not small Tornado refuses
            self._connection.set_body_timeout(TIMEOUT + size / SLOWEST)
            reading, writing = os.pipe()
            self._pipe = PipeIOStream(writing)
            self._environ["wsgi.input"] = os.fdopen(reading, "rb")
            self._server.begin(self._respond())

    async def data_received(self, chunk: bytes) -> None:
        """As Tornado has it."""
        if self._pipe is None:
            self._body += chunk[: BODY + 1 - len(self._body)]
            return
        with suppress(StreamClosedError):  # the application wants no more
            await self._pipe.write(chunk)

    def finish(self) -> None:
        """All of the request is here."""
        self.on_connection_close()
        if self._pipe is None:
            self._environ |= {"CONTENT_LENGTH": str(len(self._body)), "wsgi.input": io.BytesIO(self._body)}
            self._server.begin(self._respond())

    def on_connection_close(self) -> None:
        """No more comes; of half a small request nothing is done."""
        self._received.set()
        if self._pipe is not None:
            self._pipe.close()

    async def _respond(self) -> None:
        blocks, last = self._blocks(), False
        try:
            block, last = await self._work(partial(next, blocks))
            if self._pipe is not None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._received.wait(), PATIENCE)
            taken = self._start_response(block, whole=last and self._subscriber is None)
            if self._subscriber is not None:
                await self._server.broadcaster.serve(self._connection, self._subscriber)
            while not last:
                await asyncio.wait_for(taken, TIMEOUT)
                block, last = await self._work(partial(next, blocks))
                taken = self._connection.write(block)
            self._connection.finish()
        except (StreamClosedError, TimeoutError):  # the phone went, or takes nothing
            self._phone.close()
        except Exception:
            log.exception("a response failed")
            self._phone.close()
        finally:
            self._phone.used, self._phone.streaming = time.monotonic(), False
            if not last:
                await self._work(blocks.close)

    def _start_response(self, block: bytes, *, whole: bool) -> asyncio.Future[None]:
        """Send the head and the first block. whole: there is no other."""
        status, named = self._head
        code, _, reason = status.partition(" ")
        headers = httputil.HTTPHeaders({"Server": "companion"})
        for name, value in named:
            headers.add(name, value)
        if whole and int(code) not in {204, 304}:
            headers.setdefault("Content-Length", str(len(block)))
        head = httputil.ResponseStartLine("HTTP/1.1", int(code), reason)
        return self._connection.write_headers(head, headers, block)

    def _subscribe(self, subscriber: Subscriber) -> bool:
        """Make the response a stream; whether there was a place."""
        with self._server.one_begins:
            self._phone.streaming = has_place(self._phone, self._server.connections, self._server.streams)
        self._subscriber = subscriber if self._phone.streaming else None
        return self._phone.streaming

    def _blocks(self) -> Generator[tuple[bytes, bool], None, None]:
        """Call the application: its response in blocks, each with whether it is the last."""

        def start(status: str, headers: list[tuple[str, str]], _fault: Any = None, /) -> Callable[..., Any]:
            self._head = status, headers
            return block.extend

        block = bytearray()
        with self._environ["wsgi.input"]:
            if self._phone.closed():  # before its turn
                raise StreamClosedError
            with closing(ClosingIterator(self._server.app(self._environ, start))) as pieces:
                for piece in pieces:
                    block += piece
                    if len(block) >= BLOCK:
                        yield bytes(block), False
                        block.clear()
        yield bytes(block), True


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens at the first of the host's addresses. Raises OSError."""
    # as bytes, which are not looked at for letters that a name may not have
    family, *_, address = socket.getaddrinfo(host.encode(), port, type=socket.SOCK_STREAM)[0]
    both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
    door = socket.create_server((str(address[0]), port), family=family, backlog=1024, dualstack_ipv6=both)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BLOCK)
    return door
