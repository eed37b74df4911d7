"""The report of the longest evening: how long it takes, and what it costs those who play meanwhile."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.post import measured
from benchmarks.side import Side
from companion.table.evening import REST
from tests.fakes.long_evening import TURNS, commands
from tests.fakes.served import Running

REPORTS = 10
POSTS = 200
PHONES = 8
_AT_ONCE = 100
"""Commands after which the box is left in peace for a second."""


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """A report after each of some entries; then presses, with somebody asking for reports all the time."""
    with side.companion(data=data and data / "reports") as box:
        box.join()
        play(box)
        times = [_anew(box, number) for number in range(side.few(REPORTS))]
        yield milliseconds(f"report of {TURNS} turns, six players", times)
        streams = [box.stream() for _ in range(PHONES)]
        with asking(box):
            waits = measured(box, streams, side.few(POSTS))
        yield milliseconds(f"POST to event, {PHONES} phones, while reports are made", waits)
        for stream in streams:
            stream.close()


def play(box: Running) -> None:
    """The longest evening, up to its last turn; no faster than a box takes it."""
    now = box.ask("GET", "/api/v1/table")
    for number, command in enumerate(commands(lambda: now["game"])):
        now.update(box.ask("POST", "/api/v1/commands", command)["table"])
        if now["game"]["turn"] == TURNS:
            return
        if number % _AT_ONCE == 0:
            time.sleep(1)


def _anew(box: Running, number: int) -> float:
    """How long the report takes once something was done and the last one is old, in seconds."""
    time.sleep(REST)
    raft = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
    box.ask("POST", "/api/v1/commands", raft)
    began = time.perf_counter()
    _read(box)
    return time.perf_counter() - began


def _read(box: Running) -> None:
    line = http.client.HTTPConnection(*box.address)
    line.request("GET", "/report")
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status == 200, answer.status


@contextmanager
def asking(box: Running) -> Iterator[None]:
    """Somebody opens the report again and again, until the end of the block."""
    over = threading.Event()

    def asks() -> None:
        while not over.is_set():
            _read(box)

    asker = threading.Thread(target=asks)
    asker.start()
    try:
        yield
    finally:
        over.set()
        asker.join()
