"""The bytes of a reader as they come, each piece on a line with what it means. Pure."""

from __future__ import annotations

from companion.games.screen import Text, text
from hardware.reader.kinds import Kind
from hardware.reader.protocol import Pieces


class Dump:
    """Puts what a reader says into lines. What is sent to it is put into lines by another one."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def feed(self, data: bytes) -> list[Text]:
        """Take what came and give the lines that are complete with it.

        Each has the code `dump.line`, with `hex`, the bytes, and `means`, a text of its own.
        """
        return [
            text("dump.line", hex=piece.raw.hex(" ").upper(), means=piece.means)
            for piece in self._pieces.feed(data)
        ]


def dump(kind: Kind) -> Dump:
    """The lines for a reader of this kind, whose line was just opened."""
    return Dump(kind.pieces())
