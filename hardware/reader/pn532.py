"""The protocol of a PN532 reading 13.56 MHz stickers, on a serial line (HSU) or I2C. Pure.

`Packets` finds the chip's packets in a stream, `Pn532Decoder` decodes them, and `Polling` is the session:
wake up, SAMConfiguration (plain reader), RFConfiguration (retries), then InListPassiveTarget again and again.
The chip waits for a tag during that command and answers at once.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.language.text import Text, text
from hardware.reader import protocol, stickers
from hardware.reader.protocol import Piece, StepResult

START = b"\x00\xff"
ACK = b"\x00" + START + b"\x00\xff\x00"
NACK = b"\x00" + START + b"\xff\x00\x00"
LONGEST = 265
"""The most bytes of a packet's payload."""
_HOST, _CHIP, _ERROR = 0xD4, 0xD5, 0x7F
_HEAD = 4
_LONG_HEAD = 7

Sort = Literal["answer", "command", "error", "ack", "nack", "bad", "noise"]


class Packet(msgspec.Struct, frozen=True):
    """A part of the stream. raw: without zeros around it. code: of an answer or a command. data: after
    the code.
    """

    sort: Sort
    raw: bytes
    code: int = 0
    data: bytes = b""


def encode(payload: bytes) -> bytes:
    """The packet for a payload of at most 255 bytes: TFI, code and data."""
    length = len(payload)
    head = bytes((length, -length & 0xFF))
    return b"\x00" + START + head + payload + bytes((-sum(payload) & 0xFF, 0))


def command(code: int, data: bytes = b"") -> bytes:
    """The packet of a command to the chip."""
    return encode(bytes((_HOST, code)) + data)


class Packets:
    """Finds packets in a stream that may begin and end anywhere."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._noise = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """Take bytes and return the completed packets."""
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
        """The skipped bytes as noise, without zeros around packets."""
        noise = bytes(self._noise.strip(b"\x00"))
        self._noise.clear()
        return [Packet("noise", noise)] if noise else []


def _length(buffer: bytearray) -> int | None:
    """The length of a packet that begins with a start code; 0 for none, None for an incomplete head."""
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
        return Packet("bad", _up_to_next_start(raw))
    tfi, code, data = body[0], body[1], body[2:-1]
    if tfi == _ERROR and len(body) == 2:
        return Packet("error", raw)
    if tfi in (_CHIP, _HOST) and len(body) > 2:
        return Packet("answer" if tfi == _CHIP else "command", raw, code, data)
    return Packet("noise", raw)


def _up_to_next_start(raw: bytes) -> bytes:
    """A packet with a wrong checksum, cut at the next start code: its end may be lost."""
    start = raw.find(START, 2)
    if start > 0:
        return raw[:start]
    return raw[:-1] if raw.endswith(START[:1]) else raw


LIST_TARGET: Final = 0x4A
"""InListPassiveTarget."""
_VERSION = 0x02


def uid(packet: Packet) -> str | None:
    """The tag of an answer to InListPassiveTarget; None without one."""
    if packet.sort != "answer" or packet.code != LIST_TARGET + 1 or packet.data[:1] in (b"", b"\x00"):
        return None
    return stickers.sticker_tag(_uid(packet.data))


def _uid(data: bytes) -> bytes:
    """The first target's UID, after count, target number, SENS_RES (2), SEL_RES and the UID's length."""
    length = int.from_bytes(data[5:6], "big")
    found = data[6 : 6 + length]
    return found if len(found) == length else b""


class Pn532Decoder:
    """Decodes the chip's packets."""

    def __init__(self) -> None:
        self._packets = Packets()

    def feed(self, data: bytes) -> list[Piece]:
        """Take bytes and return the completed pieces."""
        return [_piece(packet) for packet in self._packets.feed(data)]


def _piece(packet: Packet) -> Piece:
    tag = uid(packet)
    if tag is not None:
        return protocol.tag(packet.raw, tag)
    return protocol.bad_checksum(packet.raw) if packet.sort == "bad" else Piece(packet.raw, _meaning(packet))


def _meaning(packet: Packet) -> Text:
    if packet.sort == "answer" and packet.code == LIST_TARGET + 1:
        return text("dump.made-up" if stickers.is_random(_uid(packet.data)) else "dump.no-tag")
    if packet.sort == "answer" and packet.code == _VERSION + 1 and len(packet.data) == 4:
        chip, major, minor, _ = packet.data
        return text("dump.chip", chip=f"PN5{chip:02X}", version=f"{major}.{minor}")
    if packet.sort in ("answer", "command"):
        code = packet.code - (packet.sort == "answer")
        return text(f"dump.{packet.sort}", code=f"{code:02X}")
    return text(f"dump.{packet.sort}")


WAKE = b"\x55\x55" + bytes(14)
"""Wakes a sleeping chip; one that is awake ignores it."""
SAM_CONFIGURATION: Final = 0x14
RF_CONFIGURATION: Final = 0x32
_COMMAND_DATA: Final = {
    SAM_CONFIGURATION: b"\x01",
    RF_CONFIGURATION: b"\x05\xff\x01\xfe",
    LIST_TARGET: b"\x01\x00",
}
"""By command, its data. The chip tries 254 times to find a tag; 255 would be for ever."""

_TO_ACK = 0.25
"""Seconds until an ACK: 15 ms by the manual, adapters may add ten times that."""
_TO_ANSWER = 0.5
LONG_POLL = 15.0
"""Seconds after which a poll without a tag is cancelled, to notice a chip that was reset by a loose wire.
Each
poll wakes the machine three times."""
_SHORT_POLL = 0.22
"""Seconds between two short polls: the longest delay of a tap."""
_PAUSE = 0.05
"""Seconds after a cancelled command, during which the chip would miss another."""
_RETRY = 1.0
_REPEATS = 2
"""How often a command or its answer is repeated."""
_LOST = 4
"""Failures in a row after which the reader counts as missing."""


class Polling:
    """The session with a PN532. wake: bytes before the first command."""

    def __init__(self, wake: bytes = WAKE) -> None:
        self._wake = wake
        self._packets = Packets()
        self._command: int | None = None
        self._acked = self._awake = False
        self._repeats = self._failures = 0
        self._polled_at = 0.0
        self._due = float("-inf")
        self._answers: bool | None = None
        self._tags: list[str] = []
        self._out = bytearray()

    def step(self, data: bytes, now: float, /) -> StepResult:
        """See `Session`."""
        for packet in self._packets.feed(data):
            self._receive(packet, now)
        if now >= self._due:
            self._on_timeout(now)
        result = StepResult(tuple(self._tags), bytes(self._out), self._due, self._answers)
        self._tags.clear()
        self._out.clear()
        return result

    def _receive(self, packet: Packet, now: float) -> None:
        if packet.sort == "answer":
            self._on_answer(packet, now)
        elif self._command is None:
            return
        elif packet.sort == "ack" and not self._acked:
            self._on_ack(now)
        elif packet.sort == "nack":
            self._repeat(command(self._command, _COMMAND_DATA[self._command]), now + _TO_ACK, now)
        elif packet.sort == "bad" and self._acked:
            self._repeat(NACK, now + _TO_ANSWER, now)
        elif packet.sort == "error":
            self._fail(now)

    def _on_ack(self, now: float) -> None:
        """Wait for the answer; the first poll after a failure is short, to report the reader as back soon."""
        self._acked = True
        looking = self._command == LIST_TARGET
        self._due = now + (LONG_POLL if looking and not self._failures else _TO_ANSWER)
        if looking and self._answers is None:
            self._answers = True

    def _on_answer(self, packet: Packet, now: float) -> None:
        """Take an answer; a tag counts also if its poll has just been cancelled."""
        tag = uid(packet)
        if tag is not None:
            self._tags.append(tag)
        if self._command is None or packet.code != self._command + 1:
            return
        if self._command == SAM_CONFIGURATION:
            self._send_command(RF_CONFIGURATION, now)
        elif self._command == RF_CONFIGURATION:
            self._poll(now)
        else:
            self._end_poll(now, now if tag is not None else self._polled_at)

    def _on_timeout(self, now: float) -> None:
        if self._command == LIST_TARGET and self._acked and not self._repeats:
            self._out += ACK
            self._end_poll(now, now - _SHORT_POLL + _PAUSE)
        elif self._command is not None:
            self._fail(now)
        elif self._awake:
            self._poll(now)
        else:
            self._out += self._wake
            self._send_command(SAM_CONFIGURATION, now)

    def _poll(self, now: float) -> None:
        self._awake = True
        self._polled_at = now
        self._send_command(LIST_TARGET, now)

    def _end_poll(self, now: float, since: float) -> None:
        """End a poll; the next one is due a short poll after `since`."""
        self._command = None
        self._failures = 0
        self._answers = True
        self._due = since + _SHORT_POLL
        if now >= self._due:
            self._poll(now)

    def _send_command(self, code: int, now: float) -> None:
        self._packets = Packets()  # drops a partial packet from before
        self._command = code
        self._acked = False
        self._repeats = 0
        self._due = now + _TO_ACK
        self._out += command(code, _COMMAND_DATA[code])

    def _repeat(self, sent: bytes, due: float, now: float) -> None:
        if self._repeats == _REPEATS:
            self._fail(now)
            return
        self._repeats += 1
        self._due = due
        self._out += sent

    def _fail(self, now: float) -> None:
        """Cancel, and set the chip up again after a while: it may have lost its power."""
        self._out += ACK
        self._command = None
        self._awake = False
        self._failures += 1
        self._due = now + _PAUSE
        if self._failures >= _LOST:
            self._answers = False
            self._due = now + _RETRY
