"""What a reader types that is a keyboard to the machine: one tag, in one of many forms, and Enter. Pure.

    10 digits                          the low 4 bytes of the tag as a decimal number
    5 digits, a separator, 5 digits    the same 4 bytes, in two halves
    13 digits                          all 5 bytes as a decimal number
    8 hex digits, with a letter        the low 4 bytes; 10 are the whole tag, 14 a UID of 7 bytes
    8 digits, or 3 and 5               said in several ways: Wiegand 26, its 3 bytes as one number, or hex

Of an RDM6300's tag of 10 hex digits the last 8 are these low 4 bytes. What cannot be known to be bytes of the
tag keeps the digits that were typed: as 12 digits, which no other reader's tag has. So of two tags of which a
reader types different things the same is never said, whatever it is set to. One that types hex has a tag
without any letter now and then, of 10 digits one in a hundred: that one is not the same as on an RDM6300, and
is asked about once.
"""

from __future__ import annotations

import re

from companion.language.text import text
from hardware.reader import protocol
from hardware.reader.protocol import Piece, Turn

STRANGE = b"?"
"""A key that no reader has, or a pause that none makes."""
LOST = b"!"
"""Keys have been lost here."""
SHORTEST = 8
"""Signs of a tag."""
LONGEST = 64
"""Bytes after which a line without an end is none."""
_END = re.compile(rb"[^\n]*\n")
_DECIMAL = re.compile(
    r"(?P<ten>[0-9]{10})|(?P<high>[0-9]{5}),(?P<low>[0-9]{5})|(?P<all>[0-9]{13})|[0-9]{8}|[0-9]{3},[0-9]{5}"
)
_HEX = re.compile(r"[0-9A-F]{14}|(?=.*[A-F])(?:[0-9A-F]{8}|[0-9A-F]{10})")
_OWN = "{:0>12}"
_FOUR = 1 << 32
_FIVE = 1 << 40
_HALF = 1 << 16


class TypedDecoder:
    """Finds tags in what was typed."""

    def __init__(self) -> None:
        self._typed = b""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        self._typed += data
        found: list[Piece] = []
        while line := _END.match(self._typed):
            self._typed = self._typed[line.end() :]
            found += self._judged(line[0])
        if len(self._typed) > LONGEST:
            found += protocol.noise(self._typed)
            self._typed = b""
        return found

    def _judged(self, line: bytes) -> list[Piece]:
        words = line.strip(b"\n").decode("ascii", errors="replace")
        if not words:
            return []
        tag = hex_tag(words) or decimal_tag(words)
        return [Piece(line, text("dump.typed", typed=words)) if tag is None else protocol.tag(line, tag)]


def hex_tag(words: str) -> str | None:
    """The tag that is typed in hex: 14 digits, or 8 or 10 with a letter among them."""
    return words if _HEX.fullmatch(words) else None


def decimal_tag(words: str) -> str | None:
    """The tag that is typed in decimal: its low 4 bytes, all 5, or 12 digits where it cannot be known."""
    form = _DECIMAL.fullmatch(words)
    if form is None:
        return None
    if form["ten"] and int(words) < _FOUR:
        return f"{int(words):08X}"
    if form["high"] and int(form["high"]) < _HALF and int(form["low"]) < _HALF:
        return f"{int(form['high']):04X}{int(form['low']):04X}"
    if form["all"]:
        return f"{int(words):010X}" if int(words) < _FIVE else None
    return _OWN.format(words.replace(",", ""))


class Typing:
    """The session with a reader that types: it is missing where somebody else types instead of it."""

    def __init__(self, decoder: TypedDecoder) -> None:
        self._decoder = decoder
        self._well = True

    def step(self, data: bytes, _now: float, /) -> Turn:
        """Give the tags that are complete with this; nothing is ever sent."""
        tags = tuple(piece.tag for piece in self._decoder.feed(data) if piece.tag is not None)
        self._well = bool(tags) or (self._well and STRANGE not in data)
        return Turn(tags, well=self._well)


def typing() -> Typing:
    """A session with such a reader."""
    return Typing(TypedDecoder())
