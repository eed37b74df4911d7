"""Texts of readers that are keyboards to the machine: a tag in one of many forms, and Enter. Pure.

    10 digits                          the low 4 bytes of the tag as a decimal number
    5 digits, a separator, 5 digits    the same 4 bytes, in two halves
    13 digits                          all 5 bytes as a decimal number
    17 to 20 digits                    a UID of 7 or 8 bytes as a decimal number
    8 hex digits, with a letter        the low 4 bytes; 10 are the whole tag, 14 and 16 a UID of 7 and 8 bytes
    pairs of hex digits, separated     the same of so many bytes; 3 of them as below
    8 digits, or 3 and 5               ambiguous: Wiegand 26, its 3 bytes as one number, or hex
    6 hex digits                       the low 3 bytes, or a number

A word without digits may precede each: `ID:`, `UID `, `H`, `;`, or `0x`.

The low 4 bytes are the last 8 of the 10 hex digits of an RDM6300. Ambiguous digits are kept as a tag of 12
digits, or of 18 for 6 hex digits, lengths that no other reader's tag has; so different texts are different
tags.
Hex digits without a letter, one in a hundred of 10 digits, are taken for decimal: that tag differs from an
RDM6300's.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from companion.language.text import text
from hardware.reader import protocol
from hardware.reader.protocol import Piece, StepResult

FOREIGN_KEY = b"?"
"""Marks a key or a pause of a person, not of a reader."""
LOST = b"!"
"""Marks keys that the kernel dropped."""
LONGEST = 64
"""Bytes after which a line without an end is discarded."""
_END = re.compile(rb"[^\n]*\n")
_BETWEEN = "[-,.;: ]"
_DECIMAL = re.compile(
    rf"(?P<ten>[0-9]{{10}})|(?P<high>[0-9]{{5}}){_BETWEEN}(?P<low>[0-9]{{5}})|(?P<all>[0-9]{{13}})"
    rf"|(?P<uid>[0-9]{{17,20}})|[0-9]{{8}}|[0-9]{{3}}{_BETWEEN}[0-9]{{5}}"
)
_HEX = re.compile(r"[0-9A-F]{14}|[0-9A-F]{16}|(?=.*[A-F])(?:[0-9A-F]{8}|[0-9A-F]{10})")
_THREE = re.compile(r"[0-9A-F]{6}")
_PAIRS = re.compile(rf"[0-9A-F]{{2}}(?P<sign>{_BETWEEN})[0-9A-F]{{2}}(?:(?P=sign)[0-9A-F]{{2}})*")
_BYTES = (4, 5, 7, 8, 10)
_NO_HEX = re.compile(r"[G-Z ]")
_BEFORE = (
    re.compile(r"0X|[;:]|[A-Z ]*[G-Z]"),
    re.compile(rf"[A-Z ]*[G-Z][A-Z ]*{_BETWEEN}+"),
    re.compile(r"[A-Z ]*[G-Z][A-F](?=[0-9]{10})"),  # as `ID`: no bytes have 11 hex digits
)
"""Words before a tag, the shortest first: with a character that is no hex digit, and without digits."""
_OWN = "{:0>12}"
_OWN_OF_THREE = "{:0>18}"
_FOUR = 1 << 32
_FIVE = 1 << 40
_SEVEN = 1 << 56
_EIGHT = 1 << 64
_HALF = 1 << 16
_DIGITS_OF_SEVEN = 17
"""With zeros before them; more are of 8 bytes."""


class TypedDecoder:
    """Finds tags in typed lines."""

    def __init__(self) -> None:
        self._typed = b""
        self._broken_off = False

    def feed(self, data: bytes) -> list[Piece]:
        """Take bytes and return the completed pieces."""
        self._typed += data
        found: list[Piece] = []
        while line := _END.match(self._typed):
            self._typed = self._typed[line.end() :]
            found += protocol.noise(line[0]) if self._broken_off else self._judged(line[0])
            self._broken_off = False
        if len(self._typed) > LONGEST:
            found += protocol.noise(self._typed)
            self._typed, self._broken_off = b"", True
        return found

    def _judged(self, line: bytes) -> list[Piece]:
        words = line.strip(b"\n").decode("ascii", errors="replace")
        if not words:
            return []
        tag = typed_tag(words)
        if tag is not None:
            return [protocol.tag(line, tag)]
        spoilt = FOREIGN_KEY in line or LOST in line
        unread = "" if spoilt else protocol.maybe_tag(words)
        typed = _NO_HEX.sub("?", words) if FOREIGN_KEY in line else words  # hides a person's text
        return [Piece(line, text("dump.typed", typed=typed), unread=unread)]


def typed_tag(words: str) -> str | None:
    """The tag of a text in any form, with or without a word before it; None for another text."""
    tag = _hex_tag(words) or _decimal_tag(words)
    for before in _BEFORE:
        if tag is None and (word := before.match(words)) is not None:
            rest = words[word.end() :]
            tag = _hex_tag(rest) or _decimal_tag(rest)
    return tag


def _hex_tag(words: str) -> str | None:
    """The tag of a hex text: pairs, 6, 14 or 16 digits, or 8 or 10 with a letter."""
    if (pairs := _PAIRS.fullmatch(words)) is not None:
        words = words.replace(pairs["sign"], "")
        if len(words) // 2 in _BYTES:
            return words
    elif _HEX.fullmatch(words):
        return words
    return _OWN_OF_THREE.format(words) if _THREE.fullmatch(words) else None


def _decimal_tag(words: str) -> str | None:
    """The tag of a decimal text: 4, 5, 7 or 8 bytes, or 12 digits of an ambiguous one."""
    form = _DECIMAL.fullmatch(words)
    if form is None:
        return None
    if form["ten"] and int(words) < _FOUR:
        return f"{int(words):08X}"
    if form["high"] and int(form["high"]) < _HALF and int(form["low"]) < _HALF:
        return f"{int(form['high']):04X}{int(form['low']):04X}"
    if form["all"]:
        return f"{int(words):010X}" if int(words) < _FIVE else None
    if form["uid"]:
        return _uid(int(words), len(words))
    return _OWN.format("".join(re.findall(r"[0-9]", words)))


def _uid(number: int, digits: int) -> str | None:
    """The UID of a decimal number with so many digits."""
    if digits == _DIGITS_OF_SEVEN and number < _SEVEN:
        return f"{number:014X}"
    return f"{number:016X}" if number < _EIGHT else None


class TypingSession:
    """The session with a reader that types; it counts as missing while a person types instead."""

    def __init__(self, decoder: TypedDecoder) -> None:
        self._decoder = decoder
        self._answers = True

    def step(self, data: bytes, _now: float, /) -> StepResult:
        """Decode typed bytes, and drop a person's text; never send."""
        result = protocol.step_result(self._decoder.feed(data))
        alone = self._answers and FOREIGN_KEY not in data
        self._answers = bool(result.tags) or alone
        return replace(result, answers=self._answers, unread=result.unread if alone else ())


def typing_session() -> TypingSession:
    """A session with a reader that types."""
    return TypingSession(TypedDecoder())
