"""The frames of Parallax's 125 kHz reader: LF, 10 hex digits of the tag, CR, at 2400 baud. Pure.

Without a checksum, a tag counts once it was read twice in a row.
"""

from __future__ import annotations

import re

from companion.language.text import text
from hardware.reader import protocol
from hardware.reader.protocol import PatternDecoder, Piece


def encode(tag: str) -> bytes:
    """The 12 bytes that the reader sends for a tag of ten hex digits."""
    return b"\n" + tag.encode() + b"\r"


class ParallaxDecoder(PatternDecoder):
    """Finds tags that were read twice."""

    FRAME = re.compile(rb"\n([0-9A-Fa-f]{10})\r")
    PARTIAL = re.compile(rb"\n[0-9A-Fa-f]{0,10}\Z")

    def __init__(self) -> None:
        super().__init__()
        self._last = ""

    def decode_frame(self, frame: re.Match[bytes]) -> Piece:
        """A tag if the last one was the same."""
        digits = frame[1].decode().upper()
        again, self._last = digits == self._last, digits
        return protocol.tag(frame[0], digits) if again else Piece(frame[0], text("dump.tag-once", tag=digits))
