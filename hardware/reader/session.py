"""How a reader is talked with: bytes and time go in, bytes and tags come out. Pure."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from hardware.reader.protocol import Pieces


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
