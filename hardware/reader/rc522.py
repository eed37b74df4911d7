"""The protocol of an RC522 (NXP's MFRC522 and copies) reading 13.56 MHz stickers over SPI. Pure.

The chip has no firmware: the host drives its registers to exchange ISO 14443-3 frames with the cards.
`_Protocol` does that, transfer by transfer; `Polling` is the session, a transfer a step; `Rc522Decoder` runs
the same protocol on recorded answers.

A transfer begins with an address byte, `0AAAAAA0` to write all that follows to a register, `1AAAAAA0` to read
it; each answer arrives with the next byte (8.1.2 of the datasheet).
"""

from collections.abc import Generator
from functools import reduce
from operator import xor
from typing import Final

import msgspec

from companion.language.text import text
from hardware.reader import protocol, stickers
from hardware.reader.protocol import Piece, StepResult

COMMAND, IRQ, ERROR, FIFO, LEVEL, CONTROL, FRAMING, COLLISION = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, ANTENNA, ASK, GAIN, TIMER, PRESCALER, RELOAD_HIGH, RELOAD_LOW, VERSION = (
    0x11, 0x14, 0x15, 0x26, 0x2A, 0x2B, 0x2C, 0x2D, 0x37,
)  # fmt: skip
"""Registers, by their addresses (9.2)."""
IDLE, TRANSCEIVE, RESET = 0x00, 0x0C, 0x0F
"""Values of `COMMAND` (10.3)."""
_SET_UP: Final = (
    (TIMER, 0x80),  # starts after each transmission, stops with the first received bit
    (PRESCALER, 0xA9),  # counts every 25 us
    (RELOAD_HIGH, 0x00),
    (RELOAD_LOW, 0x50),  # for 2 ms: a card answers within 0.1
    (ASK, 0x40),  # 100 %, by ISO 14443-3 A
    (MODE, 0x3D),
    (ANTENNA, 0x83),
)
_CHECKED: Final = ((TIMER, 0x80), (ANTENNA, 0x83))
"""Registers that show whether a chip has lost its power."""
_GAINS: Final = {18: 0x28, 23: 0x38, 33: 0x48, 38: 0x58, 43: 0x68, 48: 0x78}
"""`GAIN` for each gain of the receiver in dB (9.3.3.6); after a reset it is 33."""
_NO_CHIP = (0x00, 0xFF)
"""Versions that are read without a chip: all low, or all high."""
_DONE, _TIMED_OUT = 0x30, 0x01
"""Bits of `IRQ`: received or done; timeout."""
_INVALID, _COLLIDED = 0x13, 0x08
"""Bits of `ERROR`: overflow, parity or protocol error; collision of two cards."""
_UNKNOWN_POSITION = 0x20
"""A bit of `COLLISION`: no valid position."""

WAKE: Final = b"\x52"
"""WUPA, of 7 bits: unlike REQA, 0x26, halted cards answer it, too."""
LEVELS: Final = (0x93, 0x95, 0x97)
"""SEL of the three cascade levels of a UID: 4 bytes, or 3 and another level."""
CASCADE, MORE = 0x88, 0x04
"""The cascade tag, first byte of a level before another one, and the SAK's bit for it. A UID of four bytes
may
begin with the same byte: the bit decides."""
HALT: Final = b"\x50\x00"

POLL_INTERVAL = 0.22
"""Seconds between two polls: the longest delay of a tap."""
_SHORT, _STEP = 0.0025, 0.001
"""Seconds until a card has answered or the chip's timer has run out, and between two checks after that."""
_STEPS = 20
_RESTING = 0.05
"""Seconds for the chip's reset."""
_POWERING = 0.005
"""Seconds for a card to start once the antenna is on."""
_RETRY = 1.0
_LOST = 3
"""Failures in a row after which the reader counts as missing."""


def crc(data: bytes) -> bytes:
    """CRC_A (ISO 14443-3, annex B), the low byte first."""
    value = 0x6363
    for byte in data:
        mixed = byte ^ value & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        value = value >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return value.to_bytes(2, "little")


def write(register: int, *octets: int) -> bytes:
    """The transfer to write bytes to one register."""
    return bytes((register << 1, *octets))


def read(*registers: int) -> bytes:
    """The transfer to read registers; its answer has one more byte at the beginning."""
    return bytes((*(0x80 | register << 1 for register in registers), 0))


class _Received(msgspec.Struct, frozen=True):
    """Received bytes, and the first bit of a collision, from 1 on."""

    data: bytes = b""
    collided: int | None = None


class _NoAnswer(Exception):
    """The chip does not respond as an RC522."""


_Steps = Generator[bytes | float, bytes, None]
"""Yields transfers, to be sent their answers, and waits in seconds, to be sent nothing."""
_Exchange = Generator[bytes | float, bytes, _Received]
_Choice = Generator[bytes | float, bytes, tuple[bytes, bool] | None]


class _Protocol:
    """The protocol as a generator. answers: see `StepResult`. pieces: found so far, to be taken.

    gain: of the receiver in dB, a key of `_GAINS`; None for the chip's default.
    """

    def __init__(self, gain: int | None) -> None:
        wanted = () if gain is None else ((GAIN, _GAINS[gain]),)
        self._setting_up = (*wanted, *_SET_UP)
        self.answers: bool | None = None
        self.pieces: list[Piece] = []
        self._version = 0

    def steps(self) -> _Steps:
        """Set up and poll for ever."""
        failures = 0
        while True:
            try:
                yield from self._set_up()
                while True:
                    yield from self._check()
                    yield from self._poll()
                    self.answers, failures = True, 0
                    yield POLL_INTERVAL
            except _NoAnswer:
                failures += 1
                if failures >= _LOST:
                    self.answers = False
                yield _RETRY if failures >= _LOST else _RESTING

    def _set_up(self) -> _Steps:
        yield write(COMMAND, RESET)
        yield _RESTING
        for register, value in self._setting_up:
            yield write(register, value)
        yield _POWERING

    def _check(self) -> _Steps:
        """Raise `_NoAnswer` unless the chip is present and still set up."""
        _, version, *ours = yield read(VERSION, *(register for register, _ in _CHECKED))
        if version in _NO_CHIP or tuple(ours) != tuple(value for _, value in _CHECKED):
            raise _NoAnswer
        if version != self._version:
            self._version = version
            self._add(Piece(bytes((version,)), text("dump.chip", chip="RC522", version=f"{version:02X}")))

    def _poll(self) -> _Steps:
        """Poll for a card once, and halt it until the next poll."""
        received = yield from self._exchange(WAKE, bits=7)
        if not received.data and received.collided is None:
            return
        uid = b""
        for level in LEVELS:
            chosen = yield from self._choose(level)
            if chosen is None:
                return
            part, more = chosen
            uid += part[more:]
            if not more:
                break
        else:
            return
        tag = stickers.sticker_tag(uid)
        if tag is not None:
            self._add(protocol.tag(uid, tag))
        elif stickers.is_random(uid):
            self._add(Piece(uid, text("dump.made-up")))
        yield from self._send(HALT + crc(HALT))  # has no answer to wait for

    def _choose(self, level: int) -> _Choice:
        """Select a card on one cascade level; its part of the UID, and whether another level follows.

        None where no card answers. Of several cards the one with a 1 at each collision is selected.
        """
        known, bits = 0, 0
        while True:
            whole, rest = divmod(bits, 8)
            sent = known.to_bytes(5, "little")[: whole + (rest > 0)]
            asked = bytes((level, 0x20 + (whole << 4) + rest)) + sent
            received = yield from self._exchange(asked, bits=rest, at=rest)
            if len(received.data) > 5 - whole:
                return None
            value = int.from_bytes(received.data, "little") << 8 * whole
            known |= value & -1 << bits
            if received.collided is None:
                break
            if received.collided <= bits:
                return None
            bits = received.collided
            known = known & (1 << bits) - 1 | 1 << bits - 1
        if len(received.data) != 5 - whole:
            return None
        part = known.to_bytes(5, "little")
        if reduce(xor, part):
            self._add(protocol.bad_checksum(part))
            return None
        chosen = bytes((level, 0x70)) + part
        received = yield from self._exchange(chosen + crc(chosen))
        if len(received.data) != 3 or crc(received.data[:1]) != received.data[1:]:
            return None
        more = received.data[0] & MORE != 0
        return None if more and part[0] != CASCADE else (part[:4], more)

    def _exchange(self, data: bytes, *, bits: int = 0, at: int = 0) -> _Exchange:
        """Send a frame to the cards and return their answer, empty for a broken one or none.

        bits: of the last byte to send, 0 for all. at: the bit at which the answer begins in its first byte.
        """
        yield from self._send(data, bits, at)
        yield _SHORT
        for _ in range(_STEPS):
            _, irq = yield read(IRQ)
            if irq & (_DONE | _TIMED_OUT):
                break
            yield _STEP
        else:
            raise _NoAnswer
        if not irq & _DONE:
            return _Received()
        _, error, level, collision = yield read(ERROR, LEVEL, COLLISION)
        if error & _INVALID or level > 64:
            return _Received()
        octets = (yield read(*[FIFO] * level))[1:] if level else b""
        if not error & _COLLIDED:
            return _Received(octets)
        return _Received(octets, None if collision & _UNKNOWN_POSITION else (collision & 0x1F) or 32)

    def _send(self, data: bytes, bits: int = 0, at: int = 0) -> _Steps:
        yield write(COMMAND, IDLE)
        yield write(IRQ, 0x7F)
        yield write(LEVEL, 0x80)  # clears the FIFO
        yield write(FIFO, *data)
        yield write(COMMAND, TRANSCEIVE)
        yield write(FRAMING, 0x80 | at << 4 | bits)

    def _add(self, piece: Piece) -> None:
        self.pieces.append(piece)


class _Stepper:
    """Runs the protocol by its answers. wants: the next transfer, or seconds to wait."""

    def __init__(self, gain: int | None) -> None:
        self.protocol = _Protocol(gain)
        self._steps = self.protocol.steps()
        self.wants: bytes | float = next(self._steps)

    def answer(self, data: bytes) -> None:
        """Go on with the answer to the transfer, or after the wait."""
        length = len(self.wants) if isinstance(self.wants, bytes) else 0
        self.wants = self._steps.send(data[:length].ljust(length, b"\x00"))

    def take_pieces(self) -> list[Piece]:
        """The pieces since the last call."""
        pieces, self.protocol.pieces = self.protocol.pieces, []
        return pieces


class Polling:
    """The session with an RC522: each sent transfer must be answered next.

    gain: of the receiver in dB: 18, 23, 33, 38, 43 or 48; None for the chip's default.
    """

    def __init__(self, gain: int | None = None) -> None:
        self._stepper = _Stepper(gain)
        self._sent = False
        self._due: float | None = None

    def step(self, data: bytes, now: float, /) -> StepResult:
        """Take the answer to the last transfer, or go on after a wait."""
        if self._sent and data:
            self._sent = False
            self._stepper.answer(data)
        elif self._due is not None and now >= self._due:
            self._due = None
            self._stepper.answer(b"")
        send = b""
        wants = self._stepper.wants
        if isinstance(wants, bytes):
            if not self._sent:
                self._sent, send = True, wants
        elif self._due is None:
            self._due = now + wants
        tags = tuple(piece.tag for piece in self._stepper.take_pieces() if piece.tag is not None)
        return StepResult(tags, send, now if self._sent else self._due, self._stepper.protocol.answers)


class Rc522Decoder:
    """Decodes the answers of a session with this gain, from its first step on."""

    def __init__(self, gain: int | None = None) -> None:
        self._stepper = _Stepper(gain)
        self._buffer = b""

    def feed(self, data: bytes) -> list[Piece]:
        """Take bytes and return the completed pieces."""
        self._buffer += data
        while True:
            wants = self._stepper.wants
            if not isinstance(wants, bytes):
                self._stepper.answer(b"")
            elif len(self._buffer) >= len(wants):
                self._stepper.answer(self._buffer)
                self._buffer = self._buffer[len(wants) :]
            else:
                return self._stepper.take_pieces()
