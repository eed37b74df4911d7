"""The report of the longest game: its duration, and presses while reports are made."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.long_evening import TURNS, commands
from benchmarks.post import durations
from benchmarks.target import Target
from companion.table.report import MIN_AGE
from tests.fakes.served import Running

REPORTS = 10
POSTS = 200
PHONES = 8
_BURST = 100
"""Commands between pauses of a second."""


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """New reports; then presses while reports are requested all the time."""
    with target.companion(data=data and data / "reports") as box:
        box.join()
        play(box)
        times = [_new_report(box, number) for number in range(target.repeats(REPORTS))]
        yield milliseconds(f"report of {TURNS} turns, six players", times)
        streams = [box.stream() for _ in range(PHONES)]
        with requesting_reports(box):
            waits = durations(box, streams, target.repeats(POSTS))
        yield milliseconds(f"POST to event, {PHONES} phones, while reports are made", waits)
        for stream in streams:
            stream.close()


def play(box: Running) -> None:
    """Play the longest game up to its last turn, with pauses."""
    now = box.ask("GET", "/api/v1/table")
    for number, command in enumerate(commands(lambda: now["game"])):
        now.update(box.ask("POST", "/api/v1/commands", command)["table"])
        if now["game"]["turn"] == TURNS:
            return
        if number % _BURST == 0:
            time.sleep(1)


def _new_report(box: Running, number: int) -> float:
    """Seconds for a report after a new entry, when the last report is too old."""
    time.sleep(MIN_AGE)
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
def requesting_reports(box: Running) -> Iterator[None]:
    """Request reports again and again until the end of the block."""
    ended = threading.Event()

    def request() -> None:
        while not ended.is_set():
            _read(box)

    thread = threading.Thread(target=request)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
