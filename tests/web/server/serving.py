"""A server with an application of a few lines behind it, and ways to ask it."""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.notifier import Notifier
from tests.patience import PATIENCE
from web.server.broadcaster import SUBSCRIBE, Subscriber, Versions
from web.server.server import WebServer

Environ = dict[str, Any]
FIRST = b"first\n"
LONG = bytes(range(256)) * 2048
"""Half a megabyte: more than the machine takes for a phone that reads nothing."""


class Paper:
    """What is read to who listens. pieces: all that there was, the latest last; before any, `FIRST`."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def news(self, seen: Versions) -> tuple[Versions, bytes]:
        now = (len(self.pieces),)
        return now, (self.pieces or [FIRST])[-1] if seen != now else b""


def application(
    notifier: Notifier, paper: Paper | None = None
) -> Callable[[Environ, Callable[..., Any]], Iterable[bytes]]:
    """An application that streams, floods, reads a body, answers at length or briefly, as the path says."""

    def flood() -> Iterator[bytes]:
        while not notifier.closed:
            yield b"x" * 65536

    def breaking() -> Iterator[bytes]:
        yield from ()
        raise LookupError("there is no first piece")

    pieces = {"/flood": flood, "/breaks": breaking}
    read = paper or Paper()

    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path in pieces:
            start("200 OK", [])
            return pieces[path]()
        if path == "/listen":
            placed = environ[SUBSCRIBE](Subscriber((-1,), read.news))
            start("200 OK" if placed else "503 Full", [])
            return []
        if path == "/nothing":
            start("204 No Content", [])
            return []
        if path == "/read":
            environ["wsgi.input"].read()
        body = LONG * 8 if path == "/longest" else LONG if path == "/long" else b"hello"
        start("413 Too Large" if path == "/refuse" else "200 OK", [("Content-Length", str(len(body)))])
        return [body]

    return app


def dial(web: WebServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE)


def greedy(web: WebServer, path: str = "/long", source: str = "127.0.0.1", cookie: str = "") -> socket.socket:
    """A phone that asks, and reads nothing of the answer. source: its own address. cookie: of a member."""
    phone = socket.socket()
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    phone.settimeout(PATIENCE)
    phone.bind((source, 0))
    phone.connect(("127.0.0.1", web.port))
    own = f"Cookie: {cookie}\r\n" if cookie else ""
    phone.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{own}\r\n".encode())
    return phone


def ask(web: WebServer, path: str = "/", method: str = "GET", body: bytes | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def raw(web: WebServer, request: bytes) -> bytes:
    """Send bytes, and return the response to them, or what comes until the connection ends."""
    came = b""
    with dial(web) as phone, contextlib.suppress(OSError):
        phone.sendall(request)
        while piece := phone.recv(65536):
            came += piece
            head, end, body = came.partition(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            if end and length is not None and len(body) >= int(length[1]):
                break
    return came
