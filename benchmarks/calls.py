"""How many Python functions one press calls, on every thread together, and in how many source files.

From the edge (a mock pin, the pseudo-terminal, the socket) to the picture in the display's memory and the
answer. There is no clock in it: the same evening, played with the same dice, counts the same each time. What
comes by the clock whatever anybody presses, such as a look at the display, is left out by playing the evening
several times and telling the least.
"""

from __future__ import annotations

import gc
import hashlib
import json
import logging
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import CodeType, FrameType
from typing import Any
from urllib.parse import urlsplit

from gpiozero.pins.mock import MockPin

from benchmarks.figures import Figure, one
from companion.config import SIMULATED, load
from companion.daemon.build import Served, serving

PRESSES = ("select", "phase", "tag", "brick")
EVENINGS = 5
QUIET = 0.1
"""Seconds without a call after which everything has been done."""
_EDGES = {MockPin.drive_low.__code__, MockPin.drive_high.__code__}


class Calls:
    """Counts the calls of every thread that was started while it is installed.

    Of the thread that presses only the pins' edges count, not its waiting for the effect.
    """

    def __init__(self) -> None:
        self.counted: Counter[CodeType] = Counter()
        self._edges = 0

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Until the end of the block each new thread's calls are counted."""
        threading.setprofile(self._call)
        try:
            yield
        finally:
            threading.setprofile(None)

    def of(self, press: Callable[[], object]) -> Counter[CodeType]:
        """The calls that come of a press, by the function."""
        self._wait()
        self.counted.clear()
        sys.setprofile(self._edge)
        try:
            press()
        finally:
            sys.setprofile(None)
        self._wait()
        return self.counted.copy()

    def _call(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            self.counted[frame.f_code] += 1

    def _edge(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (self._edges or frame.f_code in _EDGES):
            self._edges += 1
            self.counted[frame.f_code] += 1
        elif event == "return" and self._edges:
            self._edges -= 1

    def _wait(self) -> None:
        before = -1
        while before != (now := self.counted.total()):
            before = now
            time.sleep(QUIET)


class Phone:
    """A phone that has joined, on a connection that stays open."""

    def __init__(self, served: Served) -> None:
        address = urlsplit(served.url)
        self._socket = socket.create_connection((address.hostname or "", address.port or 80))
        self._token = ""
        self._token = self.sends("/api/v1/join", code=served.code)["token"]

    def sends(self, path: str, **body: Any) -> Any:
        """Post it, and return the answer."""
        said = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(said)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + said)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._socket.recv(65536)
        head, _, rest = answer.decode().partition("\r\n\r\n")
        length = int(head.lower().partition("content-length:")[2].splitlines()[0])
        content = rest.encode()
        while len(content) < length:
            content += self._socket.recv(65536)
        answered = json.loads(content)
        assert head.startswith("HTTP/1.1 200"), answered
        return answered

    def does(self, kind: str, **fields: Any) -> Any:
        """Send a command."""
        return self.sends("/api/v1/commands", type=kind, **fields)

    def close(self) -> None:
        self._socket.close()


class _Entropy:
    """Bytes that look random and are the same in every evening."""

    def __init__(self) -> None:
        self._calls = 0

    def __call__(self, count: int) -> bytes:
        self._calls += 1
        return hashlib.shake_256(str(self._calls).encode()).digest(count)


def _now() -> datetime:
    return datetime(2026, 11, 21, 18, 3, 11, tzinfo=UTC)


def evening() -> dict[str, Counter[CodeType]]:
    """Play the example on in a new data folder; what each press called."""
    calls = Calls()
    with tempfile.TemporaryDirectory() as folder:
        own = (f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0", "web.streams=1")
        with (
            calls.installed(),
            serving(
                load(None, (*SIMULATED, *own)),
                shut_down=lambda: None,
                example="roads-and-boats",
                clock=_now,
                entropy=_Entropy(),
            ) as served,
        ):
            box = served.box.simulated
            assert box is not None
            phone = Phone(served)
            for button in ("select", "select", "back", "back", "back"):
                box.press(button)
            phone.does("draw", number=3)
            for button in ("advance", "back"):  # home from what was drawn, and before it
                box.press(button)
            counted = {"select": calls.of(lambda: box.press("select"))}
            box.scan("0F0184F004")
            counted["tag"] = calls.of(lambda: box.scan("0F0184F005"))
            calls.of(lambda: phone.does("draw-all"))  # shown before the game moves on, which takes it away
            phone.does("advance")
            counted["phase"] = calls.of(lambda: box.press("advance"))
            phone.does("advance")
            phone.does("buy-brick", colour="red")
            counted["brick"] = calls.of(lambda: phone.does("buy-brick", colour="blue"))
            phone.close()
    return counted


def least(evenings: int = EVENINGS) -> dict[str, Counter[CodeType]]:
    """Of each press the fewest calls; the first evening only fills what is kept for all others."""
    logging.disable()
    gc.disable()
    evening()
    every = [evening() for _ in range(evenings)]
    return {name: min((each[name] for each in every), key=Counter.total) for name in PRESSES}


def figures_inside() -> Iterator[Figure]:
    """The calls of each press."""
    for name, calls in least().items():
        yield one(f"calls of {name}", "", calls.total())


def main() -> None:
    """Print one line for each press."""
    for name, calls in least().items():
        print(f"{name} {calls.total()} calls {len({code.co_filename for code in calls})} files")


if __name__ == "__main__":
    main()
