"""A phone in the room: speaks HTTP with the virtual Pi from outside."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable
from typing import Any

from tests.fakes import phone
from tests.fakes.phone import NotAnswered

_EVENT = re.compile(rb"event: (\w+)\n(?:id: [^\n]*\n)?data: ([^\n]*)\n")
_PATIENCE = 120.0
_PHASES = 4


class Phone(phone.Phone):
    """port: of this computer, which leads to the Pi's."""

    def __init__(self, port: int) -> None:
        super().__init__(port, patience=_PATIENCE)

    def start(self) -> None:
        """Begin a game of Roads & Boats for red and blue."""
        self.tell("start", system="roads-and-boats", players=[{"colour": "red"}, {"colour": "blue"}])

    def start_with_bag(self, number: int, tags: tuple[str, ...]) -> None:
        """Begin one with a mine of three gold, whose bag has these tags, in its second turn."""
        self.start()
        self.tell("research", colour="red", subject="specialised-mine")
        self.tell("build-mine", number=number, colour="red", mixture="gold", late=True)
        for tag in tags:
            self.tell("pair-tag", tag=tag, number=number)
        self.turn()

    def sees_gold(self, number: int, left: int) -> None:
        """Wait until that bag was drawn from: it has given gold, and holds so much yet."""
        table = self.sees(lambda table: table["game"]["mines"][0]["drawn"] is not None)
        assert table["game"]["mines"] == [{"number": number, "gold": left, "iron": 0, "drawn": "gold"}]

    def turn(self) -> None:
        """Take the table from where it is to the same phase of the next turn of Roads & Boats."""
        for _ in range(_PHASES):
            self.tell("advance", draw_rest=True)

    def table(self) -> Any:
        """The table as it is now."""
        return self.ask("GET", "/api/v1/table")

    def health(self) -> Any:
        """How the box and its parts are."""
        return self.ask("GET", "/healthz")

    def sees(self, wanted: Callable[[Any], bool], timeout: float = _PATIENCE) -> Any:
        """Watch the table until it is as wanted; the table then. Raises `NotAnswered`."""
        return self._watch("table", wanted, timeout)

    def sees_part(self, part: str, state: str, timeout: float = _PATIENCE) -> None:
        """Watch the box until a part is `ok` or `missing`. Raises `NotAnswered`."""
        self._watch("box", lambda _: self.health()[part] == state, timeout)

    def _watch(self, event: str, wanted: Callable[[Any], bool], timeout: float) -> Any:
        """Listen to the live stream; its first word is the table as it is, and worth a look at anything."""
        until = time.monotonic() + timeout
        with socket.create_connection(("127.0.0.1", self.port), timeout) as line:
            line.sendall(
                b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
            )
            heard, looked = b"", False
            while True:
                line.settimeout(max(0.001, until - time.monotonic()))
                try:
                    piece = line.recv(1 << 16)
                except OSError as broken:
                    raise NotAnswered(f"it has not come to that: {heard[-2000:]!r}") from broken
                if not piece:
                    raise NotAnswered(f"the stream ended: {heard[-2000:]!r}")
                heard += piece
                for told in _EVENT.finditer(heard):
                    body = json.loads(told.group(2))
                    if (told.group(1).decode() == event or not looked) and wanted(body):
                        return body
                    looked = True
                heard = heard[heard.rfind(b"\n\n") + 1 :]


def goes_on(port: int, table: Any) -> None:
    """The game stands where it stood, and the owner's code opens the table still."""
    with Phone(port) as phone:
        now = phone.table()
        assert (now["version"], now["game"]) == (table["version"], table["game"])
        phone.join()
