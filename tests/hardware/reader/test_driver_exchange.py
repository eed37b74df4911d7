"""A session on a line: how long it waits for bytes, and what it writes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from hardware.reader.driver import Exchange, ExchangeStep
from hardware.reader.protocol import StepResult
from hardware.reader.serial_line import SerialLine


class QuietLine:
    """A line on which nothing comes. Its reading cannot be cut short."""

    def __init__(self) -> None:
        self.timeout: float | None = None
        self.waits: list[float | None] = []
        self.written: list[bytes] = []
        self.coming = b""
        self.in_waiting = 0

    def read(self, size: int) -> bytes:
        if not self.coming:
            self.waits.append(self.timeout)
        data, self.coming = self.coming[:size], self.coming[size:]
        self.in_waiting = len(self.coming)
        return data

    def write(self, data: bytes) -> None:
        self.written.append(data)


class Cancelled(QuietLine):
    """A line with a read that can be cancelled."""

    def cancel_read(self) -> None:
        """Never called."""


class FakeSession:
    """Says that it was stepped, and when it wants to be again."""

    def __init__(self, next_step_at: float | None) -> None:
        self.next_step_at = next_step_at
        self.written: list[bytes] = []

    def step(self, data: bytes, _now: float, /) -> StepResult:
        self.written.append(data)
        return StepResult(send=b"!" if data else b"", next_step_at=self.next_step_at)


def waited(line: Any, next_step_at: float | None, timeout: float | None = None) -> float | None:
    exchange = Exchange(SerialLine(line), FakeSession(next_step_at), lambda: 100.0)
    exchange.start()
    exchange.next(timeout)
    wait: float | None = line.waits[-1]
    return wait


@pytest.mark.parametrize(
    ("line", "next_step_at", "timeout", "wait"),
    [
        (Cancelled, None, None, None),
        (Cancelled, 102.5, None, 2.5),
        (Cancelled, 99.0, None, 0.0),
        (Cancelled, 102.5, 1.0, 1.0),
        (Cancelled, None, 1.0, 1.0),
        (QuietLine, None, None, 0.5),
        (QuietLine, 102.5, None, 0.5),
        (QuietLine, 100.25, None, 0.25),
        (QuietLine, None, 0.1, 0.1),
    ],
)
def test_it_waits_as_long_as_it_may(
    line: type[QuietLine], next_step_at: float | None, timeout: float | None, wait: float | None
) -> None:
    assert waited(line(), next_step_at, timeout) == wait


def test_bytes_that_came_together_are_one_step_and_its_answer_is_written() -> None:
    line: Any = Cancelled()
    session = FakeSession(None)
    exchange = Exchange(SerialLine(line), session, itertools.count().__next__)
    assert exchange.start().data == b""
    line.coming = b"abc"
    assert exchange.next() == ExchangeStep(b"abc", StepResult(send=b"!"))
    assert session.written == [b"", b"abc"]
    assert line.written == [b"!"]
