"""What stands before the body of a request, as h11 reads it; and read once, for a phone asks with the same
lines again and again: what follows from their bytes alone would be a tenth of all that a press takes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import h11
import msgspec

LARGEST = 64 * 1024
"""Bytes of what may stand before a body."""
KEPT = 64
"""How many are remembered: a phone has three or four."""
LARGEST_KEPT = 2048
"""Bytes of one that is: those of browsers have less."""
DIGITS = 15
"""Digits that the announced length of a body may have; what has more fits in no machine's number."""
_SPOKEN = frozenset({b"1.0", b"1.1"})
_SLASH = re.compile(b"%2F", re.IGNORECASE)
"""A letter of a name, where a slash would part two."""
_OF_THE_BODY = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})
"""Headers that an application knows by their own names."""


class Malformed(ValueError):
    """It is no request, or none that is understood here. status: what is answered."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def malformed(fault: h11.RemoteProtocolError) -> Malformed:
    """What h11 finds amiss. Its fault holds itself, and by its trace all that was sent: that is let go."""
    fault.__traceback__ = None
    return Malformed(fault.error_status_hint, str(fault))


class Preamble(msgspec.Struct, frozen=True, eq=False):
    """What one says. words: itself. environ: what an application is told (PEP 3333) that follows from it.
    length: bytes of the body, None where that comes in chunks. stays: another request may follow on the
    connection; never upon chunks, whose end not all readers see at the same place. chunks: the phone
    understands an answer in chunks. hesitates: the body comes only after a word to go on.
    """

    words: bytes
    environ: Mapping[str, Any]
    length: int | None
    stays: bool
    chunks: bool
    hesitates: bool


def read(words: bytes) -> Preamble:
    """What these lines say. words: with the empty line that ends them, the first one. Raises `Malformed`.

    A header whose name has an underscore is dropped: an application would take it for one with a hyphen.
    """
    if words.count(b"\n") != words.count(b"\r\n"):
        raise Malformed(400, "a line ends without a carriage return")
    reader = h11.Connection(h11.SERVER, LARGEST)
    reader.receive_data(words)
    try:
        request = reader.next_event()
    except h11.RemoteProtocolError as fault:
        raise malformed(fault) from None
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
        {**_environ_of_line(request), **headers, "wsgi.input_terminated": chunked},
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
    said: dict[str, str] = {}
    for name, value in request.headers:
        if b"_" in name:
            continue
        key = name.decode("ascii").upper().replace("-", "_")
        if key not in _OF_THE_BODY:
            key = f"HTTP_{key}"
        before = f"{said[key]}{'; ' if name == b'cookie' else ', '}" if key in said else ""
        said[key] = before + value.decode("latin-1")
    return said


class Preambles:
    """Those that are remembered; all are forgotten when they are too many. Safe to use from any thread."""

    def __init__(self) -> None:
        self._known: dict[bytes, Preamble] = {}

    def of(self, words: bytes) -> Preamble:
        """As `read`, if it has not been read already."""
        known = self._known.get(words)
        if known is None:
            known = read(words)
            if len(words) <= LARGEST_KEPT:
                if len(self._known) >= KEPT:
                    self._known.clear()
                self._known[words] = known
        return known
