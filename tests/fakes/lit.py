"""What lamps are connected to in tests: a bus that notes what it is sent, and lamps that note their light."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from hardware.lamps.rhythm import LampLevel
from hardware.part import PartError
from tests.patience import PATIENCE


class RecordingBus:
    """Stands where `hardware.spi.Spi` does. asked: each path and speed that was opened. sent: each transfer.
    fault: raised by opening and writing, while it is not None.
    """

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.fault: PartError | None = None
        self.asked: list[tuple[str, int]] = []
        self.closed = 0

    def open(self, path: str = "", hertz: int = 0) -> RecordingBus:
        self.asked.append((path, hertz))
        if self.fault is not None:
            raise self.fault
        return self

    def write(self, data: bytes) -> None:
        if self.fault is not None:
            raise self.fault
        self.sent.append(data)

    def close(self) -> None:
        self.closed += 1


class FakeLampDevice:
    """Stands where a strip or LEDs do. fading: the colours that can be dimmed; None: all. rows: what was
    shown. missing: what `open` finds. gone: what `show` raises, once. never: what it raises while that is not
    None.
    """

    def __init__(self, fading: frozenset[str] | None = None) -> None:
        self._fading = fading
        self._news = threading.Condition()
        self.rows: list[tuple[LampLevel, ...]] = []
        self.missing: PartError | None = None
        self.gone: PartError | None = None
        self.never: PartError | None = None
        self.looks = 0
        self.closed = False

    def dimmable(self, colour: str, /) -> bool:
        return self._fading is None or colour in self._fading

    def open(self) -> PartError | None:
        with self._news:
            self.looks += 1
            self._news.notify_all()
        return self.missing

    def show(self, row: Sequence[LampLevel]) -> None:
        with self._news:
            self.rows.append(tuple(row))
            self._news.notify_all()
        if self.never is not None:
            raise self.never
        if self.gone is not None:
            gone, self.gone = self.gone, None
            raise gone

    def close(self) -> None:
        self.closed = True

    def wait_for_rows(self, count: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: len(self.rows) >= count, PATIENCE), self.rows

    def wait_for_looks(self, count: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.looks >= count, PATIENCE), self.looks
