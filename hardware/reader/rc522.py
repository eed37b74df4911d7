"""Talking with an RC522 (NXP's MFRC522 and its copies) over SPI about stickers of 13.56 MHz. Pure.

The chip has no program of its own: the host moves its registers and, through them, says to the cards what
ISO 14443-3 wants said. `_Talk` is that, transfer by transfer; `Polling` is the session, one transfer a
step; `Rc522Decoder` follows the same talk by the answers alone.

A transfer to the chip is an address byte, `0AAAAAA0` to write what follows into that one register, `1AAAAAA0`
to read it; the answer to each address to read comes with the byte after it (8.1.2 of the datasheet).
"""

from collections.abc import Generator
from functools import reduce
from operator import xor
from typing import Final

import msgspec

from companion.language.text import text
from hardware.reader import protocol, stickers
from hardware.reader.protocol import Piece, Turn

COMMAND, IRQ, ERROR, FIFO, LEVEL, CONTROL, FRAMING, COLLISION = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, ANTENNA, ASK, GAIN, TIMER, PRESCALER, RELOAD_HIGH, RELOAD_LOW, VERSION = (
    0x11, 0x14, 0x15, 0x26, 0x2A, 0x2B, 0x2C, 0x2D, 0x37,
)  # fmt: skip
"""Registers, by their addresses (9.2)."""
IDLE, TRANSCEIVE, RESET = 0x00, 0x0C, 0x0F
"""What `COMMAND` takes (10.3)."""
_SET_UP: Final = (
    (TIMER, 0x80),  # starts by itself after each transmission, with the first bit that comes it stops
    (PRESCALER, 0xA9),  # counts every 25 us
    (RELOAD_HIGH, 0x00),
    (RELOAD_LOW, 0x50),  # for 2 ms: a card answers within 0.1
    (ASK, 0x40),  # as ISO 14443-3 A wants it
    (MODE, 0x3D),
    (ANTENNA, 0x83),
)
_OURS: Final = ((TIMER, 0x80), (ANTENNA, 0x83))
"""What a chip that has lost its power no longer has."""
_GAINS: Final = {18: 0x28, 23: 0x38, 33: 0x48, 38: 0x58, 43: 0x68, 48: 0x78}
"""`GAIN` for each gain of the receiver in dB (9.3.3.6); after a reset it is 33."""
_NOBODY = (0x00, 0xFF)
"""The versions that are read where there is no chip: the line is held low, or high."""
_DONE, _TIMED_OUT = 0x30, 0x01
"""In `IRQ`: something was received, or the command is over; nothing came in time."""
_SPOILT, _COLLIDED = 0x13, 0x08
"""In `ERROR`: what came was too long, or its parity or its beginning wrong; two cards said different bits."""
_NO_PLACE = 0x20
"""In `COLLISION`: where it was is not known."""

WAKE: Final = b"\x52"
"""WUPA, of 7 bits: a card that was told to be quiet answers to it, too, which to REQA, 0x26, it does not."""
LEVELS: Final = (0x93, 0x95, 0x97)
"""SEL of the three parts of a number: 4 bytes, or 3 and more to come."""
CASCADE, MORE = 0x88, 0x04
"""How a part begins after which more comes, and the bit in the answer to its choice (SAK) that says so.
Numbers of four bytes may begin the same: the bit decides."""
HALT: Final = b"\x50\x00"

ROUND = 0.22
"""Seconds from one look to the next: no hand lays a bag faster, and a tap waits no longer."""
_SHORT, _STEP = 0.0025, 0.001
"""Seconds until a card has answered or the chip's timer has run out, and between two looks after that."""
_STEPS = 20
_RESTING = 0.05
"""Seconds that a chip may take to start anew."""
_POWERING = 0.005
"""Seconds that a card takes to come alive when the antenna is switched on."""
_RETRY = 1.0
_LOST = 3
"""Failures one after another until the reader is said to be missing."""


def crc(data: bytes) -> bytes:
    """CRC_A (ISO 14443-3, annex B), as it is sent: the low byte first."""
    value = 0x6363
    for byte in data:
        mixed = byte ^ value & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        value = value >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return value.to_bytes(2, "little")


def write(register: int, *octets: int) -> bytes:
    """The transfer that writes these into a register, one after the other."""
    return bytes((register << 1, *octets))


def read(*registers: int) -> bytes:
    """The transfer that reads these registers; its answer has one byte more, at the beginning."""
    return bytes((*(0x80 | register << 1 for register in registers), 0))


class _Heard(msgspec.Struct, frozen=True):
    """What the cards have said: bytes and, where two said different things, the first such bit, from 1 on."""

    data: bytes = b""
    collided: int | None = None


class _Silent(Exception):
    """The chip does not do what a chip does."""


_Steps = Generator[bytes | float, bytes, None]
"""Transfers, each of which is sent its answer, and waits in seconds, each of which is sent nothing."""
_Exchange = Generator[bytes | float, bytes, _Heard]
_Choice = Generator[bytes | float, bytes, tuple[bytes, bool] | None]


class _Talk:
    """The talk with the chip. well: as in `Turn`. pieces: what was found, to be taken away.

    gain: of the receiver, in dB, a key of `_GAINS`; None leaves it as the chip has it.
    """

    def __init__(self, gain: int | None) -> None:
        wanted = () if gain is None else ((GAIN, _GAINS[gain]),)
        self._setting_up = (*wanted, *_SET_UP)
        self.well: bool | None = None
        self.pieces: list[Piece] = []
        self._said = 0

    def steps(self) -> _Steps:
        """The talk, which never ends."""
        failures = 0
        while True:
            try:
                yield from self._set_up()
                while True:
                    yield from self._check()
                    yield from self._look()
                    self.well, failures = True, 0
                    yield ROUND
            except _Silent:
                failures += 1
                if failures >= _LOST:
                    self.well = False
                yield _RETRY if failures >= _LOST else _RESTING

    def _set_up(self) -> _Steps:
        yield write(COMMAND, RESET)
        yield _RESTING
        for register, value in self._setting_up:
            yield write(register, value)
        yield _POWERING

    def _check(self) -> _Steps:
        """Whether there is a chip, and it is as it was set up."""
        _, version, *ours = yield read(VERSION, *(register for register, _ in _OURS))
        if version in _NOBODY or tuple(ours) != tuple(value for _, value in _OURS):
            raise _Silent
        if version != self._said:
            self._said = version
            self._say(Piece(bytes((version,)), text("dump.chip", chip="RC522", version=f"{version:02X}")))

    def _look(self) -> _Steps:
        """Look for a card once, and leave it quiet, to be woken by the next look."""
        heard = yield from self._exchange(WAKE, bits=7)
        if not heard.data and heard.collided is None:
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
        tag = stickers.number(uid)
        if tag is not None:
            self._say(protocol.tag(uid, tag))
        elif stickers.made_up(uid):
            self._say(Piece(uid, text("dump.made-up")))
        yield from self._send(HALT + crc(HALT))  # to that nobody answers: the next look need not wait

    def _choose(self, level: int) -> _Choice:
        """One part of a card's number, and whether more of it comes; None where no card took it for its own.

        Of cards that lie there together the one that says 1 where another says 0 is chosen.
        """
        known, bits = 0, 0
        while True:
            whole, rest = divmod(bits, 8)
            sent = known.to_bytes(5, "little")[: whole + (rest > 0)]
            asked = bytes((level, 0x20 + (whole << 4) + rest)) + sent
            heard = yield from self._exchange(asked, bits=rest, at=rest)
            if len(heard.data) > 5 - whole:
                return None
            said = int.from_bytes(heard.data, "little") << 8 * whole
            known |= said & -1 << bits
            if heard.collided is None:
                break
            if heard.collided <= bits:
                return None
            bits = heard.collided
            known = known & (1 << bits) - 1 | 1 << bits - 1
        if len(heard.data) != 5 - whole:
            return None
        part = known.to_bytes(5, "little")
        if reduce(xor, part):
            self._say(protocol.bad(part))
            return None
        chosen = bytes((level, 0x70)) + part
        heard = yield from self._exchange(chosen + crc(chosen))
        if len(heard.data) != 3 or crc(heard.data[:1]) != heard.data[1:]:
            return None
        more = heard.data[0] & MORE != 0
        return None if more and part[0] != CASCADE else (part[:4], more)

    def _exchange(self, data: bytes, *, bits: int = 0, at: int = 0) -> _Exchange:
        """Say something to the cards and take what they answer; nothing where that is spoilt or not there.

        bits: of the last byte that are sent, 0 for all. at: the bit of a byte where the answer begins.
        """
        yield from self._send(data, bits, at)
        yield _SHORT
        for _ in range(_STEPS):
            _, irq = yield read(IRQ)
            if irq & (_DONE | _TIMED_OUT):
                break
            yield _STEP
        else:
            raise _Silent
        if not irq & _DONE:
            return _Heard()
        _, error, level, collision = yield read(ERROR, LEVEL, COLLISION)
        if error & _SPOILT or level > 64:
            return _Heard()
        came = (yield read(*[FIFO] * level))[1:] if level else b""
        if not error & _COLLIDED:
            return _Heard(came)
        return _Heard(came, None if collision & _NO_PLACE else (collision & 0x1F) or 32)

    def _send(self, data: bytes, bits: int = 0, at: int = 0) -> _Steps:
        yield write(COMMAND, IDLE)
        yield write(IRQ, 0x7F)
        yield write(LEVEL, 0x80)  # empties the queue
        yield write(FIFO, *data)
        yield write(COMMAND, TRANSCEIVE)
        yield write(FRAMING, 0x80 | at << 4 | bits)

    def _say(self, piece: Piece) -> None:
        self.pieces.append(piece)


class _Followed:
    """A talk that is led on by answers. wants: the transfer that comes next, or seconds that are waited."""

    def __init__(self, gain: int | None) -> None:
        self.talk = _Talk(gain)
        self._steps = self.talk.steps()
        self.wants: bytes | float = next(self._steps)

    def answer(self, data: bytes) -> None:
        """The answer to the transfer, or that the wait is over."""
        length = len(self.wants) if isinstance(self.wants, bytes) else 0
        self.wants = self._steps.send(data[:length].ljust(length, b"\x00"))

    def taken(self) -> list[Piece]:
        """What was found since it was last asked."""
        pieces, self.talk.pieces = self.talk.pieces, []
        return pieces


class Polling:
    """The session with the chip. What is sent is one transfer, and what comes next must be its answer.

    gain: of the receiver, in dB: 18, 23, 33, 38, 43 or 48; None leaves it as the chip has it.
    """

    def __init__(self, gain: int | None = None) -> None:
        self._followed = _Followed(gain)
        self._sent = False
        self._due: float | None = None

    def step(self, data: bytes, now: float, /) -> Turn:
        """Take the answer to the last transfer, or that time has passed."""
        if self._sent and data:
            self._sent = False
            self._followed.answer(data)
        elif self._due is not None and now >= self._due:
            self._due = None
            self._followed.answer(b"")
        send = b""
        wants = self._followed.wants
        if isinstance(wants, bytes):
            if not self._sent:
                self._sent, send = True, wants
        elif self._due is None:
            self._due = now + wants
        tags = tuple(piece.tag for piece in self._followed.taken() if piece.tag is not None)
        return Turn(tags, send, now if self._sent else self._due, self._followed.talk.well)


class Rc522Decoder:
    """What was read by a session of this gain that began with it: it makes the same talk of the answers."""

    def __init__(self, gain: int | None = None) -> None:
        self._followed = _Followed(gain)
        self._buffer = b""

    def feed(self, data: bytes) -> list[Piece]:
        """Take what came and give what was found with it."""
        self._buffer += data
        while True:
            wants = self._followed.wants
            if not isinstance(wants, bytes):
                self._followed.answer(b"")
            elif len(self._buffer) >= len(wants):
                self._followed.answer(self._buffer)
                self._buffer = self._buffer[len(wants) :]
            else:
                return self._followed.taken()
