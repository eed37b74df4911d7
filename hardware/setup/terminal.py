"""The plain terminal of whoever sets the box up, over SSH too: lines out, lines in, and a wait for either."""

from __future__ import annotations

import os
import select
import shutil
import termios
from collections.abc import Collection
from contextlib import suppress
from typing import TextIO

WIDEST = 80


class Terminal:
    """Lines out to `sink`, lines in from the file descriptor `source`."""

    def __init__(self, source: int, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        self._typed = b""

    @property
    def width(self) -> int:
        """Columns to be used."""
        return min(shutil.get_terminal_size().columns, WIDEST)

    def show(self, words: str, *, end: str = "\n") -> None:
        """Show this, at once."""
        self._sink.write(words + end)
        self._sink.flush()

    def line(self) -> str:
        """Wait for a line, without its end. Raises `EOFError` when nobody is there to type one."""
        while b"\n" not in self._typed:
            self._read()
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip()

    def wait(self, handles: Collection[int], seconds: float) -> frozenset[int] | None:
        """Wait until one of the file descriptors has something, and give those that have; None when a line
        was typed meanwhile, which is then forgotten. Raises `EOFError` as `line` does.
        """
        if b"\n" not in self._typed:
            ready, _, _ = select.select([*handles, self._source], [], [], max(0.0, seconds))
            if self._source not in ready:
                return frozenset(ready)
            self._read()
        if b"\n" not in self._typed:
            return frozenset()
        self.line()
        return None

    def forget(self) -> None:
        """Forget what was typed before it was asked for, where a person types."""
        self._typed = b""
        if os.isatty(self._source):
            with suppress(termios.error):
                termios.tcflush(self._source, termios.TCIFLUSH)

    def _read(self) -> None:
        data = os.read(self._source, 4096)
        if not data:
            raise EOFError
        self._typed += data
