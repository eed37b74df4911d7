"""A phone's connection: read within bounds, written to without a wait, and closed without a sound.

An answer whose length is known costs a thread no longer than it takes to make it: what the phone does not
take at once is sent on when it does, by whichever thread is free. Only what is made piece by piece, as a long
export is, waits for each piece to be taken. A phone that listens to a stream costs no thread at all.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import socket
import time
from contextlib import AbstractContextManager
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Protocol

from web.server.answer import GO_ON, Answer, refusal
from web.server.audience import LISTENS, Audience, Listener
from web.server.body import Body, body_after
from web.server.preambles import Malformed, Preamble, Preambles
from web.server.sides import BLOCK, GoneError, Incoming, LateError, Outgoing

if TYPE_CHECKING:  # a start is spared a module that has nothing but types
    from wsgiref.types import WSGIApplication

    from web.server.grammar import Chunks

MEMBER = "companion.member"
"""In a request's environment: to be called with whether a member asks. Strangers give way first."""
TIMEOUT = 20
"""Seconds that a phone may be silent in the middle of a request, or not take what it is sent."""
PATIENCE = 2
"""Seconds that a member may keep a thread waiting while others wait for it, and that the rest of a request
may take which nobody wants."""
UNWANTED = 4 * 1024 * 1024
"""Bytes of a refused body that are read away; with more the connection is cut instead."""
_FAILED = HTTPStatus.INTERNAL_SERVER_ERROR

log = logging.getLogger(__name__)


class Box(Protocol):
    """The server, as its connections know it."""

    app: WSGIApplication
    preambles: Preambles
    audience: Audience[Connection]
    connections: set[Connection]

    @property
    def relief(self) -> AbstractContextManager[object]:
        """Entered for as long as a request costs a thread."""

    @property
    def port(self) -> int:
        """Where it listens."""

    @property
    def full(self) -> bool:
        """Whether no more connections are kept for a next request."""

    def level_of(self, fault: Exception) -> int:
        """At which level what nobody foresaw is logged."""


class Connection:
    """A connection that its server knows of, so that it can be cut.

    asking_since: when its request began, on the monotonic clock, until all of it has come or the answer
    begins. sending_since: since when a thread waits for a piece of an answer to be taken. member: whether
    its last request was a member's. hurried: nothing more than has come is read from it, and this request is
    its last, as its answer says. waits: for the phone, and no thread has it. going: it has been cut, and
    does not count any more. listener: what it listens to since its last request, which has no end.
    """

    asking_since: float | None = None
    sending_since: float | None = None
    member = False
    hurried = False
    waits = False
    going = False
    listener: Listener | None = None

    def __init__(self, box: Box, its_socket: socket.socket, address: tuple[Any, ...]) -> None:
        """address: of the phone, as its socket's family has it."""
        self.address = str(address[0])
        self.port = int(address[1])
        self.last_used: float | None = None
        self._box = box
        self._socket = its_socket
        self._incoming = Incoming(its_socket)
        self._outgoing = Outgoing(its_socket)
        self._opened = time.monotonic()
        self._kept = False
        self._body: Body | Chunks | None = None
        its_socket.settimeout(TIMEOUT)
        box.connections.add(self)

    @property
    def since(self) -> float:
        """When it began to wait for the phone, on the monotonic clock."""
        return self._opened if self.last_used is None else self.last_used

    @property
    def unsent(self) -> int:
        """Bytes of a whole answer that the phone has not taken."""
        return self._outgoing.unsent

    @property
    def goes_on(self) -> bool:
        """Whether there is something to do before the phone says more."""
        return self.unsent > 0 or self._incoming.ahead

    @property
    def endless(self) -> bool:
        """Whether it is told more after the answer, until it ends."""
        return self.listener is not None

    def fileno(self) -> int:
        """Of its socket. Negative once it is closed."""
        return self._socket.fileno()

    def communicate(self) -> bool:
        """Read a request and answer it, or send on what was not taken; whether it is to be kept."""
        self.waits = False
        if self.going:  # what has come since is not heard: it would be done, and nobody told
            return False
        if not self.unsent:
            self.asking_since = time.monotonic()
            with self._box.relief:
                self._kept = self._answered()
            self.asking_since = None
        else:
            try:
                self._outgoing.flush()
            except OSError:
                return False
        return self._kept or self.unsent > 0

    def may_stay(self) -> bool:
        """Read what the application left of a request; whether another may follow upon its answer."""
        body, self._body = self._body, None
        whole = body is None or self._read_away(body)
        self.asking_since = None
        return whole and not self.hurried and not self.endless and not self._box.full

    def settle(self) -> None:
        """Wait until what was written is taken."""
        if self.unsent:
            self.sending_since = time.monotonic()
            try:
                self._outgoing.settle()
            finally:
                self.sending_since = None

    def say(self, words: bytes) -> None:
        """Send what is taken without a wait, and keep the rest. Raises `OSError` when the phone has gone."""
        self._outgoing.say(words)

    def hung_up(self) -> bool:
        """Whether a phone that listens has gone: one that says something more is not heard, and has to ask
        anew.
        """
        try:
            os.read(self._socket.fileno(), 1)
        except BlockingIOError:
            return False
        except OSError:
            log.debug("a phone that listened has vanished")
        return True

    def hurry(self) -> None:
        """Read no more from it than has come, which may well be a whole request."""
        self.hurried = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RD)

    def cut(self) -> None:
        """End it, whatever is being read from it or written to it; the thread that has it closes it."""
        self.going = True
        self._end()

    def close(self) -> None:
        """Let the phone go; what it has not taken is dropped. Nothing is done a second time."""
        self._box.connections.discard(self)
        listener, self.listener = self.listener, None
        if listener is not None:
            self._box.audience.leave(self, listener)
        self._end()  # also where another process has come to have the handle
        self._socket.close()

    def _end(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _answered(self) -> bool:
        """Read a request and answer it; whether another may follow, or more of the answer."""
        answer: Answer | None = None
        status = _FAILED
        try:
            words = self._incoming.preamble()
            if not words:
                return False
            asked = self._box.preambles.of(words)
            environ = self._environ(asked)
            answer = Answer(self, asked)
            answer.give(self._box.app, environ)
        except Malformed as fault:
            log.debug("a request is malformed: %s", fault)
            status = HTTPStatus(fault.status)
        except LateError:
            status = HTTPStatus.REQUEST_TIMEOUT
        except GoneError as fault:
            log.debug("a phone has gone: %s", fault.__cause__)
            return False
        except Exception as fault:
            log.log(self._box.level_of(fault), "an answer failed", exc_info=True)
        else:
            return answer.stays or self.endless
        if answer is None or not answer.begun:
            with contextlib.suppress(GoneError):
                self._outgoing.say(refusal(status))
        return False

    def _environ(self, asked: Preamble) -> dict[str, Any]:
        """What the application is told of a request, whose body is read from now on."""
        come = None if asked.length is None else self._incoming.whole(asked.length)
        if come is not None:
            self._body = None
            self.asking_since = None  # there is no more to come
            said: Any = io.BytesIO(come)
        else:
            self._body = body_after(asked, self._incoming)
            said = io.BufferedReader(self._body)
            if asked.hesitates:
                self._outgoing.say(GO_ON)
        return {
            **asked.environ,
            **self._ends,
            "wsgi.input": said,
            MEMBER: self._marked,
            LISTENS: self._listens,
        }

    def _marked(self, member: bool) -> None:
        self.member = member

    def _listens(self, listener: Listener) -> None:
        self.listener = listener

    @cached_property
    def _ends(self) -> dict[str, str]:
        """Where the phone is, and the address of this box that it asked, in figures; of letters where nobody
        says it.
        """
        try:
            here = str(self._socket.getsockname()[0])
        except OSError:
            here = "companion"
        return {
            "REMOTE_ADDR": self.address,
            "REMOTE_PORT": str(self.port),
            "SERVER_NAME": here,
            "SERVER_PORT": str(self._box.port),
        }

    def _read_away(self, body: Body | Chunks) -> bool:
        """Read what the application left; return whether that was all."""
        if body.whole:
            return True
        left = UNWANTED
        self._socket.settimeout(PATIENCE)
        try:
            while left > 0 and not body.whole:
                block = body.read(BLOCK)
                if not block:
                    break
                left -= len(block)
        except Malformed:
            log.debug("a chunked body ended in the middle")
        except LateError:
            log.debug("a body was announced and does not come")
        finally:
            self._socket.settimeout(TIMEOUT)
        return body.whole
