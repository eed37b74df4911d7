"""The line of Parallax's 125 kHz reader: LF, 10 hex digits of the tag, CR, at 2400 baud. Pure.

There is no checksum: a tag counts once it was read twice in a row.
"""

from __future__ import annotations

import re

from companion.language.text import text

from hardware.reader import protocol
from hardware.reader.protocol import Piece

_FRAME = re.compile(rb"\n([0-9A-Fa-f]{10})\r")
_BEGUN = re.compile(rb"\n[0-9A-Fa-f]{0,10}$")


def encode(tag: str) -> bytes:
    """The 12 bytes that the reader sends for a tag of ten hex digits."""
    return b"\n" + tag.encode() + b"\r"


class Pieces:
    """Finds tags in a stream that may begin and break off anywhere."""

    def __init__(self) -> None:
        self._buffer = b""
        self._last = ""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        self._buffer += data
        found: list[Piece] = []
        end = 0
        for frame in _FRAME.finditer(self._buffer):
            found += protocol.noise(self._buffer[end : frame.start()])
            found.append(self._judge(frame[0], frame[1].decode().upper()))
            end = frame.end()
        begun = _BEGUN.search(self._buffer, end)
        start = len(self._buffer) if begun is None else begun.start()
        found += protocol.noise(self._buffer[end:start])
        self._buffer = self._buffer[start:]
        return found

    def _judge(self, raw: bytes, digits: str) -> Piece:
        again, self._last = digits == self._last, digits
        return protocol.tag(raw, digits) if again else Piece(raw, text("dump.tag-once", tag=digits))
