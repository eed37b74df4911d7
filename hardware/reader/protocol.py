"""What a kind of reader says and is told: its bytes cut into pieces that mean something, and the talk. Pure.

A kind that talks by itself needs a `Decoder`; mostly that is a `PatternDecoder` with two regular
expressions. One that must be asked needs a `Session` as well.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Protocol

import msgspec

from companion.language.text import Text, text

NOISE = text("dump.noise")
"""What bytes mean that belong to nothing."""


SHORTEST = 6
"""Signs of a tag that is written."""


class Piece(msgspec.Struct, frozen=True):
    """Some bytes of a reader's and what they mean.

    means: for the person who watches the bytes come. tag: upper-case hex, of 8 to 20 digits, where the
    bytes are a tag that counts. unread: the text that they are, where it may be meant for a tag and is in no
    form of one.
    """

    raw: bytes
    means: Text
    tag: str | None = None
    unread: str = ""

    @property
    def line(self) -> Text:
        """The bytes in hex and what they mean."""
        return text("dump.line", hex=self.raw.hex(" ").upper(), means=self.means)


class Decoder(Protocol):
    """Cuts a stream that may begin and break off anywhere; a new one is made each time a line is opened."""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it, each byte in one at most.

        Nothing at all says that there was a pause. A tag is given with its last byte. What can be no part of
        anything is given at once, as noise.
        """


def tag(raw: bytes, digits: str) -> Piece:
    """A tag that was read. digits: in either case."""
    return Piece(raw, text("dump.tag", tag=digits.upper()), digits.upper())


def noise(raw: bytes) -> list[Piece]:
    """Bytes that belong to nothing that this kind of reader says: one piece, or none where there are none."""
    return [Piece(raw, NOISE)] if raw else []


def meant_for_tag(words: str) -> str:
    """The text of a reader that may be meant for a tag; empty for one that is too short for that."""
    return words if len(words) >= SHORTEST else ""


def bad(raw: bytes) -> Piece:
    """A whole frame whose checksum is wrong."""
    return Piece(raw, text("dump.bad-checksum"))


class PatternDecoder(ABC):
    """A decoder for frames that a regular expression describes.

    FRAME: a whole one. BEGUN: one that is not complete yet, up to the end of what came (`\\Z`).
    """

    FRAME: ClassVar[re.Pattern[bytes]]
    BEGUN: ClassVar[re.Pattern[bytes]]

    def __init__(self) -> None:
        self._buffer = b""

    @abstractmethod
    def judge(self, frame: re.Match[bytes]) -> Piece:
        """What a whole frame means."""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        self._buffer += data
        found: list[Piece] = []
        end = 0
        for frame in self.FRAME.finditer(self._buffer):
            found += [*noise(self._buffer[end : frame.start()]), self.judge(frame)]
            end = frame.end()
        begun = self.BEGUN.search(self._buffer, end)
        start = len(self._buffer) if begun is None else begun.start()
        found += noise(self._buffer[end:start])
        self._buffer = self._buffer[start:]
        return found


class Turn(msgspec.Struct, frozen=True):
    """What came of a session's step.

    tags: that were read. send: to be written now. again: when the next step is due at the latest, in
    seconds on the clock of `now`; None when bytes alone bring one. well: whether the reader answers; None
    while that is not known yet. unread: texts that came and are no tag; see `Piece`.
    """

    tags: tuple[str, ...] = ()
    send: bytes = b""
    again: float | None = None
    well: bool | None = True
    unread: tuple[str, ...] = ()


class Session(Protocol):
    """Talks with one reader from the opening of its line on."""

    def step(self, data: bytes, now: float, /) -> Turn:
        """Take what came, perhaps nothing; times never go back. The first step takes nothing."""


PAUSE = 0.1
"""Seconds without a byte after which what a reader has said is over: at 9600 baud a tag takes 0.015."""


class Listening:
    """The session with a reader that talks by itself."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder

    def step(self, data: bytes, now: float, /) -> Turn:
        """Give the tags that are complete with these bytes, or with the pause; nothing is ever sent."""
        return found(self._decoder.feed(data), again=now + PAUSE if data else None)


def found(pieces: Iterable[Piece], again: float | None = None) -> Turn:
    """The turn in which these came."""
    tags, unread = [], []
    for piece in pieces:
        if piece.tag is not None:
            tags.append(piece.tag)
        elif piece.unread:
            unread.append(piece.unread)
    return Turn(tuple(tags), again=again, unread=tuple(unread))
