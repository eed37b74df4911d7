"""Talking with a PN532, on a serial line (HSU) or over I2C, about stickers of 13.56 MHz. Pure.

`Packets` finds the chip's packets in the bytes that come, `Pn532Decoder` says what they mean, and `Polling`
asks the chip: it is woken, told to be a plain reader (SAMConfiguration) and how long to look by itself
(RFConfiguration), and then asked for one tag after another (InListPassiveTarget). It looks the whole
time and answers at once when a tag comes, so that a tap need not wait for the next question.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.language.text import Text, text
from hardware.reader import protocol, stickers
from hardware.reader.protocol import Piece, Turn

START = b"\x00\xff"
ACK = b"\x00" + START + b"\x00\xff\x00"
NACK = b"\x00" + START + b"\xff\x00\x00"
LONGEST = 265
"""The most bytes that the chip puts into a packet."""
_HOST, _CHIP, _ERROR = 0xD4, 0xD5, 0x7F
_HEAD = 4
_LONG_HEAD = 7

Sort = Literal["answer", "command", "error", "ack", "nack", "bad", "noise"]


class Packet(msgspec.Struct, frozen=True):
    """What was found in the stream.

    raw: without the zeros around it. code: of an answer or a command. data: what follows the code.
    """

    sort: Sort
    raw: bytes
    code: int = 0
    data: bytes = b""


def encode(payload: bytes) -> bytes:
    """The packet that carries a payload of at most 255 bytes: TFI, code and data."""
    length = len(payload)
    head = bytes((length, -length & 0xFF))
    return b"\x00" + START + head + payload + bytes((-sum(payload) & 0xFF, 0))


def command(code: int, data: bytes = b"") -> bytes:
    """The packet by which the host gives the chip a command."""
    return encode(bytes((_HOST, code)) + data)


class Packets:
    """Finds packets in a stream that may begin and break off anywhere."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._noise = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """Take what came and give what is complete with it."""
        self._buffer += data
        found: list[Packet] = []
        while (start := self._buffer.find(START)) >= 0:
            self._skip(start)
            length = _length(self._buffer)
            if length is None:
                break
            if length == 0:
                self._skip(1)
                continue
            found += self._skipped()
            packet = _judge(bytes(self._buffer[:length]))
            found.append(packet)
            del self._buffer[: len(packet.raw)]
        else:
            self._skip(len(self._buffer) - self._buffer.endswith(START[:1]))
        return found + self._skipped()

    def _skip(self, length: int) -> None:
        self._noise += self._buffer[:length]
        del self._buffer[:length]

    def _skipped(self) -> list[Packet]:
        """What was skipped, if it is more than the zeros around packets."""
        noise = bytes(self._noise.strip(b"\x00"))
        self._noise.clear()
        return [Packet("noise", noise)] if noise else []


def _length(buffer: bytearray) -> int | None:
    """The length of what begins with a start code; 0 if it is no packet, None while more must come."""
    head = bytes(buffer[2:_HEAD])
    if len(head) < 2:
        return None
    if head in (ACK[3:5], NACK[3:5]):
        return _HEAD
    size, ends = head[0], _HEAD
    if head == b"\xff\xff":
        if len(buffer) < _LONG_HEAD:
            return None
        size, ends = int.from_bytes(buffer[4:6], "big"), _LONG_HEAD
        well = sum(buffer[4:_LONG_HEAD]) & 0xFF == 0
    else:
        well = sum(head) & 0xFF == 0
    if not well or not 0 < size <= LONGEST:
        return 0
    return ends + size + 1 if len(buffer) > ends + size else None


def _judge(raw: bytes) -> Packet:
    if len(raw) == _HEAD:
        return Packet("ack" if raw == ACK[1:5] else "nack", raw)
    body = raw[_LONG_HEAD if raw[2:4] == b"\xff\xff" else _HEAD :]
    if sum(body) & 0xFF:
        return Packet("bad", _before_another(raw))
    tfi, code, data = body[0], body[1], body[2:-1]
    if tfi == _ERROR and len(body) == 2:
        return Packet("error", raw)
    if tfi in (_CHIP, _HOST) and len(body) > 2:
        return Packet("answer" if tfi == _CHIP else "command", raw, code, data)
    return Packet("noise", raw)


def _before_another(raw: bytes) -> bytes:
    """A packet with a wrong checksum may have lost its end: then it holds the beginning of the next one."""
    start = raw.find(START, 2)
    if start > 0:
        return raw[:start]
    return raw[:-1] if raw.endswith(START[:1]) else raw


LOOK: Final = 0x4A
"""InListPassiveTarget."""
_VERSION = 0x02


def uid(packet: Packet) -> str | None:
    """The tag that a look has found, see `hardware.reader.stickers`; None where there is none."""
    if packet.sort != "answer" or packet.code != LOOK + 1 or packet.data[:1] in (b"", b"\x00"):
        return None
    return stickers.number(_uid(packet.data))


def _uid(data: bytes) -> bytes:
    """Of the first target: after the number of targets its own, SENS_RES (2), SEL_RES, the UID's length."""
    length = int.from_bytes(data[5:6], "big")
    found = data[6 : 6 + length]
    return found if len(found) == length else b""


class Pn532Decoder:
    """What the chip says, and which of it is a tag."""

    def __init__(self) -> None:
        self._packets = Packets()

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give the pieces that are complete with it."""
        return [_piece(packet) for packet in self._packets.feed(data)]


def _piece(packet: Packet) -> Piece:
    tag = uid(packet)
    if tag is not None:
        return protocol.tag(packet.raw, tag)
    return protocol.bad(packet.raw) if packet.sort == "bad" else Piece(packet.raw, _means(packet))


def _means(packet: Packet) -> Text:
    if packet.sort == "answer" and packet.code == LOOK + 1:
        return text("dump.made-up" if stickers.made_up(_uid(packet.data)) else "dump.no-tag")
    if packet.sort == "answer" and packet.code == _VERSION + 1 and len(packet.data) == 4:
        chip, major, minor, _ = packet.data
        return text("dump.chip", chip=f"PN5{chip:02X}", version=f"{major}.{minor}")
    if packet.sort in ("answer", "command"):
        code = packet.code - (packet.sort == "answer")
        return text(f"dump.{packet.sort}", code=f"{code:02X}")
    return text(f"dump.{packet.sort}")


WAKE = b"\x55\x55" + bytes(14)
"""A chip that sleeps takes this for its alarm clock; one that is awake finds no packet in it."""
SAM: Final = 0x14
RETRIES: Final = 0x32
_ASKED: Final = {SAM: b"\x01", RETRIES: b"\x05\xff\x01\xfe", LOOK: b"\x01\x00"}
"""What follows the code. The chip tries 254 times to find a tag: one more would be for ever."""

_TO_ACK = 0.25
"""Seconds that a command waits for its ACK: 15 ms are promised, an adapter may add ten times that."""
_TO_ANSWER = 0.5
LONG_LOOK = 15.0
"""Seconds after which a look without a tag is broken off: so late is it noticed that a wire to the chip was
loose, and the chip has forgotten that it looks. Each look wakes the machine three times."""
_SHORT_LOOK = 0.22
"""Seconds from one look to the next: what a tap waits at most, and the chip is not asked more often."""
_PAUSE = 0.05
"""Seconds that the chip is left alone after a command was broken off: at once, it would not hear."""
_RETRY = 1.0
_REPEATS = 2
"""How often a command, or an answer to it, is sent once more."""
_LOST = 4
"""Failures one after another until the reader is said to be missing."""


class Polling:
    """The session with a chip that says nothing by itself. wake: what is sent before the first command."""

    def __init__(self, wake: bytes = WAKE) -> None:
        self._wake = wake
        self._packets = Packets()
        self._asked: int | None = None
        self._acked = self._awake = False
        self._repeats = self._failures = 0
        self._looked = 0.0
        self._due = float("-inf")
        self._well: bool | None = None
        self._tags: list[str] = []
        self._out = bytearray()

    def step(self, data: bytes, now: float, /) -> Turn:
        """Take what came, perhaps nothing, at this time."""
        for packet in self._packets.feed(data):
            self._hear(packet, now)
        if now >= self._due:
            self._late(now)
        turn = Turn(tuple(self._tags), bytes(self._out), self._due, self._well)
        self._tags.clear()
        self._out.clear()
        return turn

    def _hear(self, packet: Packet, now: float) -> None:
        if packet.sort == "answer":
            self._answered(packet, now)
        elif self._asked is None:
            return
        elif packet.sort == "ack" and not self._acked:
            self._accepted(now)
        elif packet.sort == "nack":
            self._repeat(command(self._asked, _ASKED[self._asked]), now + _TO_ACK, now)
        elif packet.sort == "bad" and self._acked:
            self._repeat(NACK, now + _TO_ANSWER, now)
        elif packet.sort == "error":
            self._fail(now)

    def _accepted(self, now: float) -> None:
        """After a failure the first look is a short one, so that the reader is soon said to be back."""
        self._acked = True
        looking = self._asked == LOOK
        self._due = now + (LONG_LOOK if looking and not self._failures else _TO_ANSWER)
        if looking and self._well is None:
            self._well = True

    def _answered(self, packet: Packet, now: float) -> None:
        """Take an answer. Its tag counts even when the look that found it has just been broken off."""
        tag = uid(packet)
        if tag is not None:
            self._tags.append(tag)
        if self._asked is None or packet.code != self._asked + 1:
            return
        if self._asked == SAM:
            self._ask(RETRIES, now)
        elif self._asked == RETRIES:
            self._look(now)
        else:
            self._looked_well(now, now if tag is not None else self._looked)

    def _late(self, now: float) -> None:
        if self._asked == LOOK and self._acked and not self._repeats:
            self._out += ACK
            self._looked_well(now, now - _SHORT_LOOK + _PAUSE)
        elif self._asked is not None:
            self._fail(now)
        elif self._awake:
            self._look(now)
        else:
            self._out += self._wake
            self._ask(SAM, now)

    def _look(self, now: float) -> None:
        self._awake = True
        self._looked = now
        self._ask(LOOK, now)

    def _looked_well(self, now: float, since: float) -> None:
        """The look is over; the next one is due a short look after `since`."""
        self._asked = None
        self._failures = 0
        self._well = True
        self._due = since + _SHORT_LOOK
        if now >= self._due:
            self._look(now)

    def _ask(self, code: int, now: float) -> None:
        self._packets = Packets()  # what was begun before is no part of an answer to this
        self._asked = code
        self._acked = False
        self._repeats = 0
        self._due = now + _TO_ACK
        self._out += command(code, _ASKED[code])

    def _repeat(self, sent: bytes, due: float, now: float) -> None:
        if self._repeats == _REPEATS:
            self._fail(now)
            return
        self._repeats += 1
        self._due = due
        self._out += sent

    def _fail(self, now: float) -> None:
        """Break off, and wake the chip after a while: it may have lost its power and found it again."""
        self._out += ACK
        self._asked = None
        self._awake = False
        self._failures += 1
        self._due = now + _PAUSE
        if self._failures >= _LOST:
            self._well = False
            self._due = now + _RETRY
