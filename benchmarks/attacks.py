"""A joined phone's press while others hold on to the server, from one address and from many."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.goals import ATTACKS, SOURCES
from benchmarks.side import Side
from tests.fakes.served import Running

PRESSES = 40
APART = 0.1
"""Seconds between two presses, and between two drips."""
LOG = b"GET /api/v1/log HTTP/1.1\r\nHost: box\r\n\r\n"
HOW = {
    "300 slow heads": (300, b"GET /table HTTP/1.1\r\n", b"X-Slow: y\r\n"),
    "200 slow bodies": (200, b"POST /join HTTP/1.1\r\nHost: box\r\nContent-Length: 60000\r\n\r\n", b"x"),
    "400 idle": (400, b"", b""),
    "100 who never read": (100, LOG * 60, b""),
}
"""How many connections there are, what each begins with, and what it then sends again and again."""


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Each attack against a box of its own."""
    for what in ATTACKS:
        for where in SOURCES:
            with side.companion(data=data and data / f"{what}-{where}".replace(" ", "-")) as box:
                box.join()
                box.start_game()
                with _attacked(box, *HOW[what], _source(where)):
                    yield milliseconds(f"press during {what}, {where}", _presses(box, side.few(PRESSES)))


def _source(where: str) -> Callable[[int], str]:
    many = where == SOURCES[1]
    return lambda each: f"127.0.{each // 250 + 1}.{each % 250 + 1}" if many else "127.0.0.9"


def _presses(box: Running, times: int) -> list[float]:
    """How long so many commands take, in seconds."""
    waits = []
    for number in range(times):
        time.sleep(APART)
        body = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
        began = time.perf_counter()
        box.ask("POST", "/api/v1/commands", body)
        waits.append(time.perf_counter() - began)
    return waits


@contextlib.contextmanager
def _attacked(
    box: Running, many: int, begins: bytes, drips: bytes, source: Callable[[int], str]
) -> Iterator[None]:
    """Hold so many connections until the end of the block; one that is cut comes again."""
    over = threading.Event()
    every = threading.Event()

    def hold() -> None:
        held: dict[int, socket.socket] = {}
        while not over.wait(APART):
            for each in range(many):
                try:
                    if each not in held:
                        held[each] = socket.create_connection(box.address, 5, (source(each), 0))
                        held[each].sendall(begins)
                    held[each].sendall(drips)
                except OSError:
                    if each in held:
                        held.pop(each).close()
            every.set()
        for phone in held.values():
            phone.close()

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        every.wait()
        yield
    finally:
        over.set()
        holding.join()
