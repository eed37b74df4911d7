"""Talking with a PN532 on a serial line (HSU) about stickers of 13.56 MHz. Pure.

It is woken, told to be a plain reader (SAMConfiguration) and how long to look by itself
(RFConfiguration), and then asked for one tag after another (InListPassiveTarget). It looks the whole
time and answers at once when a tag comes, so that a tap need not wait for the next question.
"""

from __future__ import annotations

from typing import Final

from hardware.reader.pn532_frames import ACK, NACK, Frame, Frames, command
from hardware.reader.pn532_pieces import LOOK, uid
from hardware.reader.session import Turn

WAKE = b"\x55\x55" + bytes(14)
"""A chip that sleeps takes this for its alarm clock; one that is awake finds no frame in it."""
SAM: Final = 0x14
RETRIES: Final = 0x32
_ASKED: Final = {SAM: b"\x01", RETRIES: b"\x05\xff\x01\xfe", LOOK: b"\x01\x00"}
"""What follows the code. The chip tries 254 times to find a tag: one more would be for ever."""

_TO_ACK = 0.25
"""Seconds that a command waits for its ACK: 15 ms are promised, an adapter may add ten times that."""
_TO_ANSWER = 0.5
_LONG_LOOK = 2.5
"""Seconds after which a look without a tag is broken off: so late a chip that fell asleep is noticed."""
_SHORT_LOOK = 0.22
"""Seconds from one look to the next: what a tap waits at most, and the chip is not asked more often."""
_PAUSE = 0.05
"""Seconds that the chip is left alone after a command was broken off: at once, it would not hear."""
_RETRY = 1.0
_REPEATS = 2
"""How often a command, or an answer to it, is sent once more."""
_PATIENCE = 4
"""Failures one after another until the reader is said to be missing."""


class Session:
    """See `hardware.reader.session.Session`."""

    def __init__(self) -> None:
        self._frames = Frames()
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
        for frame in self._frames.feed(data):
            self._hear(frame, now)
        if now >= self._due:
            self._late(now)
        turn = Turn(tuple(self._tags), bytes(self._out), self._due, self._well)
        self._tags.clear()
        self._out.clear()
        return turn

    def _hear(self, frame: Frame, now: float) -> None:
        if frame.sort == "answer":
            self._answered(frame, now)
        elif self._asked is None:
            return
        elif frame.sort == "ack" and not self._acked:
            self._accepted(now)
        elif frame.sort == "nack":
            self._repeat(command(self._asked, _ASKED[self._asked]), now + _TO_ACK, now)
        elif frame.sort == "bad" and self._acked:
            self._repeat(NACK, now + _TO_ANSWER, now)
        elif frame.sort == "error":
            self._fail(now)

    def _accepted(self, now: float) -> None:
        """After a failure the first look is a short one, so that the reader is soon said to be back."""
        self._acked = True
        looking = self._asked == LOOK
        self._due = now + (_LONG_LOOK if looking and not self._failures else _TO_ANSWER)
        if looking and self._well is None:
            self._well = True

    def _answered(self, frame: Frame, now: float) -> None:
        """Nobody may wait for it any more, but its tag counts: the look was broken off a moment ago."""
        tag = uid(frame)
        if tag is not None:
            self._tags.append(tag)
        if self._asked is None or frame.code != self._asked + 1:
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
            self._out += WAKE
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
        self._frames = Frames()  # what was begun before is no part of an answer to this
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
        if self._failures >= _PATIENCE:
            self._well = False
            self._due = now + _RETRY
