"""A session with an RC522, the chip, and the time between them: no bus, no clock."""

from __future__ import annotations

from hardware.reader.protocol import Piece, StepResult
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
        self.result = self.step(b"")

    def step(self, data: bytes) -> StepResult:
        self.steps += 1
        self.answers += data
        self.pieces += self.decoder.feed(data)
        self.result = turn = self.session.step(data, self.now)
        self.tags += [(self.now, tag) for tag in turn.tags]
        if self.wells[-1:] != [turn.answers]:
            self.wells.append(turn.answers)
        if turn.send:
            self.now += TRANSFER
            self.coming = self.chip.transfer(turn.send)
        return turn

    def run(self, seconds: float) -> Transfers:
        """Let this time pass."""
        until = self.now + seconds
        while True:
            if not self.coming:
                assert self.result.next_step_at is not None
                if self.result.next_step_at > until:
                    self.now = until
                    return self
                self.now = max(self.now, self.result.next_step_at)
            data, self.coming = self.coming, b""
            self.step(data)

    def lay(self, *uids: str) -> Transfers:
        self.chip.lay(*map(Card, uids))
        return self

    def read(self) -> set[str]:
        return {tag for _, tag in self.tags}
