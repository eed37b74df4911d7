"""A joined phone's press while others hold on to the server, from one address and from many."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.goals import ATTACKS, SOURCES
from benchmarks.side import Side
from tests.adversary.floods import SIEGES, Siege
from tests.fakes.served import CODE, Running

PRESSES = 40
APART = 0.1
"""Seconds between two presses, and between two drips."""
LOG = b"GET /api/v1/log HTTP/1.1\r\nHost: box\r\n\r\n"
HOW = {
    "300 slow heads": SIEGES["slow heads"],
    "200 slow bodies": SIEGES["slow bodies"],
    "400 idle": Siege(400, b""),
    "100 who never read": Siege(100, LOG * 60),
    "390 of a guest": SIEGES["390 of a guest"],
}


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Each attack against a box of its own."""
    for what in ATTACKS:
        for where, addresses in SOURCES.items():
            with side.companion(data=data and data / f"{what}-{where}".replace(" ", "-")) as box:
                box.join()
                box.start_game()
                with _attacked(box, replace(HOW[what], addresses=addresses)):
                    yield milliseconds(f"press during {what}, {where}", _presses(box, side.few(PRESSES)))


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
def _attacked(box: Running, siege: Siege) -> Iterator[None]:
    """Hold the connections until the end of the block; one that is cut comes again."""
    over, every = threading.Event(), threading.Event()
    guest = box.ask("POST", "/api/v1/join", {"code": CODE})["token"]

    def hold() -> None:
        phones: dict[int, socket.socket] = {}
        while not over.wait(APART):
            siege.come(box.address[1], guest, phones)
            every.set()
        for phone in phones.values():
            phone.close()

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        every.wait()
        yield
    finally:
        over.set()
        holding.join()
