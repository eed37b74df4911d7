"""What a phone sends after the preamble, as an application reads it. It ends where the body does, so that who
reads ahead takes nothing of the next request.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import TYPE_CHECKING

from web.server.preambles import Malformed, Preamble
from web.server.sides import Incoming

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from web.server.grammar import Chunks


class Body(io.RawIOBase):
    """One whose length was said."""

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
        """As `io` has it. Raises `Malformed` where less has come than was said: half of what somebody wanted
        is another thing than he wanted. Else raises as `Incoming.take`.
        """
        room = memoryview(room)
        wanted = min(len(room), self._left)
        piece = self._incoming.take(wanted)
        if wanted and not piece:
            raise Malformed(400, "the phone has gone in the middle of the body")
        room[: len(piece)] = piece
        self._left -= len(piece)
        return len(piece)


def body_after(preamble: Preamble, incoming: Incoming) -> Body | Chunks:
    """What follows upon a preamble that has been taken."""
    if preamble.length is not None:
        return Body(incoming, preamble.length)
    chunks: type[Chunks] = import_module("web.server.grammar").Chunks
    return chunks(incoming, preamble.words)
