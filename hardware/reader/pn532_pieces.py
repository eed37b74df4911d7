"""What the PN532's frames mean, and the tag that one may bring. Pure."""

from __future__ import annotations

from typing import Final

from companion.games.screen import Text, text
from hardware.reader import protocol
from hardware.reader.pn532_frames import Frame, Frames
from hardware.reader.protocol import Piece

LOOK: Final = 0x4A
"""InListPassiveTarget."""
_VERSION = 0x02


def uid(frame: Frame) -> str | None:
    """The tag that a look has found: upper-case hex, of 8, 14 or 20 digits; None where there is none.

    A UID of four bytes that begins with 08 is made up anew each time, as phones do (ISO 14443-3): no tag.
    """
    if frame.sort != "answer" or frame.code != LOOK + 1 or frame.data[:1] in (b"", b"\x00"):
        return None
    found = _uid(frame.data)
    if len(found) not in (4, 7, 10) or _made_up(found):
        return None
    return found.hex().upper()


def _uid(data: bytes) -> bytes:
    """Of the first target: after the number of targets its own, SENS_RES (2), SEL_RES, the UID's length."""
    length = int.from_bytes(data[5:6], "big")
    found = data[6 : 6 + length]
    return found if len(found) == length else b""


def _made_up(found: bytes) -> bool:
    return len(found) == 4 and found[0] == 0x08


class Pieces:
    """What the chip says as pieces that mean something."""

    def __init__(self) -> None:
        self._frames = Frames()

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        return [piece for frame in self._frames.feed(data) for piece in _pieces(frame)]


def _pieces(frame: Frame) -> list[Piece]:
    if frame.sort == "noise":
        return protocol.noise(frame.raw)
    if frame.sort == "bad":
        return [protocol.bad(frame.raw)]
    tag = uid(frame)
    return [protocol.tag(frame.raw, tag) if tag is not None else Piece(frame.raw, _means(frame))]


def _means(frame: Frame) -> Text:
    if frame.sort == "answer" and frame.code == LOOK + 1:
        return text("dump.made-up" if _made_up(_uid(frame.data)) else "dump.no-tag")
    if frame.sort == "answer" and frame.code == _VERSION + 1 and len(frame.data) == 4:
        return text("dump.chip", chip=f"PN5{frame.data[0]:02X}", version=f"{frame.data[1]}.{frame.data[2]}")
    if frame.sort in ("answer", "command"):
        code = frame.code - (frame.sort == "answer")
        return text(f"dump.{frame.sort}", code=f"{code:02X}")
    return text(f"dump.{frame.sort}")
