"""A session with an RC522, the chip, and the time between them: no bus, no clock."""

from __future__ import annotations

from hardware.reader.protocol import Piece, Turn
from hardware.reader.rc522 import Polling, Rc522Decoder
from tests.fakes.mfrc522 import Card, FakeMfrc522

TRANSFER = 0.0001
"""Seconds that one takes."""


class Transfers:
    """A session, a chip and what the decoder makes of the answers."""

    def __init__(self, version: int = 0x92, *, held: int | None = None, gain: int | None = None) -> None:
        self.now = 100.0
        self.chip = FakeMfrc522(lambda: self.now, version)
        self.chip.held = held
        self.session = Polling(gain)
        self.decoder = Rc522Decoder(gain)
        self.tags: list[tuple[float, str]] = []
        self.pieces: list[Piece] = []
        self.wells: list[bool | None] = []
        self.steps = 0
        self.answers = b""
        self.coming = b""
        self.turn = self.step(b"")

    def step(self, data: bytes) -> Turn:
        self.steps += 1
        self.answers += data
        self.pieces += self.decoder.feed(data)
        self.turn = turn = self.session.step(data, self.now)
        self.tags += [(self.now, tag) for tag in turn.tags]
        if self.wells[-1:] != [turn.well]:
            self.wells.append(turn.well)
        if turn.send:
            self.now += TRANSFER
            self.coming = self.chip.transfer(turn.send)
        return turn

    def run(self, seconds: float) -> Transfers:
        """Let this time pass."""
        until = self.now + seconds
        while True:
            if not self.coming:
                assert self.turn.again is not None
                if self.turn.again > until:
                    self.now = until
                    return self
                self.now = max(self.now, self.turn.again)
            data, self.coming = self.coming, b""
            self.step(data)

    def lay(self, *uids: str) -> Transfers:
        self.chip.lay(*map(Card, uids))
        return self

    def read(self) -> set[str]:
        return {tag for _, tag in self.tags}
