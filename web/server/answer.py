"""What a phone is answered: the other half of HTTP, as far as an application (PEP 3333) does not do it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Protocol

from web.server.preambles import Preamble

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

_NAME = b"Server: companion\r\n"
_NO_BODY = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.RESET_CONTENT, HTTPStatus.NOT_MODIFIED})
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
"""For who waits with a body to be told."""


class Phone(Protocol):
    """Who is answered."""

    @property
    def endless(self) -> bool:
        """Whether more is said after the answer, until the connection ends."""

    def may_stay(self) -> bool:
        """Whether another request may follow. Asked once, before the answer begins; may read, and wait."""

    def say(self, words: bytes) -> None:
        """Send what is taken at once, and keep the rest."""

    def settle(self) -> None:
        """Wait until all is taken."""


class Answer:
    """An answer that an application makes. begun: something of it has been sent. stays: another request may
    follow upon it.
    """

    def __init__(self, phone: Phone, asked: Preamble) -> None:
        self.begun = False
        self.stays = False
        self._phone = phone
        self._asked = asked
        self._status = ""
        self._headers: list[tuple[str, str]] = []
        self._left: int | None = None
        self._chunked = self._silent = False

    def give(self, app: WSGIApplication, environ: dict[str, Any]) -> None:
        """Answer. Raises what the phone and the application do, and ValueError for what is no answer."""
        pieces = app(environ, self._start)
        try:
            for piece in pieces:
                if piece:
                    self._write(piece)
                if self._silent:
                    break  # the head was all that was asked for
            head = b"" if self.begun else self._head()
            self._say(head + (b"0\r\n\r\n" if self._chunked else b""))
            if self._left and not self._silent:
                self.stays = False  # less came than was said: where it ends tells that it is over
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    def _start(
        self, status: str, headers: Iterable[tuple[str, str]], fault: Any = None, /
    ) -> Callable[[bytes], None]:
        if fault is not None and self.begun:
            raise fault[1]
        if fault is None and self._status:
            raise ValueError("an answer that begins twice")
        self._status = status
        self._headers = list(headers)
        return self._write

    def _write(self, piece: bytes) -> None:
        """Send a piece; one after which more is made, nobody knows how much, is taken when this returns."""
        head = b"" if self.begun else self._head()
        if self._silent:
            piece = b""
        elif self._left is not None:
            if len(piece) > self._left:
                raise ValueError("an answer is longer than was said")
            self._left -= len(piece)
        elif self._chunked and piece:
            piece = b"%x\r\n%b\r\n" % (len(piece), piece)
        self._say(head + piece if head else piece)
        if self._left is None:
            self._phone.settle()

    def _say(self, words: bytes) -> None:
        if words:
            self.begun = True
            self._phone.say(words)

    def _head(self) -> bytes:
        """What stands before the words. It bears no date: most boxes have no clock that is right (RFC 9110,
        6.6.1).
        """
        if not self._status:
            raise ValueError("an answer without a status")
        said = {name.lower(): value for name, value in self._headers}
        status = int(self._status[:3])
        self._silent = self._asked.environ["REQUEST_METHOD"] == "HEAD" or status in _NO_BODY
        if "content-length" in said:
            self._left = int(said["content-length"])
        self._chunked = (
            self._left is None and not self._silent and self._asked.chunks and not self._phone.endless
        )
        framed = self._left is not None or self._silent or self._chunked
        may_stay = self._phone.may_stay()
        self.stays = may_stay and framed and self._asked.stays
        lines = [f"HTTP/1.1 {self._status}\r\n"]
        lines += [f"{name}: {value}\r\n" for name, value in self._headers]
        if self._chunked:
            lines.append("Transfer-Encoding: chunked\r\n")
        if not self.stays:
            lines.append("Connection: close\r\n")
        return b"%b%b\r\n" % ("".join(lines).encode("latin-1"), _NAME)


def refusal(status: int) -> bytes:
    """An answer without words, after which the connection ends, to what no application is asked."""
    phrase = HTTPStatus(status).phrase
    return f"HTTP/1.1 {status} {phrase}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode("ascii")
