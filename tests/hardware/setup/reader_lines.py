"""Readers at the ends of pseudo-terminals, and the walk through setting one up."""

from __future__ import annotations

import select
import termios
import time
from collections.abc import Callable, Collection

from companion.config import RfidConfig
from hardware.reader.kinds import KINDS
from hardware.reader.simulated import SimulatedLine
from hardware.setup.reader import set_up_reader
from hardware.setup.terminal import TerminalConversation
from tests.fakes.box import MESSAGES
from tests.fakes.person import LATE, Doing, Parts, Person

DEFAULT = RfidConfig(port="/dev/none")
"""No reader of this very machine is touched."""
TAG = "0F0184F07B"
GARBLED = bytes.fromhex("98 80 98 80 1E 66")


class TunedLine(SimulatedLine):
    """A reader that is readable only at its own speed, which a pseudo-terminal keeps without using it."""

    def __init__(self, speed: int = termios.B9600) -> None:
        super().__init__()
        self.speed = speed

    def lay(self, frame: bytes, times: int = 1) -> Callable[[], None]:
        def hands() -> None:
            assert self._far_end is not None
            _, _, _, _, _, speed, _ = termios.tcgetattr(self._far_end)
            for _ in range(times):
                self.send(frame if speed == self.speed else GARBLED)

        return hands


class LivePerson(Person):
    """Lives by the real clock, as a chip at a pseudo-terminal does."""

    def wait(self, fds: Collection[int], seconds: float) -> frozenset[int] | None:
        while self.script and callable(doing := self.script[0]):
            self.script.pop(0)
            doing()
        if self.script[:1] == [LATE]:
            self.script.pop(0)
            self.now += 1000.0
            return frozenset()
        return frozenset(select.select(list(fds), [], [], max(0.0, seconds))[0])


def set_up_chip(parts: Parts, *script: Doing, rfid: RfidConfig = DEFAULT) -> tuple[RfidConfig, str]:
    person = LivePerson(*script)
    began = time.monotonic()

    def clock() -> float:
        return person.now + time.monotonic() - began

    conversation = TerminalConversation(MESSAGES.language("en"), person, clock)
    found = set_up_reader(conversation, parts.readers(clock, KINDS), rfid)
    assert not person.script
    return found, person.words
