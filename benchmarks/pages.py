"""From a press to the new page on the last of 8 phones."""

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
from benchmarks.target import Target
from tests.fakes.phone import CODE
from tests.fakes.served import Running

PHONES = 8
PRESSES = 60
WARM_UP = 5
"""Presses that are not measured: templates are being compiled."""
QUIET = 0.03
"""Seconds without news after which the next press follows."""
COLOURS = ("red", "yellow", "green", "blue")
EVENT = b"event: moment\n"


@dataclass(eq=False)
class Phone:
    """A phone that fetches its page again after each event of its stream, as its script does."""

    stream: socket.socket
    connection: socket.socket
    request: bytes
    received: bytes = b""
    response: bytes = b""

    def on_stream(self) -> bool:
        """Read events, and request the page after one. Returns False: no page is complete."""
        self.received += self.stream.recv(1 << 18)
        *events, self.received = self.received.split(b"\n\n")
        if any(each.startswith(EVENT) for each in events):
            self.connection.sendall(self.request)
        return False

    def on_page(self) -> bool:
        """Read the page. Returns whether it is complete."""
        self.response += self.connection.recv(1 << 18)
        head, blank, body = self.response.partition(b"\r\n\r\n")
        length = re.search(rb"Content-Length: (\d+)", head)
        if not blank or length is None or len(body) < int(length[1]):
            return False
        self.response = b""
        return True


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """Each page, on two phones of each of four seats."""
    for path in PAGES:
        place = data and data / path.strip("/")
        yield milliseconds(page(path), durations(target, path, place))


def durations(target: Target, path: str, data: Path | None) -> list[float]:
    """Seconds from each press until the last phone shows its page."""
    waits = []
    with target.companion(data=data) as box:
        box.join()
        box.start_game()
        phones = [phone(box, path, colour) for colour in COLOURS * (PHONES // 4)]
        with selectors.DefaultSelector() as selector:
            for each in phones:
                selector.register(each.stream, selectors.EVENT_READ, each.on_stream)
                selector.register(each.connection, selectors.EVENT_READ, each.on_page)
            for number in range(WARM_UP + target.repeats(PRESSES)):
                waits.append(press(box, number, selector))
                while ready := selector.select(QUIET):
                    for key, _ in ready:
                        key.data()
        for each in phones:
            each.stream.close()
            each.connection.close()
    return waits[WARM_UP:]


def phone(box: Running, path: str, colour: str) -> Phone:
    """A joined phone with an open stream, showing the table."""
    token = box.ask("POST", "/api/v1/join", {"code": CODE, "colour": colour})["token"]
    lines = f"Host: localhost\r\nCookie: companion={token}\r\n"
    page_request = f"GET {path} HTTP/1.1\r\n{lines}X-Fragment: main\r\n\r\n".encode()
    stream, connection = (socket.create_connection(box.address, timeout=10) for _ in range(2))
    connection.sendall(page_request)
    first = b""
    while b"</main>" not in first:
        first += connection.recv(1 << 18)
    # HTTP/1.0: no chunks
    stream.sendall(f"GET /api/v1/events?pages HTTP/1.0\r\n{lines}\r\n".encode())
    received = b""
    while b"retry: 1000\n" not in received or not received.endswith(b"\n\n"):
        received += stream.recv(1 << 16)
    return Phone(stream, connection, page_request)


def press(box: Running, number: int, selector: selectors.BaseSelector) -> float:
    """Seconds from a command until every phone shows its result."""
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
