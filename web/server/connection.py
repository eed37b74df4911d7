"""A phone's connection: read within bounds, known to its server, and closed without a sound."""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Callable
from typing import Any, cast

from cheroot import server, wsgi
from cheroot.makefile import StreamReader, StreamWriter

TIMEOUT = 20
"""Seconds that a phone may be silent in the middle of a request, or not take what it is sent."""
PATIENCE = 2
"""Seconds that the rest of a request may take while others wait for a thread, or nobody wants the rest."""
UNWANTED = 4 * 1024 * 1024
"""Bytes of a refused body that are read away; with more the connection is cut instead."""
DIGITS = 15
"""Digits that the announced length of a body may have; what has more fits in no machine's number."""
BLOCK = 64 * 1024
"""Bytes that are read at a time."""

log = logging.getLogger(__name__)


class Headers(server.HeaderReader):
    """Cheroot's reading of headers, for which there are no other faults than ValueError.

    A name with an underscore is dropped: to the application it would look like one with a hyphen.
    """

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        """Read them to the empty line. Raises ValueError for what is malformed."""
        hdict = {} if hdict is None else hdict
        try:
            super().__call__(rfile, hdict)
        except UnboundLocalError:
            raise ValueError("The first header continues nothing.") from None
        for name in [name for name in hdict if b"_" in name]:
            del hdict[name]
        length = hdict.get(b"Content-Length", b"0")
        if not length.isdigit() or len(length) > DIGITS:
            raise ValueError("Malformed Content-Length Header.")
        return hdict


class Request(server.HTTPRequest):
    """A request whose body is read to its end, within bounds, before it is answered."""

    header_reader = Headers()

    def read_request_line(self) -> bool:
        """Whether the first line could be read; what Cheroot stumbles over is a bad request."""
        read_request_line = cast("Callable[[], bool]", super().read_request_line)
        try:
            return read_request_line()
        except ValueError:
            self.simple_response("400 Bad Request", "Malformed Request-URI")
            return False

    def send_headers(self) -> None:
        """Begin the answer, once what was asked has been read."""
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
                block = self.rfile.read(BLOCK)
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


class _Outgoing(StreamWriter):
    """The side that writes to a phone; what one that has gone did not take is dropped without an error."""

    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


def _file(its_socket: socket.socket, mode: str, size: int) -> Any:
    return (_Outgoing if "w" in mode else StreamReader)(its_socket, mode, size)


class Connection(server.HTTPConnection):
    """A connection that its server knows of, so that it can be cut.

    asking_since: when its request began, on the monotonic clock, until the answer begins.
    """

    RequestHandlerClass = Request
    asking_since: float | None = None

    def __init__(self, its_server: Any, its_socket: socket.socket, _: Any) -> None:
        super().__init__(its_server, its_socket, _file)
        self.server.connections.add(self)

    def communicate(self) -> bool:
        """Read a request and answer it; whether the connection is kept for another."""
        self.asking_since = time.monotonic()
        communicate = cast("Callable[[], bool]", super().communicate)
        with self.server.relief.taking():
            return communicate()

    def close(self) -> None:
        """Let the phone go."""
        self.server.connections.discard(self)
        super().close()


class Gateway(wsgi.Gateway_10):
    """The bridge to the application; a chunk may be as large as a body that is read away, not larger."""

    def __init__(self, req: server.HTTPRequest) -> None:
        if req.chunked_read:
            req.rfile.maxlen = UNWANTED
        super().__init__(req)
