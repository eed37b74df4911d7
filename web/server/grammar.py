"""What phones say, as h11 reads it: what stands before a body, and a body in chunks. Brought in with the
first request: a start has nothing to read.
"""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import h11

from web.server.preambles import FOUND, LARGEST, Malformed, Preamble
from web.server.sides import Incoming

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

DIGITS = 15
"""Digits that the announced length of a body may have; what has more fits in no machine's number."""
LINES = 100
"""Lines that may stand before a body: a browser sends some twenty."""
BLANKS = re.compile(rb"[ \t]{100}")
"""More than anybody puts between two words. Where nothing that is allowed follows them, h11's patterns look
at each of them as often as there are others, and no other thread can do anything meanwhile."""
_AT_ONCE = 256
"""Bytes of a body in chunks that h11 is given at a time, and that what stands between chunks may have: so it
holds few blanks."""
_SPOKEN = frozenset({b"1.0", b"1.1"})
_SLASH = re.compile(b"%2F", re.IGNORECASE)
"""A letter of a name, where a slash would part two."""
_CHUNKED = {"wsgi.input_terminated": True}
"""Said of no other body: Werkzeug takes the mere word for it, and then asks no more how long one is."""
_OF_THE_BODY = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})
"""Headers that an application knows by their own names."""


def read(words: bytes) -> Preamble:
    """What these lines say. words: with the empty line that ends them, the first one. Raises `Malformed`.

    A header whose name has an underscore is dropped: an application would take it for one with a hyphen.
    """
    if words.count(b"\n") != words.count(b"\r\n"):
        raise Malformed(400, "a line ends without a carriage return")
    if words.count(b"\n") > LINES:
        raise Malformed(431, "too many lines stand before the body")
    if BLANKS.search(words):
        raise Malformed(400, "more blanks than anybody sends")
    reader = h11.Connection(h11.SERVER, LARGEST)
    reader.receive_data(words)
    try:
        request = reader.next_event()
    except h11.RemoteProtocolError as fault:
        raise _malformed(fault) from None
    if not isinstance(request, h11.Request) or request.http_version not in _SPOKEN:
        raise Malformed(505, "no version of HTTP that is spoken here")
    headers = _environ_of_headers(request)
    chunked, length = "HTTP_TRANSFER_ENCODING" in headers, headers.get("CONTENT_LENGTH", "0")
    if len(length) > DIGITS or (chunked and "CONTENT_LENGTH" in headers):
        raise Malformed(400, "a body of no length that could be")
    ends = {each.strip().lower() for each in headers.get("HTTP_CONNECTION", "").split(",")}
    recent = request.http_version == b"1.1"
    return Preamble(
        words,
        {**_environ_of_line(request), **headers, **(_CHUNKED if chunked else {}), FOUND: {}},
        length=None if chunked else int(length),
        stays=recent and not chunked and "close" not in ends,
        chunks=recent,
        hesitates=reader.they_are_waiting_for_100_continue,
    )


def _environ_of_line(request: h11.Request) -> dict[str, Any]:
    """What the first line says, and what is said of every request. Raises `Malformed`."""
    everything = request.method == b"OPTIONS" and request.target == b"*"
    target = b"/*" if everything else request.target
    if not target.startswith(b"/") or target.startswith(b"//") or b"#" in target:
        raise Malformed(400, "a target that is no path")
    if not request.method.isupper():
        raise Malformed(400, "a method in small letters")
    path, _, query = target.partition(b"?")
    return {
        "REQUEST_METHOD": request.method.decode("ascii"),
        "SCRIPT_NAME": "",
        "PATH_INFO": b"%2F".join(map(unquote_to_bytes, _SLASH.split(path))).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{request.http_version.decode('ascii')}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def _environ_of_headers(request: h11.Request) -> dict[str, str]:
    said: dict[str, list[str]] = {}
    for name, value in request.headers:
        if b"_" in name:
            continue
        key = name.decode("ascii").upper().replace("-", "_")
        if key not in _OF_THE_BODY:
            key = f"HTTP_{key}"
        said.setdefault(key, []).append(value.decode("latin-1"))
    return {key: ("; " if key == "HTTP_COOKIE" else ", ").join(values) for key, values in said.items()}


class Chunks(io.RawIOBase):
    """One that comes in chunks, for which h11 knows the rules. The connection ends with it.

    words: what stood before it, by which h11 knows that these are chunks.
    """

    def __init__(self, incoming: Incoming, words: bytes) -> None:
        self._incoming = incoming
        self._reader = h11.Connection(h11.SERVER, _AT_ONCE)
        self._reader.receive_data(words)
        self._reader.next_event()
        self._piece = b""
        self.whole = False
        """Whether all of it has been read."""

    def readable(self) -> bool:
        """As `io` has it."""
        return True

    def readinto(self, room: WriteableBuffer, /) -> int:
        """As `io` has it. Raises `Malformed`, and as `Incoming.take`."""
        room = memoryview(room)
        while not self._piece and not self.whole:
            self._next()
        piece, self._piece = self._piece[: len(room)], self._piece[len(room) :]
        room[: len(piece)] = piece
        return len(piece)

    def _next(self) -> None:
        try:
            event = self._reader.next_event()
        except h11.RemoteProtocolError as fault:
            raise _malformed(fault) from None
        if event is h11.NEED_DATA:
            self._reader.receive_data(self._incoming.take(_AT_ONCE))
        elif isinstance(event, h11.Data):
            self._piece = bytes(event.data)
        elif isinstance(event, h11.EndOfMessage):
            self.whole = True
        else:
            raise Malformed(400, "the body ends in something else")


def _malformed(fault: h11.RemoteProtocolError) -> Malformed:
    """What h11 finds amiss. Its fault holds itself, and by its trace all that was sent: that is let go."""
    fault.__traceback__ = None
    return Malformed(fault.error_status_hint, str(fault))
