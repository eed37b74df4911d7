"""A kind of reader that nobody has built: tags in angle brackets."""

from __future__ import annotations

import re

from hardware import pieces
from hardware.pieces import Piece


class Pieces:
    """See `hardware.pieces.Pieces`."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes) -> list[Piece]:
        head, _, self._buffer = (self._buffer + data).rpartition(b">")
        return [pieces.tag(found[0], found[1].decode()) for found in re.finditer(rb"<(\w+)>", head + b">")]
