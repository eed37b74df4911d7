"""A phone's connection: read within bounds, written to without a wait, and closed without a sound.

An answer whose length is known costs a thread no longer than it takes to make it: what the phone does not
take at once is sent on when it does, by whichever thread is free. Only what is made piece by piece, as a long
export is, waits for each piece to be taken. A phone that listens to a stream costs no thread at all.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

from cheroot import server, wsgi

from web.server.audience import LISTENS, Listener
from web.server.preambles import Preamble
from web.server.sides import BLOCK, Incoming, Outgoing

MEMBER = "companion.member"
"""In a request's environment: to be called with whether a member asks. Strangers give way first."""
TIMEOUT = 20
"""Seconds that a phone may be silent in the middle of a request, or not take what it is sent."""
PATIENCE = 2
"""Seconds that a member may keep a thread waiting while others wait for it, and that the rest of a request
may take which nobody wants."""
UNWANTED = 4 * 1024 * 1024
"""Bytes of a refused body that are read away; with more the connection is cut instead."""
DIGITS = 15
"""Digits that the announced length of a body may have; what has more fits in no machine's number."""
_ONCE = frozenset({b"Host", b"Content-Length"})
"""Headers that a request may have once only: of two, another reader might believe the other."""

log = logging.getLogger(__name__)


class _Named(dict[bytes, bytes]):
    """Headers by their names. Raises ValueError for a second one of `_ONCE`."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in _ONCE and name in self:
            raise ValueError(f"More than one {name.decode()} Header.")
        super().__setitem__(name, value)


class Headers(server.HeaderReader):
    """Cheroot's reading of headers, for which there are no other faults than ValueError.

    A name with an underscore is dropped: to the application it would look like one with a hyphen.
    """

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        """Read them to the empty line. Raises ValueError for what is malformed."""
        hdict = {} if hdict is None else hdict
        named = _Named()
        try:
            super().__call__(rfile, named)
        except UnboundLocalError:
            raise ValueError("The first header continues nothing.") from None
        hdict.update(named)
        for name in [name for name in hdict if b"_" in name]:
            del hdict[name]
        length = hdict.get(b"Content-Length", b"0")
        if not length.isdigit() or len(length) > DIGITS:
            raise ValueError("Malformed Content-Length Header.")
        return hdict


_SAID_FIRST = (
    "authority", "chunked_read", "close_connection", "inheaders", "method", "path", "qs", "ready",
    "request_protocol", "response_protocol", "scheme", "started_request", "uri",
)  # fmt: skip
"""What Cheroot notes of a preamble, and nothing else of what it notes."""


class Request(server.HTTPRequest):
    """A request whose body is read to its end, within bounds, before it is answered."""

    header_reader = Headers()
    whole = False
    """Whether the length of the answer was said, so that nobody makes more of it."""
    preamble: Preamble | None = None
    """What it says before its body, if that is remembered."""

    def parse_request(self) -> None:
        """Read what stands before the body, or see that it has been read before."""
        words = self.conn.rfile.preamble()
        self.preamble = self.server.preambles.get(words)
        if self.preamble is not None:
            self.conn.rfile.skip(len(words))
            vars(self).update(self.preamble.request)
            return
        super().parse_request()
        if words and self.ready and b"Expect" not in self.inheaders:  # to which Cheroot answers, too
            self.preamble = Preamble({name: getattr(self, name) for name in _SAID_FIRST})
            self.server.preambles.keep(words, self.preamble)

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
        whole = self._read_away()
        self.conn.asking_since = None
        if not whole or self.conn.hurried:
            self.close_connection = True
        if self.conn.listener is not None:  # ends with the connection, and is not cut into chunks for that
            self.response_protocol = "HTTP/1.0"
            self.outheaders.append((b"Connection", b"close"))
        self.conn.wfile.holds = True  # until the words that follow, so that both go in one piece
        super().send_headers()
        self.whole = any(name.lower() == b"content-length" for name, _ in self.outheaders)

    def write(self, chunk: bytes) -> None:
        """Send a piece of the answer; one after which more is made is taken when this returns."""
        self.conn.wfile.holds = False
        super().write(chunk)
        if not self.whole:
            self.conn.settle()

    def respond(self) -> None:
        """Answer; what has no words but its head goes out, too."""
        try:
            super().respond()
        finally:
            self.conn.wfile.release()

    def _read_away(self) -> bool:
        """Read what the application left; return whether another request may follow."""
        if not self.chunked_read and not self.rfile.remaining:
            return True
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


def _file(its_socket: socket.socket, mode: str, size: int) -> Any:
    return (Outgoing if "w" in mode else Incoming)(its_socket, mode, size)


class Connection(server.HTTPConnection):
    """A connection that its server knows of, so that it can be cut.

    asking_since: when its request began, on the monotonic clock, until all of it has come or the answer
    begins. sending_since: since when a thread waits for a piece of an answer to be taken. member: whether
    its last request was a member's. hurried: nothing more than has come is read from it, and this request is
    its last, as its answer says. waits: for the phone, and no thread has it. going: it has been cut, and
    does not count any more. listener: what it listens to since its last request, which has no end.
    """

    RequestHandlerClass = Request
    wfile: Outgoing
    asking_since: float | None = None
    sending_since: float | None = None
    member = False
    hurried = False
    waits = False
    going = False
    listener: Listener | None = None

    def __init__(self, its_server: Any, its_socket: socket.socket, _: Any) -> None:
        super().__init__(its_server, its_socket, _file)
        self.last_used: float | None = None
        self.opened = time.monotonic()
        self._kept = False
        self.server.connections.add(self)

    @property
    def address(self) -> str:
        """Of the phone, in the network."""
        return self.remote_addr or ""

    @property
    def since(self) -> float:
        """When it began to wait for the phone, on the monotonic clock."""
        return self.opened if self.last_used is None else self.last_used

    @property
    def unsent(self) -> int:
        """Bytes of a whole answer that the phone has not taken."""
        return self.wfile.unsent

    @property
    def goes_on(self) -> bool:
        """Whether there is something to do before the phone says more."""
        return self.unsent > 0 or bool(self.rfile.has_data())

    def fileno(self) -> int:
        """Of its socket. Negative once it is closed."""
        return int(self.socket.fileno())

    def communicate(self) -> bool:
        """Read a request and answer it, or send on what was not taken; whether it is to be kept."""
        self.waits = False
        if self.going:  # what has come since is not heard: it would be done, and nobody told
            return False
        if not self.unsent:
            self.asking_since = time.monotonic()
            communicate = cast("Callable[[], bool]", super().communicate)
            with self.server.relief:
                self._kept = communicate() or self.listener is not None
            self.asking_since = None
        else:
            try:
                self.wfile.flush()
            except OSError:
                return False
        return self._kept or self.unsent > 0

    def settle(self) -> None:
        """Wait until what was written is taken."""
        if self.unsent:
            self.sending_since = time.monotonic()
            try:
                self.wfile.settle()
            finally:
                self.sending_since = None

    def marked(self, member: bool) -> None:
        """Note whether a member asks."""
        self.member = member

    def listens(self, listener: Listener) -> None:
        """Let the answer that is made now have no end."""
        self.listener = listener

    def say(self, words: bytes) -> None:
        """Send what is taken without a wait, and keep the rest. Raises `OSError` when the phone has gone."""
        self.wfile.say(words)

    def hung_up(self) -> bool:
        """Whether a phone that listens has gone: one that says something more is not heard, and has to ask
        anew.
        """
        try:
            os.read(self.socket.fileno(), 1)
        except BlockingIOError:
            return False
        except OSError:
            log.debug("a phone that listened has vanished")
        return True

    def hurry(self) -> None:
        """Read no more from it than has come, which may well be a whole request."""
        self.hurried = True
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RD)

    @cached_property
    def here(self) -> str:
        """The address of this box that the phone asked, in figures; empty where nobody says it."""
        try:
            return str(self.socket.getsockname()[0])
        except OSError:
            return ""

    def cut(self) -> None:
        """End it, whatever is being read from it or written to it; the thread that has it closes it."""
        self.going = True
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let the phone go."""
        self.server.connections.discard(self)
        if self.listener is not None:
            self.server.audience.leave(self, self.listener)
        super().close()
        self.wfile.close()


_OF_PHONE = ("REMOTE_ADDR", "REMOTE_PORT", "wsgi.input")
"""What the application is told that does not follow from the preamble."""


class Gateway(wsgi.Gateway_10):
    """The bridge to the application, which hears by which address of ours it was asked, as `SERVER_NAME`.

    A chunk may be as large as a body that is read away, not larger.
    """

    def __init__(self, req: server.HTTPRequest) -> None:
        if req.chunked_read:
            req.rfile.maxlen = UNWANTED
        elif not int(req.inheaders.get(b"Content-Length", b"0")):
            req.conn.asking_since = None  # there is no more to come
        super().__init__(req)
        self.env["SERVER_NAME"] = req.conn.here or self.env["SERVER_NAME"]
        self.env[MEMBER] = req.conn.marked
        self.env[LISTENS] = req.conn.listens

    def get_environ(self) -> Any:
        """What the application is told: what follows from a preamble that is remembered is made once."""
        preamble, conn = self.req.preamble, self.req.conn
        if preamble is None or preamble.environ is None:
            get_environ = cast("Callable[[], dict[str, Any]]", super().get_environ)
            environ = get_environ()
            if preamble is not None:
                preamble.environ = {name: said for name, said in environ.items() if name not in _OF_PHONE}
            return environ
        of_phone = (conn.remote_addr or "", str(conn.remote_port or ""), self.req.rfile)
        return {**preamble.environ, **dict(zip(_OF_PHONE, of_phone, strict=True))}
