"""A command in a terminal of its own, as over SSH: its output is read, and input typed."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path

from tests.patience import PATIENCE
from tests.tree import ROOT


class RunningCommand:
    """One command on a pseudo-terminal. shown: all that it has written so far."""

    def __init__(self, process: subprocess.Popen[bytes], far: int) -> None:
        self.process = process
        self.shown = ""
        self._far = far
        self._seen = 0

    def expect(self, words: str) -> None:
        """Read until these words have come, after those that were expected before."""
        while words not in self.shown[self._seen :]:
            assert self._read(), f"{words!r} did not come: {self.shown[self._seen :]!r}"
        self._seen = self.shown.index(words, self._seen) + len(words)

    def type(self, line: str = "") -> None:
        """Type a line."""
        os.write(self._far, line.encode() + b"\r")

    def answer(self, words: str, line: str = "") -> None:
        """Type a line once these words have come."""
        self.expect(words)
        self.type(line)

    def press(self, key: str) -> None:
        """Press Ctrl and this key."""
        os.write(self._far, bytes((ord(key.upper()) - 64,)))

    def end(self) -> int:
        """Read until the command has ended; give its status."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    @property
    def words(self) -> str:
        """All that was shown, without the ends of lines."""
        return " ".join(self.shown.split())

    def _read(self) -> bool:
        ready, _, _ = select.select([self._far], [], [], PATIENCE)
        assert ready, f"nothing came any more after {self.shown[-500:]!r}"
        try:
            data = os.read(self._far, 65536)
        except OSError:  # the command has ended and closed the near end
            return False
        self.shown += data.decode()
        return bool(data)


@contextmanager
def session(
    *words: str, folder: Path, size: tuple[int, int] = (24, 80), environment: Mapping[str, str] | None = None
) -> Iterator[RunningCommand]:
    """Run `python -m` these words in this folder. size: of the terminal, rows and columns."""
    far, near = os.openpty()
    ioctl(near, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    settings = {"PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8", "TERM": "vt100", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        ["setsid", "--ctty", sys.executable, "-m", *words],
        stdin=near,
        stdout=near,
        stderr=near,
        cwd=folder,
        env={**settings, **(environment or {})},
    )
    os.close(near)
    try:
        yield RunningCommand(process, far)
    finally:
        process.kill()
        process.wait(PATIENCE)
        os.close(far)
