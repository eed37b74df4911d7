"""A press to the page on the last of 8 phones."""

from __future__ import annotations

import json
import re
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.goals import PAGES, page
from benchmarks.side import Side
from tests.fakes.served import CODE, Running

PHONES = 8
PRESSES = 60
FIRST = 5
"""Presses that are not counted: templates are compiled meanwhile."""
SETTLED = 0.03
"""Seconds after the last page in which what goes on by itself comes to rest."""
COLOURS = ("red", "yellow", "green", "blue")
EVENT = b"event: moment\n"


@dataclass(eq=False)
class Phone:
    """A phone that shows a page, which it fetches when its stream says so, as its script would."""

    stream: socket.socket
    line: socket.socket
    asks: bytes
    heard: bytes = b""
    answer: bytes = b""

    def hears(self) -> bool:
        """Take what has come on the stream; False, for the page is still to be fetched.

        One thread reads for all phones, so it does as little as a phone must.
        """
        self.heard += self.stream.recv(1 << 18)
        *events, self.heard = self.heard.split(b"\n\n")
        if any(each.startswith(EVENT) for each in events):
            self.line.sendall(self.asks)
        return False

    def gets(self) -> bool:
        """Take what has come of the page that was asked for; whether it is all."""
        self.answer += self.line.recv(1 << 18)
        head, there, body = self.answer.partition(b"\r\n\r\n")
        length = re.search(rb"Content-Length: (\d+)", head)
        if not there or length is None or len(body) < int(length[1]):
            return False
        self.answer = b""
        return True


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Each page, on two phones of each of four seats."""
    for path in PAGES:
        place = data and data / path.strip("/")
        yield milliseconds(page(path), measured(side, path, place))


def measured(side: Side, path: str, data: Path | None) -> list[float]:
    """For each press, seconds until the last phone shows its page."""
    waits = []
    with side.companion(data=data) as box:
        box.join()
        box.start_game()
        phones = [phone(box, path, colour) for colour in COLOURS * (PHONES // 4)]
        with selectors.DefaultSelector() as selector:
            for each in phones:
                selector.register(each.stream, selectors.EVENT_READ, each.hears)
                selector.register(each.line, selectors.EVENT_READ, each.gets)
            for number in range(FIRST + side.few(PRESSES)):
                waits.append(press(box, number, selector))
                while ready := selector.select(SETTLED):
                    for key, _ in ready:
                        key.data()
        for each in phones:
            each.stream.close()
            each.line.close()
    return waits[FIRST:]


def phone(box: Running, path: str, colour: str) -> Phone:
    """A joined phone, once its stream stands and it shows the present table."""
    token = box.ask("POST", "/api/v1/join", {"code": CODE, "colour": colour})["token"]
    lines = f"Host: localhost\r\nCookie: companion={token}\r\n"
    asks = f"GET {path} HTTP/1.1\r\n{lines}X-Fragment: main\r\n\r\n".encode()
    stream, line = (socket.create_connection(box.address, timeout=10) for _ in range(2))
    line.sendall(asks)
    first = b""
    while b"</main>" not in first:
        first += line.recv(1 << 18)
    # by HTTP/1.0 nothing comes in chunks, whichever server answers
    stream.sendall(f"GET /api/v1/events?pages HTTP/1.0\r\n{lines}\r\n".encode())
    heard = b""
    while b"retry: 1000\n" not in heard or not heard.endswith(b"\n\n"):
        heard += stream.recv(1 << 16)
    return Phone(stream, line, asks)


def press(box: Running, number: int, selector: selectors.BaseSelector) -> float:
    """One command, until every phone shows what it did, in seconds."""
    body = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {box.token}"}
    began = time.perf_counter()
    box.connection.request("POST", "/api/v1/commands", json.dumps(body), headers)
    shown: set[int] = set()
    while len(shown) < PHONES:
        ready = selector.select(10)
        if not ready:
            sys.exit(f"{PHONES - len(shown)} phones do not show the table")
        shown |= {key.fd for key, _ in ready if key.data()}
    ended = time.perf_counter()
    answer = box.connection.getresponse()
    answer.read()
    if answer.status != 200:
        sys.exit(f"the press was answered with {answer.status}")
    return ended - began
