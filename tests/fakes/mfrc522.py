"""An MFRC522 that is not there: its registers, as in the datasheet, and cards in its field, bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor

Bits = list[int]

RESET_TIME, CARD_START, ANSWER = 0.002, 0.005, 0.0008
"""Seconds: of a soft reset, until a card in the field is alive, and until a card's answer is there."""
AFTER_RESET = {0x01: 0x20, 0x04: 0x14, 0x0C: 0x10, 0x0E: 0x80, 0x11: 0x3F, 0x14: 0x80, 0x26: 0x48, 0x37: 0x92}


def bits_of(data: bytes) -> Bits:
    """As they cross the air: the low bit of each byte first."""
    return [byte >> place & 1 for byte in data for place in range(8)]


def bytes_of(bits: Sequence[int]) -> bytes:
    return sum(bit << place for place, bit in enumerate(bits)).to_bytes(-(-len(bits) // 8), "little")


def crc_a(data: bytes) -> bytes:
    """Annex B of ISO 14443-3, bit by bit."""
    register = 0x6363
    for bit in bits_of(data):
        register = register >> 1 ^ (0x8408 if (register ^ bit) & 1 else 0)
    return register.to_bytes(2, "little")


class Card:
    """A card of ISO 14443-3 A. uid: hex of 4, 7 or 10 bytes. patience: frames until it is pulled away."""

    def __init__(self, uid: str, patience: int | None = None) -> None:
        raw = bytes.fromhex(uid)
        self.patience = patience
        self.parts: list[bytes] = []
        while len(raw) > 4:
            self.parts.append(b"\x88" + raw[:3])
            raw = raw[3:]
        self.parts.append(raw)
        self.alive_at = float("inf")
        self.state = "idle"
        self.level = 0
        self._halted = False

    def hear(self, bits: Bits) -> Bits | None:
        """What it says to a frame; None for nothing."""
        if self.patience is not None:
            if self.patience == 0:
                return None
            self.patience -= 1
        said = self._answer(bits)
        return None if said is None else bits_of(said) if isinstance(said, bytes) else said

    def _answer(self, bits: Bits) -> Bits | bytes | None:
        data = bytes_of(bits)
        if len(bits) == 7 and data in (b"\x26", b"\x52"):
            if self.state == "idle" or (self.state == "halt" and data == b"\x52"):
                self._halted = self.state == "halt"
                self.state, self.level = "ready", 0
                return b"\x44\x00" if len(self.parts) > 1 else b"\x04\x00"
        elif self.state == "ready" and data[0] == 0x93 + 2 * self.level:
            return self._choose(bits, data)
        elif self.state == "active" and data == b"\x50\x00" + crc_a(b"\x50\x00"):
            self.state = "halt"
            return None
        if self.state in ("ready", "active"):
            self.state = "halt" if self._halted else "idle"
        return None

    def _choose(self, bits: Bits, data: bytes) -> Bits | bytes | None:
        part = self.parts[self.level]
        whole = part + bytes((reduce(xor, part),))
        known = 8 * ((data[1] >> 4) - 2) + (data[1] & 7)
        if data[1] != 0x70 and len(bits) == 16 + known and bits_of(whole)[:known] == bits[16:]:
            return bits_of(whole)[known:]
        if data == data[:1] + b"\x70" + whole + crc_a(data[:1] + b"\x70" + whole):
            self.level += 1
            more = self.level < len(self.parts)
            self.state = self.state if more else "active"
            sak = b"\x04" if more else b"\x00"
            return sak + crc_a(sak)
        self.state = "halt" if self._halted else "idle"
        return None


def _known(frame: Bits) -> int:
    """How many bits of a number an anticollision frame names."""
    data = bytes_of(frame[:16])
    if len(frame) < 16 or data[0] not in (0x93, 0x95, 0x97) or data[1] == 0x70:
        return 0
    return 8 * ((data[1] >> 4) - 2) + (data[1] & 7)


class FakeMfrc522:
    """The chip at the far end of SPI. clock: seconds.

    held: it has no power, and its line says this for ever. deaf: it takes no more commands, though its
    registers can be read. spoilt: what `ERROR` says of the next answers. flipped: the bits that arrive
    turned round in the next answers, unnoticed by the chip; None for an answer that arrives well. stuck: the
    bit that it says, unless 0, for every collision.
    """

    def __init__(self, clock: Callable[[], float], version: int = 0x92) -> None:
        self.cards: list[Card] = []
        self.transfers: list[bytes] = []
        self.held: int | None = None
        self.deaf = False
        self.spoilt: list[int] = []
        self.flipped: list[int | None] = []
        self.stuck = 0
        self._clock = clock
        self._version = version
        self.power_cycle()

    def power_cycle(self) -> None:
        """It has lost its power and has it again."""
        self.registers = {**AFTER_RESET, 0x37: self._version}
        self._queue = b""
        self._due = self._ready = float("-inf")
        self._pending: Callable[[], None] | None = None
        self._field(on=False)

    def lay(self, *cards: Card) -> None:
        for card in cards:
            card.state = "idle"
            card.alive_at = self._clock() + CARD_START if self.registers[0x14] & 3 else float("inf")
            self.cards.append(card)

    def lift(self) -> None:
        self.cards.clear()

    def transfer(self, data: bytes) -> bytes:
        """One transfer: the answer to each byte comes with the next one."""
        self.transfers.append(data)
        if self.held is not None:
            return bytes((self.held,)) * len(data)
        self._settle()
        address = data[0] >> 1 & 0x3F
        if not data[0] & 0x80:
            for octet in data[1:]:
                self._write(address, octet)
            return bytes(len(data))
        return bytes((0, *(self._read(each >> 1 & 0x3F) for each in data[:-1])))

    def _settle(self) -> None:
        if self._pending is not None and self._clock() >= self._due:
            done, self._pending = self._pending, None
            done()

    def _read(self, address: int) -> int:
        if address == 0x09:
            first, self._queue = self._queue[:1] or b"\x00", self._queue[1:]
            return first[0]
        return len(self._queue) if address == 0x0A else self.registers.get(address, 0)

    def _write(self, address: int, octet: int) -> None:
        if self._clock() < self._ready:
            return  # it starts anew, and hears nothing
        if address == 0x04:
            marked = self.registers[0x04]
            self.registers[0x04] = marked | octet & 0x7F if octet & 0x80 else marked & ~octet
        elif address == 0x09:
            self._queue = (self._queue + bytes((octet,)))[:64]
        elif address == 0x0A:
            self._queue = b"" if octet & 0x80 else self._queue
        elif address == 0x0E:
            self.registers[0x0E] = octet & 0x80 | self.registers[0x0E] & 0x7F
        elif address != 0x37:
            self.registers[address] = octet
        self._obey(address, octet)

    def _obey(self, address: int, octet: int) -> None:
        """Do what the register stands for."""
        if address == 0x01 and octet & 0xF == 0x0F:
            self.power_cycle()
            self._ready = self._clock() + RESET_TIME
        elif address == 0x01:
            self._pending = None
        elif address == 0x14:
            self._field(on=octet & 3 == 3)
        elif address == 0x0D and octet & 0x80 and self.registers[0x01] & 0xF == 0x0C and not self.deaf:
            self._transceive(last=octet & 7, align=octet >> 4 & 7)

    def _field(self, *, on: bool) -> None:
        for card in self.cards:
            card.state = "idle"
            card.alive_at = self._clock() + CARD_START if on else float("inf")

    def _transceive(self, last: int, align: int) -> None:
        frame = bits_of(self._queue)[: len(self._queue) * 8 - (8 - last if last else 0)]
        self._queue = b""
        self.registers[0x06] = 0
        alive = [card for card in self.cards if card.alive_at <= self._clock()]
        answers = [said for said in [card.hear(frame) for card in alive] if said is not None]
        if answers:
            self._due = self._clock() + ANSWER
            known = _known(frame)
            self._pending = lambda: self._receive(answers, align, known)
        elif self.registers.get(0x2A, 0) & 0x80:
            prescaler = (self.registers[0x2A] & 0xF) << 8 | self.registers.get(0x2B, 0)
            reload = self.registers.get(0x2C, 0) << 8 | self.registers.get(0x2D, 0)
            self._due = self._clock() + (2 * prescaler + 1) * (reload + 1) / 13.56e6
            self._pending = self._time_out

    def _receive(self, answers: list[Bits], align: int, known: int) -> None:
        """The answers of all cards at once, up to where they differ; `COLLISION` counts known bits, too."""
        merged: Bits = []
        collided = None
        for place, each in enumerate(zip(*answers, strict=False), 1):
            if len(set(each)) > 1:
                collided = collided or place
            merged.append(0 if collided and not self.registers[0x0E] & 0x80 else max(each))
        flipped = self.flipped.pop(0) if self.flipped else None
        if flipped is not None:
            merged[flipped] ^= 1
        self.registers[0x06] = self.spoilt.pop(0) if self.spoilt else 0
        keep = self.registers[0x0E] & 0x80
        self.registers[0x0E] = keep | 0x20
        if collided:
            self.registers[0x06] |= 0x08
            self.registers[0x0E] = keep | (self.stuck or known + collided) % 32
        self._queue = bytes_of([1] * align + merged)[:64]
        self.registers[0x0C] = self.registers[0x0C] & ~7 | (align + len(merged)) % 8
        self.registers[0x04] |= 0x20

    def _time_out(self) -> None:
        self.registers[0x04] |= 0x01


class FakeSpi:
    """What stands for `hardware.spi.Spi`, with the chip at its end."""

    def __init__(self, chip: FakeMfrc522) -> None:
        self.chip = chip
        self.fault: Exception | None = None
        self.closed = False

    def transfer(self, data: bytes) -> bytes:
        if self.fault is not None:
            raise self.fault
        return self.chip.transfer(data)

    def close(self) -> None:
        self.closed = True
