"""What a phone sends after the preamble, as an application reads it. It ends where the body does, so that who
reads ahead takes nothing of the next request.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import h11

from web.server.preambles import LARGEST, Malformed, Preamble, malformed
from web.server.sides import BLOCK, Incoming

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Body(io.RawIOBase):
    """One whose length was said. It ends early when the phone has gone."""

    def __init__(self, incoming: Incoming, length: int) -> None:
        self._incoming = incoming
        self._left = length

    @property
    def whole(self) -> bool:
        """Whether all of it has been read."""
        return not self._left

    def readable(self) -> bool:
        """As `io` has it."""
        return True

    def readinto(self, room: WriteableBuffer, /) -> int:
        """As `io` has it. Raises as `Incoming.take`."""
        room = memoryview(room)
        piece = self._incoming.take(min(len(room), self._left))
        room[: len(piece)] = piece
        self._left -= len(piece)
        return len(piece)


class Chunks(io.RawIOBase):
    """One that comes in chunks, for which h11 knows the rules. The connection ends with it.

    words: what stood before it, by which h11 knows that these are chunks.
    """

    def __init__(self, incoming: Incoming, words: bytes) -> None:
        self._incoming = incoming
        self._reader = h11.Connection(h11.SERVER, LARGEST)
        self._reader.receive_data(words)
        self._reader.next_event()
        self._piece = b""
        self.whole = False
        """Whether all of it has been read."""

    def readable(self) -> bool:
        """As `io` has it."""
        return True

    def readinto(self, room: WriteableBuffer, /) -> int:
        """As `io` has it. Raises `Malformed`, and as `Incoming.take`."""
        room = memoryview(room)
        while not self._piece and not self.whole:
            self._next()
        piece, self._piece = self._piece[: len(room)], self._piece[len(room) :]
        room[: len(piece)] = piece
        return len(piece)

    def _next(self) -> None:
        try:
            event = self._reader.next_event()
        except h11.RemoteProtocolError as fault:
            raise malformed(fault) from None
        if event is h11.NEED_DATA:
            self._reader.receive_data(self._incoming.take(BLOCK))
        elif isinstance(event, h11.Data):
            self._piece = bytes(event.data)
        elif isinstance(event, h11.EndOfMessage):
            self.whole = True
        else:
            raise Malformed(400, "the body ends in something else")


def body_after(preamble: Preamble, incoming: Incoming) -> Body | Chunks:
    """What follows upon a preamble that has been taken."""
    return Chunks(incoming, preamble.words) if preamble.length is None else Body(incoming, preamble.length)
