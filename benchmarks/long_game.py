"""A game of 50,000 entries beside one just begun: its start, its memory, a press, and a thousand undos."""

from __future__ import annotations

import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from benchmarks.figures import told
from benchmarks.replay import now, opened
from companion.journal.journal import Journal
from companion.table.table import Table
from tests.fakes.served import companion

ENTRIES = 50_000
UNDOS = 1_000
PRESSES = 200
PLAYERS = ("red", "yellow", "green", "blue")
TRANSPORTERS = ("donkey", "wagon", "truck", "raft", "rowboat", "steamer")
BUILDINGS = ("woodcutter", "quarry", "clay-pit", "sawmill", "coal-burner", "papermill", "mint")
AT_ONCE = 500
SLOWEST = 5_000
"""Milliseconds that a start may take."""
LARGEST = 6
"""Megabytes that a long game may take beyond a fresh one."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        fresh, long = Path(name) / "fresh", Path(name) / "long"
        fill(fresh, 0)
        fill(long, ENTRIES)
        started, little = served(fresh)
        print(f"{'start to ready, a fresh game':<42} {started * 1e3:8.0f} ms")
        started, much = served(long)
        said(f"start to ready, {ENTRIES} entries", f"{started * 1e3:8.0f} ms", SLOWEST, started * 1e3)
        each = (much - little) * 2**20 / ENTRIES
        figure = f"{much - little:8.1f} MB   {each:.0f} bytes an entry"
        said(f"memory above a fresh game, {ENTRIES} entries", figure, LARGEST, much - little)
        few = pressed(fresh, "an entry, in a fresh game")
        many = pressed(long, f"an entry, after {ENTRIES}")
        said(f"calls of an entry, after {ENTRIES}", f"{many:8d}", few, many)
        taken_back(long)


def said(name: str, figure: str, goal: int, reached: float) -> None:
    """Print a line of one figure, and whether it is as small as it should be."""
    print(f"{name:<42} {figure}   goal {goal} {'met' if reached <= goal else 'not met'}")


def fill(folder: Path, entries: int) -> None:
    """Put a game on a table and play a round, which ends where it began; then the same round again and again,
    until there are that many entries or a few less.
    """
    table = opened(folder)
    first = _play(table)
    table.close()
    with closing(Journal(folder, at=now(), entropy=secrets.token_bytes)) as journal:
        played = journal.entries(after=first)
        again = (entries - journal.last) // len(played) * len(played)
        numbers = range(journal.next, journal.next + again)
        copies = zip(numbers, cycle(played), strict=False)
        while some := list(islice(copies, AT_ONCE)):
            journal.append([(msgspec.structs.replace(each, n=n), None) for n, each in some])


def _play(table: Table) -> int:
    """Start, and buy and sell once what there is; the number of the start."""
    players = [{"colour": colour} for colour in PLAYERS]
    first = _do(table, {"type": "start", "system": "roads-and-boats", "players": players})
    for by in (1, -1):
        for body in _round(by):
            _do(table, body)
    return first


def _round(by: int) -> Iterator[dict[str, Any]]:
    for colour in PLAYERS:
        for transporter in TRANSPORTERS:
            yield {"type": "change-fleet", "colour": colour, "transporter": transporter, "by": by}
    for building in BUILDINGS:
        yield {"type": "build", "building": building, "by": by, "late": True}


def _do(table: Table, body: dict[str, Any]) -> int:
    return table.perform(table.read(body), source="phone").version


def served(folder: Path) -> tuple[float, float]:
    """Seconds until the whole program is ready, and its megabytes then."""
    with companion(data=folder) as box:
        return box.started, box.memory()


def pressed(folder: Path, words: str) -> int:
    """Time presses; return how many Python functions one calls."""
    raft = {"type": "change-fleet", "colour": "red", "transporter": "raft"}
    table = opened(folder)
    times = []
    for number in range(PRESSES):
        began = time.perf_counter()
        _do(table, {**raft, "by": 1 - number % 2 * 2})
        times.append(time.perf_counter() - began)
    told(words, times)
    calls = 0

    def count(_frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    _do(table, {**raft, "by": 1})
    sys.setprofile(None)
    table.close()
    return calls


def taken_back(folder: Path) -> None:
    """Time undos, and how they are done again."""
    table = opened(folder)
    for kind in ("undo", "redo"):
        times = []
        for _ in range(UNDOS):
            began = time.perf_counter()
            _do(table, {"type": kind})
            times.append(time.perf_counter() - began)
        told(f"{kind}, {UNDOS} one after another", times)
    table.close()


if __name__ == "__main__":
    main()
