"""A kind of reader that nobody has built: tags in angle brackets."""

from __future__ import annotations

import re

from hardware.reader import protocol
from hardware.reader.protocol import Piece


class Pieces:
    """See `hardware.reader.protocol.Pieces`."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes) -> list[Piece]:
        head, _, self._buffer = (self._buffer + data).rpartition(b">")
        return [protocol.tag(found[0], found[1].decode()) for found in re.finditer(rb"<(\w+)>", head + b">")]
