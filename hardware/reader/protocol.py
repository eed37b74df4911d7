"""Decoders and sessions of readers. Pure.

A reader that sends by itself needs a `Decoder`, mostly a `PatternDecoder` with two regular expressions. One
that is polled needs a `Session` as well.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Protocol

import msgspec

from companion.language.text import Text, text

NOISE = text("dump.noise")
"""The meaning of bytes that are no frame."""


MIN_TAG_LENGTH = 6
"""Characters of a written tag."""


class Piece(msgspec.Struct, frozen=True):
    """Some of a reader's bytes."""

    raw: bytes
    means: Text
    """Their meaning, for `dump_reader`."""
    tag: str | None = None
    """Upper-case hex of 8 to 20 digits, if they are a valid tag."""
    unread: str = ""
    """Their text, if it may be a tag in an unknown form."""

    @property
    def line(self) -> Text:
        """The bytes in hex and what they mean."""
        return text("dump.line", hex=self.raw.hex(" ").upper(), means=self.means)


class Decoder(Protocol):
    """Decodes a stream that may begin and end anywhere. Each opened line has a new one."""

    def feed(self, data: bytes) -> list[Piece]:
        """Take bytes, none for a pause, and return the completed pieces; noise at once."""


def tag(raw: bytes, digits: str) -> Piece:
    """A valid tag. digits: in either case."""
    return Piece(raw, text("dump.tag", tag=digits.upper()), digits.upper())


def noise(raw: bytes) -> list[Piece]:
    """A piece of bytes that are no frame; none for no bytes."""
    return [Piece(raw, NOISE)] if raw else []


def maybe_tag(words: str) -> str:
    """A text that may be a tag in an unknown form; empty for a shorter one."""
    return words if len(words) >= MIN_TAG_LENGTH else ""


def bad_checksum(raw: bytes) -> Piece:
    """A frame with a wrong checksum."""
    return Piece(raw, text("dump.bad-checksum"))


class PatternDecoder(ABC):
    """A decoder of frames that match a regular expression."""

    FRAME: ClassVar[re.Pattern[bytes]]
    """A whole frame."""
    PARTIAL: ClassVar[re.Pattern[bytes]]
    """The beginning of a frame, up to the end of the bytes (`\\Z`)."""

    def __init__(self) -> None:
        self._buffer = b""

    @abstractmethod
    def decode_frame(self, frame: re.Match[bytes]) -> Piece:
        """Decode a whole frame."""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        self._buffer += data
        step_result: list[Piece] = []
        end = 0
        for frame in self.FRAME.finditer(self._buffer):
            step_result += [*noise(self._buffer[end : frame.start()]), self.decode_frame(frame)]
            end = frame.end()
        begun = self.PARTIAL.search(self._buffer, end)
        start = len(self._buffer) if begun is None else begun.start()
        step_result += noise(self._buffer[end:start])
        self._buffer = self._buffer[start:]
        return step_result


class StepResult(msgspec.Struct, frozen=True):
    """The result of a session's step."""

    tags: tuple[str, ...] = ()
    send: bytes = b""
    """Bytes to write now."""
    next_step_at: float | None = None
    """Seconds on the clock of `now` at which the next step is due; None to wait for bytes."""
    answers: bool | None = True
    """Whether the reader answers; None for unknown."""
    unread: tuple[str, ...] = ()
    """Texts that may be tags; see `Piece`."""


class Session(Protocol):
    """Communicates with one reader from the opening of its line on."""

    def step(self, data: bytes, now: float, /) -> StepResult:
        """Take received bytes, possibly none, at seconds that never go back. The first step takes none."""


PAUSE = 0.1
"""Seconds without a byte that end a reader's frame: at 9600 baud a tag takes 0.015."""


class ListeningSession:
    """The session with a reader that sends by itself."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder

    def step(self, data: bytes, now: float, /) -> StepResult:
        """Decode bytes or a pause; never send."""
        return step_result(self._decoder.feed(data), next_step_at=now + PAUSE if data else None)


def step_result(pieces: Iterable[Piece], next_step_at: float | None = None) -> StepResult:
    """The result of a step that decoded these pieces."""
    tags, unread = [], []
    for piece in pieces:
        if piece.tag is not None:
            tags.append(piece.tag)
        elif piece.unread:
            unread.append(piece.unread)
    return StepResult(tuple(tags), next_step_at=next_step_at, unread=tuple(unread))
