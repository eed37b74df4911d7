"""The lines of 125 kHz readers: RDM6300 and its clones, ID-12LA, ID-20LA. Pure.

    STX, 10 hex digits of the tag, 2 of the checksum, ETX             14 bytes: RDM6300, RDM630
    STX, 10 hex digits of the tag, the checksum as one byte, ETX      13 bytes: a clone
    STX, 10 hex digits of the tag, 2 of the checksum, CR, LF, ETX     16 bytes: ID-12LA, ID-20LA

The checksum is the exclusive-or of the tag's five bytes. A checksum in one byte may be anything, an ETX
too: so where a frame ends is told by its length.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from hardware.reader import protocol
from hardware.reader.protocol import Piece

STX, ETX = 0x02, 0x03
_HEX = frozenset(b"0123456789ABCDEFabcdef")
_TAG = slice(1, 11)
_LONG_END = b"\r\n" + bytes((ETX,))


def checksum(tag: str) -> int:
    """The checksum of a tag in hex digits."""
    return reduce(xor, bytes.fromhex(tag))


def encode(tag: str) -> bytes:
    """The 14 bytes that an RDM6300 sends for a tag of ten hex digits."""
    return bytes((STX,)) + f"{tag}{checksum(tag):02X}".encode() + bytes((ETX,))


class Pieces:
    """Finds tags in a stream that may begin and break off anywhere."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        self._buffer += data
        found: list[Piece] = []
        noise = bytearray()
        while self._buffer:
            length, expected = _frame(self._buffer)
            if length is None:
                break
            raw = bytes(self._buffer[:length])
            del self._buffer[:length]
            if expected is None:
                noise += raw
                continue
            found += protocol.noise(noise)
            noise.clear()
            digits = raw[_TAG].decode()
            found.append(protocol.tag(raw, digits) if checksum(digits) == expected else protocol.bad(raw))
        return found + protocol.noise(noise)


def _frame(buffer: bytearray) -> tuple[int | None, int | None]:
    """Judge what the buffer begins with: its length and its checksum.

    The length is None while more must come. For what is no frame the checksum is None, and the length
    ends before the next STX.
    """
    if buffer[0] != STX:
        start = buffer.find(STX)
        return (start if start > 0 else len(buffer)), None
    end = buffer[13:16]
    if len(buffer) >= 13 and _digits(buffer[_TAG]) and buffer[12] == ETX:
        return 13, buffer[11]
    if not _digits(buffer[_TAG]) or (len(buffer) >= 13 and not _digits(buffer[11:13])):
        return 1, None
    if len(buffer) >= 14 and (end[0] == ETX or end == _LONG_END):
        return (14 if end[0] == ETX else 16), int(buffer[11:13], 16)
    return (None if _LONG_END.startswith(end) else 1), None


def _digits(data: bytearray) -> bool:
    return _HEX.issuperset(data)
