"""What comes from a reader, cut into pieces that mean something. Pure."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from companion.language.text import Text, text

NOISE = text("dump.noise")
"""What bytes mean that belong to nothing."""


class Piece(NamedTuple):
    """Some bytes of a reader's and what they mean.

    means: for the person who watches the bytes come. tag: upper-case hex, of 8 to 20 digits, where the
    bytes are a tag that counts.
    """

    raw: bytes
    means: Text
    tag: str | None = None


class Pieces(Protocol):
    """Cuts a stream that may begin and break off anywhere; a new one is made each time a line is opened."""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it, each byte in one at most.

        A tag is given with its last byte. What can be no part of anything is given at once, as noise.
        """


def tag(raw: bytes, digits: str) -> Piece:
    """A tag that was read. digits: in either case."""
    return Piece(raw, text("dump.tag", tag=digits.upper()), digits.upper())


def noise(raw: bytes | bytearray) -> list[Piece]:
    """Bytes that belong to nothing that this kind of reader says: one piece, or none where there are none."""
    return [Piece(bytes(raw), NOISE)] if raw else []


def bad(raw: bytes) -> Piece:
    """A whole frame whose checksum is wrong."""
    return Piece(raw, text("dump.bad-checksum"))


class Turn(NamedTuple):
    """What came of a step.

    tags: that were read. send: to be written now. again: when the next step is due at the latest, in
    seconds on the clock of `now`; None when bytes alone bring one. well: whether the reader answers; None
    while that is not known yet.
    """

    tags: tuple[str, ...] = ()
    send: bytes = b""
    again: float | None = None
    well: bool | None = True


class Session(Protocol):
    """Talks with one reader from the opening of its line on."""

    def step(self, data: bytes, now: float, /) -> Turn:
        """Take what came, perhaps nothing; times never go back. The first step takes nothing."""


class Listening:
    """The session with a reader that talks by itself."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def step(self, data: bytes, _now: float, /) -> Turn:
        """Give the tags that are complete with these bytes; nothing is ever sent."""
        return Turn(tuple(piece.tag for piece in self._pieces.feed(data) if piece.tag is not None))
