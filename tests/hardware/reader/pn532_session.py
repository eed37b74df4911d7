"""A session with a PN532, the chip, and the time between them: no line, no clock."""

from __future__ import annotations

from hardware.reader.pn532 import RF_CONFIGURATION, Polling, command
from hardware.reader.protocol import StepResult
from tests.fakes.chip import FakePn532

UID, OTHER = "04374BD29C3980", "FB0EE20B"
WAKE_AND_SAM = bytes.fromhex("55 55" + 14 * "00" + "00 00 FF 03 FD D4 14 01 17 00")
BOUNDED = command(RF_CONFIGURATION, bytes.fromhex("05 FF 01 FE"))
LOOKS = bytes.fromhex("00 00 FF 04 FC D4 4A 01 00 E1 00")
LONG_HEAD = bytes.fromhex("00 00 FF FF FF 01 08 F7")
"""The beginning of a frame of 264 bytes, which will never come."""
WIRE = 0.002
"""Seconds that bytes need."""


class Echo(FakePn532):
    """No chip: the line's two wires touch."""

    def feed(self, data: bytes) -> bytes:
        return data


class Link:
    """A session and a chip, and the time between them."""

    def __init__(self, chip: FakePn532 | None = None) -> None:
        self.chip = chip or FakePn532()
        self.session = Polling()
        self.now = 100.0
        self.sent: list[tuple[float, bytes]] = []
        self.tags: list[tuple[float, str]] = []
        self.wells: list[bool | None] = []
        self.coming = b""
        self.result = self.step(b"")

    def step(self, data: bytes) -> StepResult:
        self.result = turn = self.session.step(data, self.now)
        self.tags += [(self.now, tag) for tag in turn.tags]
        if self.wells[-1:] != [turn.answers]:
            self.wells.append(turn.answers)
        if turn.send:
            self.sent.append((self.now, turn.send))
            self.coming += self.chip.feed(turn.send)
        return turn

    def run(self, seconds: float) -> None:
        """Let this time pass."""
        until = self.now + seconds
        while True:
            assert self.result.next_step_at is not None
            due = self.now + WIRE if self.coming else max(self.now, self.result.next_step_at)
            if due > until:
                self.now = until
                return
            self.now = due
            data, self.coming = self.coming, b""
            self.step(data)

    def ready(self) -> Link:
        """Woken, set up and looking."""
        self.run(0.1)
        assert self.chip.looking
        assert self.wells[-1] is True
        return self

    def lay(self, tag: str) -> None:
        self.coming += self.chip.lay(tag)

    def sends(self) -> list[bytes]:
        return [sent for _, sent in self.sent]

    def read(self) -> list[str]:
        return [tag for _, tag in self.tags]
