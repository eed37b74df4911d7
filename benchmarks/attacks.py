"""A phone's press during attacks on the server, from one address and from many."""

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
from benchmarks.target import Target
from tests.adversary.floods import SIEGES, Siege
from tests.fakes.phone import CODE
from tests.fakes.served import Running

PRESSES = 40
PAUSE = 0.1
"""Seconds between two presses, and between two drips."""
LOG = b"GET /api/v1/log HTTP/1.1\r\nHost: box\r\n\r\n"
SIEGE_OF = {
    "300 slow heads": SIEGES["slow heads"],
    "200 slow bodies": SIEGES["slow bodies"],
    "400 idle": Siege(400, b""),
    "100 who never read": Siege(100, LOG * 60),
    "390 of a guest": SIEGES["390 of a guest"],
}


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """Each attack, on a box of its own."""
    for what in ATTACKS:
        for where, addresses in SOURCES.items():
            with target.companion(data=data and data / f"{what}-{where}".replace(" ", "-")) as box:
                box.join()
                box.start_game()
                with _attacked(box, replace(SIEGE_OF[what], addresses=addresses)):
                    yield milliseconds(
                        f"press during {what}, {where}", _presses(box, target.repeats(PRESSES))
                    )


def _presses(box: Running, times: int) -> list[float]:
    """The durations of commands, in seconds."""
    waits = []
    for number in range(times):
        time.sleep(PAUSE)
        body = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
        began = time.perf_counter()
        box.ask("POST", "/api/v1/commands", body)
        waits.append(time.perf_counter() - began)
    return waits


@contextlib.contextmanager
def _attacked(box: Running, siege: Siege) -> Iterator[None]:
    """Keep the attack up until the end of the block; closed connections are opened again."""
    ended, begun = threading.Event(), threading.Event()
    guest = box.ask("POST", "/api/v1/join", {"code": CODE})["token"]

    def hold() -> None:
        phones: dict[int, socket.socket] = {}
        while not ended.wait(PAUSE):
            siege.come(box.address[1], guest, phones)
            begun.set()
        for phone in phones.values():
            phone.close()

    attack = threading.Thread(target=hold)
    attack.start()
    try:
        begun.wait()
        yield
    finally:
        ended.set()
        attack.join()
