"""A session on an open line: what comes goes into it, and what it says goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import serial

from hardware.reader.session import Session, Turn

_PATIENCE = 0.5
"""Seconds that a read may take on a line whose reading cannot be cut short: how late a stop is heard."""


class Heard(NamedTuple):
    """The bytes that came, and what came of them."""

    data: bytes
    turn: Turn


class Exchange:
    """Talks on an open line. monotonic: seconds, the session's clock.

    Every method raises `OSError` or `termios.error` when the line is gone.
    """

    def __init__(self, line: serial.Serial, session: Session, monotonic: Callable[[], float]) -> None:
        self._line = line
        self._session = session
        self._monotonic = monotonic
        self._longest = None if cancelling(line) is not None else _PATIENCE
        self._again: float | None = None

    def begin(self) -> Heard:
        """Take the session's first step. Returns at once."""
        return self._step(b"")

    def next(self, patience: float | None = None) -> Heard:
        """Wait for bytes or until the session's next step is due, at most `patience` seconds, and take it."""
        self._line.timeout = self._shortest(patience)  # none: sleeps until something comes, and uses no power
        data = self._line.read(1)
        if data:
            data += self._line.read(self._line.in_waiting)
        return self._step(data)

    def _step(self, data: bytes) -> Heard:
        turn = self._session.step(data, self._monotonic())
        self._again = turn.again
        if turn.send:
            self._line.write(turn.send)
        return Heard(data, turn)

    def _shortest(self, patience: float | None) -> float | None:
        due = None if self._again is None else max(0.0, self._again - self._monotonic())
        waits = [wait for wait in (due, patience, self._longest) if wait is not None]
        return min(waits, default=None)


def cancelling(line: serial.SerialBase | None) -> Callable[[], None] | None:
    """How a read is cut short from another thread, on lines where that can be done."""
    cancel: Callable[[], None] | None = getattr(line, "cancel_read", None)
    return cancel
