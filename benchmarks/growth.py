"""What grows with the evenings: 100 games and 50,000 entries beside a single game, and a game of 50,000."""

from __future__ import annotations

import gc
import secrets
import signal
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from benchmarks.figures import Figure, milliseconds, one
from benchmarks.replay import now, opened
from benchmarks.side import Side
from companion.storage.entry import Entry
from companion.storage.storage import Storage
from companion.table.table import Table
from tests.fakes.served import Running

GAMES, OF_A_GAME = 100, 500
LONG = 2_000
LONGEST = 50_000
STARTS = 10
UNDOS = 1_000
PRESSES = 200
PLAYERS = ("red", "yellow", "green", "blue")
TRANSPORTERS = ("donkey", "wagon", "truck", "raft", "rowboat", "steamer")
BUILDINGS = ("woodcutter", "quarry", "clay-pit", "sawmill", "coal-burner", "papermill", "mint")
AT_ONCE = 500


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Starts, memory and presses of the whole program on such journals."""
    with tempfile.TemporaryDirectory(dir=data) as name:
        single, hundred, longest = (Path(name) / each for each in ("single", "hundred", "longest"))
        fill(single, 1, OF_A_GAME)
        fill(hundred, GAMES, OF_A_GAME)
        yield from _starts(side, single, hundred)
        yield from _presses(side, single, hundred)
        fill(longest, 1, LONGEST)
        yield from _starts_of_a_long_one(side, single, longest)


def figures_inside() -> Iterator[Figure]:
    """What can be counted in this process alone."""
    with tempfile.TemporaryDirectory() as name:
        single, hundred, long = (Path(name) / each for each in ("single", "hundred", "long"))
        fill(single, 1, OF_A_GAME)
        fill(hundred, GAMES, OF_A_GAME)
        more = calls(hundred) - calls(single)
        yield one(f"calls of a press more, of {GAMES} games", "", more)
        fill(long, 1, LONG)
        yield one(f"state of {LONG:,} entries, with steps of undo", "MB", state(long))
        yield from taken_back(long)


def _starts(side: Side, single: Path, hundred: Path) -> Iterator[Figure]:
    for how in (signal.SIGTERM, signal.SIGKILL):
        times: dict[Path, list[float]] = {single: [], hundred: []}
        memory: dict[Path, list[float]] = {single: [], hundred: []}
        for number in range(side.few(STARTS) + 1):
            for folder in (single, hundred):
                with side.companion(data=folder) as box:
                    if number:  # the first start may have something to bring up to date
                        times[folder].append(box.started)
                        memory[folder].append(box.memory())
                    _press(box, 2)
                    box.process.send_signal(how)
                    box.process.wait()
        later = statistics.median(many - few for few, many in zip(times[single], times[hundred], strict=True))
        pulled = "" if how == signal.SIGTERM else ", plug pulled"
        yield milliseconds(f"start to ready, {GAMES} games{pulled}", times[hundred])
        yield one(f"start later, of {GAMES} games{pulled}", "ms", later * 1e3)
        if not pulled:
            more = statistics.median(memory[hundred]) - statistics.median(memory[single])
            yield one(f"memory more, of {GAMES} games", "MB", more)


def _presses(side: Side, single: Path, hundred: Path) -> Iterator[Figure]:
    with side.companion(data=single) as few, side.companion(data=hundred) as many:
        waits: dict[str, list[float]] = {"a single game": [], f"{GAMES} games": []}
        for _ in range(side.few(PRESSES)):  # turn by turn, so that both have the same neighbours
            for box, what in zip((few, many), waits, strict=True):
                waits[what] += _press(box, 1)
        for what, times in waits.items():
            yield milliseconds(f"command to answer, {what}", times)


def _press(box: Running, times: int) -> list[float]:
    """How long commands take, in seconds."""
    if not box.token:
        box.join()
    waits = []
    for number in range(times):
        body = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1}
        began = time.perf_counter()
        box.ask("POST", "/api/v1/commands", {**body, "colour": PLAYERS[number % 4]})
        waits.append(time.perf_counter() - began)
        box.ask("POST", "/api/v1/commands", {"type": "undo"})
    return waits


def _starts_of_a_long_one(side: Side, single: Path, longest: Path) -> Iterator[Figure]:
    memory = []
    for folder in (single, longest):
        with side.companion(data=folder) as box:
            started = box.started
            memory.append(box.memory())
            box.stop()
    yield one(f"start to ready, a game of {LONGEST:,} entries", "ms", started * 1e3)
    yield one(f"memory more, a game of {LONGEST:,} entries", "MB", memory[1] - memory[0])


def fill(folder: Path, games: int, entries: int) -> None:
    """Play so many games, of which each has so many entries or a few less: a start, and the same round again
    and again, which ends where it began.
    """
    played: list[Entry] = []
    for _ in range(games):
        table = opened(folder)
        first = _start(table)
        if not played:
            for by in (1, -1):
                for body in _round(by):
                    _do(table, body)
        game = table.snapshot.body["game"]["id"]
        table.close()
        with closing(Storage(folder, at=now(), entropy=secrets.token_bytes)) as journal:
            played = played or list(journal.entries(after=first))
            again = (entries - (journal.last - first)) // len(played) * len(played)
            numbers = range(journal.next, journal.next + again)
            copies = zip(numbers, cycle(played), strict=False)
            while some := list(islice(copies, AT_ONCE)):
                journal.append([(msgspec.structs.replace(each, n=n, game=game), None) for n, each in some])


def _start(table: Table) -> int:
    """Start a game; the number of its entry."""
    players = [{"colour": colour} for colour in PLAYERS]
    return _do(table, {"type": "start", "system": "roads-and-boats", "players": players, "replace": True})


def _round(by: int) -> Iterator[dict[str, Any]]:
    for colour in PLAYERS:
        for transporter in TRANSPORTERS:
            yield {"type": "change-fleet", "colour": colour, "transporter": transporter, "by": by}
    for building in BUILDINGS:
        yield {"type": "build", "building": building, "by": by, "late": True}


def _do(table: Table, body: dict[str, Any]) -> int:
    return table.perform(table.read(body), source="phone").version


def calls(folder: Path) -> int:
    """How many Python functions a press calls."""
    table = opened(folder)
    counted = 0

    def count(_frame: FrameType, event: str, _: Any) -> None:
        nonlocal counted
        counted += event == "call"

    raft = {"type": "change-fleet", "colour": "red", "transporter": "raft"}
    for by in (1, -1):
        _do(table, {**raft, "by": by})
    sys.setprofile(count)
    _do(table, {**raft, "by": 1})
    sys.setprofile(None)
    _do(table, {**raft, "by": -1})
    table.close()
    return counted


def state(folder: Path) -> float:
    """Megabytes that a table keeps of its game, beside what any table does."""
    with tempfile.TemporaryDirectory() as empty:
        opened(Path(empty)).close()  # what is made once
        kept = []
        for each in (Path(empty), folder):
            gc.collect()
            tracemalloc.start()
            table = opened(each)
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
            table.close()
    return (kept[1] - kept[0]) / 2**20


def taken_back(folder: Path) -> Iterator[Figure]:
    """Undos one after another, and how they are done again."""
    table = opened(folder)
    for kind in ("undo", "redo"):
        times = []
        for _ in range(UNDOS):
            began = time.perf_counter()
            _do(table, {"type": kind})
            times.append(time.perf_counter() - began)
        yield milliseconds(f"{kind}, {UNDOS} one after another", times)
    table.close()
