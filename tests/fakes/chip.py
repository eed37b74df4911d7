"""A PN532 that is not there: what it would answer, byte for byte, and how it fails."""

from __future__ import annotations

from hardware.reader.pn532 import (
    ACK,
    LIST_TARGET,
    NACK,
    RF_CONFIGURATION,
    SAM_CONFIGURATION,
    Packet,
    Packets,
    encode,
)

ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
NONE = encode(bytes((0xD5, LIST_TARGET + 1, 0)))


def found(uid: str) -> bytes:
    """The answer to a look that has found this tag."""
    raw = bytes.fromhex(uid)
    return encode(bytes((0xD5, LIST_TARGET + 1, 1, 1, 0x00, 0x44, 0x00, len(raw))) + raw)


def damaged(frame: bytes) -> bytes:
    """The same frame with one bit of its data changed."""
    return frame[:7] + bytes((frame[7] ^ 0x10,)) + frame[8:]


class FakePn532:
    """Takes what the host sends and gives what the chip sends back.

    It sleeps until it is woken, and looks for a tag until one is laid down, `tire` is called or the host
    breaks the look off. dead: it has no power. nacks, errors, damage: how many of the next commands are not
    understood, are refused, or have their answer spoilt on the way.
    """

    def __init__(self, *, dead: bool = False, errors: int = 0) -> None:
        self.dead = dead
        self.errors = errors
        self.nacks = self.damage = 0
        self.tag: str | None = None
        self.received: list[Packet] = []
        self.power_cycle()

    def power_cycle(self) -> None:
        """It has lost its power and has it again."""
        self.awake = self.configured = self.looking = False
        self._frames = Packets()
        self._last = b""

    def feed(self, data: bytes) -> bytes:
        if self.dead:
            return b""
        self.awake = self.awake or b"\x55\x55" in data
        if not self.awake:
            return b""
        return b"".join(self._take(frame) for frame in self._frames.feed(data))

    def lay(self, tag: str) -> bytes:
        """Lay a tag down: what the chip says to it."""
        self.tag = tag
        return self._find() if self.looking and not self.dead else b""

    def lift(self) -> None:
        self.tag = None

    def tire(self) -> bytes:
        """Its tries are used up."""
        return self._answer(NONE) if self.looking and not self.dead else b""

    def _take(self, frame: Packet) -> bytes:
        if frame.sort == "noise":
            return b""
        self.received.append(frame)
        if frame.sort == "ack":
            self.looking = False
            return b""
        if frame.sort == "nack":
            return self._send(self._last)
        if self.nacks:
            self.nacks -= 1
            return NACK
        self.looking = False
        return ACK + self._do(frame.code)

    def _do(self, code: int) -> bytes:
        if self.errors:
            self.errors -= 1
            return ERROR
        if code == SAM_CONFIGURATION:
            self.configured = True
        elif not self.configured:
            return ERROR
        elif code == LIST_TARGET:
            self.looking = True
            return self._find() if self.tag is not None else b""
        elif code != RF_CONFIGURATION:
            return ERROR
        return self._answer(encode(bytes((0xD5, code + 1))))

    def _find(self) -> bytes:
        assert self.tag is not None
        return self._answer(found(self.tag))

    def _answer(self, frame: bytes) -> bytes:
        self.looking = False
        self._last = frame
        return self._send(frame)

    def _send(self, frame: bytes) -> bytes:
        if self.damage:
            self.damage -= 1
            return damaged(frame)
        return frame
