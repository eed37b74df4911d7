"""A press to the page on 8 phones, and the processor for all of them: each page of both games."""

from __future__ import annotations

import http.client
import json
import re
import selectors
import socket
import sys
import time
from dataclasses import dataclass
from typing import Any

from benchmarks.figures import told
from tests.fakes.served import CODE, Running, companion

PHONES = 8
PRESSES = 60
SETTLED = 0.03
"""Seconds after the last page in which what goes on by itself comes to rest, before the processor is looked at."""
COLOURS = {"roads-and-boats": ("red", "yellow", "green", "blue"), "la-strada": ("black", "grey", "yellow", "red")}
PAGES = {"roads-and-boats": ("/table", "/act", "/log"), "la-strada": ("/table", "/act", "/log")}
EVENT = re.compile(rb"event: (page|table)\n(.*?)\n\n", re.DOTALL)


@dataclass
class Phone:
    """A phone that shows a page; where its stream does not tell of pages, it fetches, as its script would."""

    stream: socket.socket
    line: http.client.HTTPConnection
    token: str
    page: str
    heard: bytes = b""

    def hears(self) -> bool:
        """Take what has come; whether the phone now shows the table as it is."""
        self.heard += self.stream.recv(1 << 18)
        found = EVENT.search(self.heard)
        if found is None:
            return False
        self.heard = self.heard[found.end() :]
        if found[1] == b"table" or b'"fetch":true' in found[2]:
            self.line.request("GET", self.page, headers={"Cookie": f"companion={self.token}", "X-Fragment": "main"})
            return not self.line.getresponse().read() == b""
        return True


def main() -> None:
    for system, pages in PAGES.items():
        for page in pages:
            waits, used = measured(system, page)
            told(f"{system} {page}, press to last of {PHONES} pages", waits, "10")
            told("  processor for the press and all pages", used, "12")


def measured(system: str, page: str) -> tuple[list[float], list[float]]:
    """For each press, seconds until the last phone shows its page, and seconds of processor."""
    waits, used = [], []
    with companion() as box:
        box.join()
        begin(box, system)
        phones = [phone(box, page, colour) for colour in COLOURS[system] * (PHONES // 4)]
        with selectors.DefaultSelector() as selector:
            for each in phones:
                selector.register(each.stream, selectors.EVENT_READ, each)
            for number in range(PRESSES):
                before = box.cpu()
                waits.append(press(box, system, number, selector))
                time.sleep(SETTLED)
                used.append(box.cpu() - before)
        for each in phones:
            each.stream.close()
    return waits[5:], used[5:]


def begin(box: Running, system: str) -> None:
    players = [{"colour": colour} for colour in COLOURS[system]]
    box.ask("POST", "/api/v1/commands", {"type": "start", "system": system, "players": players})
    if system == "la-strada":
        for number, colour in enumerate(COLOURS[system] * 3):
            box.ask("POST", "/api/v1/commands", {
                "type": "connect", "colour": colour, "colony": (5, 1, 5, 10, 12)[number % 5], "plains": 1,
            })  # fmt: skip
            box.ask("POST", "/api/v1/commands", {"type": "end-turn"})


def phone(box: Running, page: str, colour: str) -> Phone:
    """A joined phone, once its stream stands and it shows the present table."""
    token = box.ask("POST", "/api/v1/join", {"code": CODE, "colour": colour})["token"]
    line = http.client.HTTPConnection(*box.address, timeout=10)
    line.request("GET", page, headers={"Cookie": f"companion={token}", "X-Fragment": "main"})
    etag = re.search(rb'data-etag="([^"]*)"', line.getresponse().read())
    stream = socket.create_connection(box.address, timeout=10)
    asked = {"Cookie": f"companion={token}", "X-Page": page, "X-Shown": etag[1].decode() if etag else ""}
    lines = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
    stream.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode())
    heard = b""
    while b"retry: 1000\n" not in heard or not heard.endswith(b"\n\n"):
        heard += stream.recv(1 << 16)
    return Phone(stream, line, token, page)


def press(box: Running, system: str, number: int, selector: selectors.BaseSelector) -> float:
    """One command, until every phone shows what it did: in seconds."""
    body: dict[str, Any] = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
    if system == "la-strada":
        body = {"type": "redo" if number % 2 else "undo"}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {box.token}"}
    began = time.perf_counter()
    box.connection.request("POST", "/api/v1/commands", json.dumps(body), headers)
    left = PHONES
    while left:
        for key, _ in selector.select(10):
            left -= key.data.hears()
    ended = time.perf_counter()
    answer = box.connection.getresponse()
    if answer.status != 200:
        sys.exit(f"refused: {answer.read()!r}")
    answer.read()
    return ended - began


if __name__ == "__main__":
    main()
