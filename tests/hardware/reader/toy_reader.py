"""A kind of reader that does not exist: tags in angle brackets."""

from __future__ import annotations

import re

from hardware.reader import protocol
from hardware.reader.protocol import PatternDecoder, Piece


class ToyDecoder(PatternDecoder):
    """A tag is the text in them."""

    FRAME = re.compile(rb"<(\w+)>")
    PARTIAL = re.compile(rb"<\w*\Z")

    def decode_frame(self, frame: re.Match[bytes]) -> Piece:
        return protocol.tag(frame[0], frame[1].decode())
