"""A press to the page on 8 phones, and the processor for all of them: pages of both games."""

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
from typing import Any

from benchmarks.figures import Figure, milliseconds
from benchmarks.side import Side
from tests.fakes.served import CODE, Running

PHONES = 8
PRESSES = 60
FIRST = 5
"""Presses that are not counted: templates are compiled meanwhile."""
SETTLED = 0.03
"""Seconds after the last page in which what goes on by itself comes to rest, until the processor is read."""
COLOURS = {
    "roads-and-boats": ("red", "yellow", "green", "blue"),
    "la-strada": ("black", "grey", "yellow", "red"),
}
COLONIES = (5, 1, 5, 10, 1, 5, 15, 15, 12, 15, 16, 5)
PAGES = ("/table", "/act", "/log")
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
    """Each page of both games, on phones of four seats."""
    for system in COLOURS:
        for page in PAGES:
            name = page if system == "roads-and-boats" else f"La Strada's {page}"
            place = data and data / f"{system}{page.replace('/', '-')}"
            after_press, after_event, used = measured(side, system, page, place)
            yield milliseconds(f"press to page, {PHONES} phones, {name}", after_press)
            yield milliseconds(f"event to page, {PHONES} phones, {name}", after_event)
            yield milliseconds(f"processor of a press, {PHONES} phones, {name}", used)


def measured(
    side: Side, system: str, page: str, data: Path | None
) -> tuple[list[float], list[float], list[float]]:
    """For each press, seconds until the last phone shows its page: since the press, and since a program had
    the event; and seconds of processor.
    """
    waits, behind, used = [], [], []
    with side.companion(data=data) as box:
        box.join()
        begin(box, system)
        program = box.stream()
        phones = [phone(box, page, colour) for colour in COLOURS[system] * (PHONES // 4)]
        with selectors.DefaultSelector() as selector:
            selector.register(program, selectors.EVENT_READ)
            for each in phones:
                selector.register(each.stream, selectors.EVENT_READ, each.hears)
                selector.register(each.line, selectors.EVENT_READ, each.gets)
            for number in range(FIRST + side.few(PRESSES)):
                before = box.cpu()
                wait, late = press(box, system, number, selector)
                time.sleep(SETTLED)
                waits.append(wait)
                behind.append(late)
                used.append(box.cpu() - before)
        for each in phones:
            each.stream.close()
            each.line.close()
        program.close()
    return waits[FIRST:], behind[FIRST:], used[FIRST:]


def begin(box: Running, system: str) -> None:
    """Start a game of four; in La Strada three rounds are played."""
    players = [{"colour": colour} for colour in COLOURS[system]]
    box.ask("POST", "/api/v1/commands", {"type": "start", "system": system, "players": players})
    if system == "la-strada":
        for number, colour in enumerate(COLOURS[system] * 3):
            link = {"type": "connect", "colour": colour, "colony": COLONIES[number], "plains": 1}
            box.ask("POST", "/api/v1/commands", link)
            box.ask("POST", "/api/v1/commands", {"type": "end-turn"})


def phone(box: Running, page: str, colour: str) -> Phone:
    """A joined phone, once its stream stands and it shows the present table."""
    token = box.ask("POST", "/api/v1/join", {"code": CODE, "colour": colour})["token"]
    lines = f"Host: localhost\r\nCookie: companion={token}\r\n"
    asks = f"GET {page} HTTP/1.1\r\n{lines}X-Fragment: main\r\n\r\n".encode()
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


def press(box: Running, system: str, number: int, selector: selectors.BaseSelector) -> tuple[float, float]:
    """One command, until every phone shows what it did: seconds since the press, and since the event."""
    body: dict[str, Any] = {"type": "redo" if number % 2 else "undo"}
    if system == "roads-and-boats":
        body = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {box.token}"}
    began = time.perf_counter()
    box.connection.request("POST", "/api/v1/commands", json.dumps(body), headers)
    left, event = PHONES, 0.0
    while left or not event:
        ready = selector.select(10)
        if not ready:
            sys.exit(f"{left} phones do not show the table")
        for key, _ in ready:
            if key.data is not None:
                left -= key.data()
            elif isinstance(key.fileobj, socket.socket):
                key.fileobj.recv(1 << 18)
                event = event or time.perf_counter()
    ended = time.perf_counter()
    answer = box.connection.getresponse()
    answer.read()
    if answer.status != 200:
        sys.exit(f"the press was answered with {answer.status}")
    return ended - began, ended - event
