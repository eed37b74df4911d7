"""The frames of 125 kHz readers: RDM6300 and its clones, ID-12LA, ID-20LA, EM-18. Pure.

    STX, 10 hex digits of the tag, 2 of the checksum, ETX             14 bytes: RDM6300, RDM630
    STX, 10 hex digits of the tag, the checksum as one byte, ETX      13 bytes: a clone
    STX, 10 hex digits of the tag, 2 of the checksum, CR, LF, ETX     16 bytes: ID-12LA, ID-20LA
    10 hex digits of the tag, 2 of the checksum, nothing else         12 bytes: EM-18

The checksum is the exclusive-or of the tag's five bytes; as one byte it may be an STX or ETX, too. A tag
without a frame counts only between two pauses.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor

from msgspec.structs import replace

from hardware.reader import protocol
from hardware.reader.protocol import PatternDecoder, Piece


def checksum(tag: str) -> int:
    """The checksum of a tag in hex digits."""
    return reduce(xor, bytes.fromhex(tag))


def encode(tag: str) -> bytes:
    """The 14 bytes that an RDM6300 sends for a tag of ten hex digits."""
    return f"\x02{tag}{checksum(tag):02X}\x03".encode()


class Rdm6300Decoder(PatternDecoder):
    """Finds tags in the three frames, and tags alone between two pauses."""

    FRAME = re.compile(
        rb"\x02(?P<tag>[0-9A-Fa-f]{10})(?:(?P<byte>.)|(?P<digits>[0-9A-Fa-f]{2})(?:\r\n)?)\x03", re.DOTALL
    )
    PARTIAL = re.compile(
        rb"\x02(?:[0-9A-Fa-f]{0,10}|[0-9A-Fa-f]{10}.|[0-9A-Fa-f]{12}(?:\r\n?)?)\Z", re.DOTALL
    )

    TEXT = re.compile(rb"[ -~]{1,64}(?:\r\n?|\n)?")
    ALONE = re.compile(r"[0-9A-Fa-f]{12}")

    def __init__(self) -> None:
        super().__init__()
        self._alone: bytes | None = b""

    def feed(self, data: bytes) -> list[Piece]:
        """Take bytes, none for a pause, and return the completed pieces."""
        alone = self._alone
        if not data:
            self._alone = None if self._buffer else b""
            return [self._judge_text(alone)] if alone else []
        if alone is not None and self.TEXT.fullmatch(alone + data):
            self._alone = alone + data
            return []
        self._alone = None
        return super().feed((alone or b"") + data)

    def _judge_text(self, line: bytes) -> Piece:
        """Decode a text between two pauses."""
        words = line.decode("ascii").strip()
        piece = Piece(line, protocol.NOISE)
        if self.ALONE.fullmatch(words):
            piece = _checked(line, words[:10], int(words[10:], 16))
        return piece if piece.tag is not None else replace(piece, unread=protocol.maybe_tag(words))

    def decode_frame(self, frame: re.Match[bytes]) -> Piece:
        """A tag if its checksum is right."""
        tag = frame["tag"].decode()
        sent = int(frame["digits"], 16) if frame["byte"] is None else frame["byte"][0]
        return _checked(frame[0], tag, sent)


def _checked(raw: bytes, tag: str, sent: int) -> Piece:
    """A tag if the sent checksum is right."""
    return protocol.tag(raw, tag) if checksum(tag) == sent else protocol.bad_checksum(raw)
