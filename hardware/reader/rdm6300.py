"""The lines of 125 kHz readers: RDM6300 and its clones, ID-12LA, ID-20LA. Pure.

    STX, 10 hex digits of the tag, 2 of the checksum, ETX             14 bytes: RDM6300, RDM630
    STX, 10 hex digits of the tag, the checksum as one byte, ETX      13 bytes: a clone
    STX, 10 hex digits of the tag, 2 of the checksum, CR, LF, ETX     16 bytes: ID-12LA, ID-20LA

The checksum is the exclusive-or of the tag's five bytes. In one byte it may be anything, an STX or ETX too.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor

from hardware.reader import protocol
from hardware.reader.protocol import PatternDecoder, Piece


def checksum(tag: str) -> int:
    """The checksum of a tag in hex digits."""
    return reduce(xor, bytes.fromhex(tag))


def encode(tag: str) -> bytes:
    """The 14 bytes that an RDM6300 sends for a tag of ten hex digits."""
    return f"\x02{tag}{checksum(tag):02X}\x03".encode()


class Rdm6300Decoder(PatternDecoder):
    """Finds tags of any of the three frames."""

    FRAME = re.compile(
        rb"\x02(?P<tag>[0-9A-Fa-f]{10})(?:(?P<byte>.)|(?P<digits>[0-9A-Fa-f]{2})(?:\r\n)?)\x03", re.DOTALL
    )
    BEGUN = re.compile(rb"\x02(?:[0-9A-Fa-f]{0,10}|[0-9A-Fa-f]{10}.|[0-9A-Fa-f]{12}(?:\r\n?)?)\Z", re.DOTALL)

    def judge(self, frame: re.Match[bytes]) -> Piece:
        """A tag, if its checksum is right."""
        tag = frame["tag"].decode()
        said = int(frame["digits"], 16) if frame["byte"] is None else frame["byte"][0]
        return protocol.tag(frame[0], tag) if checksum(tag) == said else protocol.bad(frame[0])
