"""The lines between the bench and a virtual Pi: sockets that qemu connects to when it starts."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any


class Cut(Exception):
    """The other end is gone."""


class Silent(Exception):
    """The other end said nothing in time."""


class Wire:
    """One line. Made before qemu is started; `take` waits for it to connect."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._end: socket.socket | None = None

    def take(self, timeout: float) -> None:
        """Wait until qemu has connected. Raises `Silent`."""
        self._listener.settimeout(timeout)
        try:
            self._end, _ = self._listener.accept()
        except TimeoutError as late:
            raise Silent(self.path.name) from late

    def send(self, data: bytes) -> None:
        """Send bytes. Raises `Cut`."""
        try:
            self._connected.sendall(data)
        except OSError as gone:
            raise Cut(self.path.name) from gone

    def hear(self, timeout: float) -> bytes:
        """What comes next, at least a byte. Raises `Silent` and `Cut`."""
        self._connected.settimeout(max(0.001, timeout))
        try:
            heard = self._connected.recv(1 << 20)
        except TimeoutError as late:
            raise Silent(self.path.name) from late
        except OSError as gone:
            raise Cut(self.path.name) from gone
        if not heard:
            raise Cut(self.path.name)
        return heard

    def close(self) -> None:
        """Let go of it."""
        for each in (self._end, self._listener):
            if each is not None:
                each.close()

    @property
    def _connected(self) -> socket.socket:
        if self._end is None:
            raise Cut(f"{self.path.name} was never connected")
        return self._end


class Talk:
    """A line on which each side says JSON objects, a line each."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._heard = b""

    def say(self, **body: Any) -> None:
        """Send an object."""
        self.wire.send(json.dumps(body).encode() + b"\n")

    def hear(self, timeout: float) -> dict[str, Any]:
        """The next object. Raises `Silent` and `Cut`."""
        until = time.monotonic() + timeout
        while b"\n" not in self._heard:
            self._heard += self.wire.hear(until - time.monotonic())
        line, self._heard = self._heard.split(b"\n", 1)
        heard: dict[str, Any] = json.loads(line)
        return heard
