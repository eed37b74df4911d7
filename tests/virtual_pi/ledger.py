"""What a run is asked for at its end: how long each step took, the figures, and every second try."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Ledger:
    """tell: takes each line as it comes."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self.figures: list[tuple[str, str]] = []
        self.retries: list[str] = []

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Something that takes a while: its time is told when it is done."""
        began = time.monotonic()
        yield
        self._tell(f"{time.monotonic() - began:6.1f} s  {what}")

    def figure(self, name: str, value: str) -> None:
        """A figure worth knowing."""
        self.figures.append((name, value))

    def retry(self, what: str) -> None:
        """Something had to be tried once more."""
        self.retries.append(what)
        self._tell(f"RETRY     {what}")

    def summary(self) -> list[str]:
        """All of it, a line each."""
        lines = [f"{name}: {value}" for name, value in self.figures]
        return [*lines, f"retries: {len(self.retries)}", *(f"  {each}" for each in self.retries)]
