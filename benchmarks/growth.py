"""What grows with the evenings: a game of 2,000 entries, and 1,000 games, beside a fresh one."""

from __future__ import annotations

import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.figures import Figure, milliseconds, one
from benchmarks.goals import LONG_PRESS, LONG_READY, MANY_READY
from benchmarks.side import Side
from companion.bell import Bell
from companion.games.registry import registered
from companion.storage.storage import Storage
from companion.table.table import Table
from tests.fakes.served import Running

ENTRIES, GAMES = 2_000, 1_000
STARTS = 10
PRESSES = 200
RAFT: dict[str, Any] = {"type": "change-fleet", "colour": "red", "transporter": "raft"}


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Starts and presses, turn by turn, so that all have the same neighbours."""
    with tempfile.TemporaryDirectory(dir=data) as name:
        fresh, long, many = folders = tuple(Path(name) / each for each in ("fresh", "long", "many"))
        fill(fresh, 1, 3)
        fill(long, 1, ENTRIES)
        fill(many, GAMES, 3)
        ready: dict[Path, list[float]] = {folder: [] for folder in folders}
        for number in range(side.few(STARTS) + 1):
            for folder in folders:
                with side.companion(data=folder) as box:
                    if number:  # the first start may have something to bring up to date
                        ready[folder].append(box.started)
                    box.stop()
        yield milliseconds("start to ready, a fresh game", ready[fresh])
        median = {folder: statistics.median(times) for folder, times in ready.items()}
        yield one(LONG_READY, "", median[long] / median[fresh])
        yield one(MANY_READY, "ms", (median[many] - median[fresh]) * 1e3)
        with side.companion(data=fresh) as few, side.companion(data=long) as more:
            waits: dict[Running, list[float]] = {few: [], more: []}
            few.join()
            more.join()
            for _ in range(side.few(PRESSES)):
                for box, times in waits.items():
                    times.append(_press(box))
            yield one(LONG_PRESS, "", statistics.median(waits[more]) / statistics.median(waits[few]))


def _press(box: Running) -> float:
    """How long a command takes, in seconds; it is taken back."""
    began = time.perf_counter()
    box.ask("POST", "/api/v1/commands", {**RAFT, "by": 1})
    took = time.perf_counter() - began
    box.ask("POST", "/api/v1/commands", {"type": "undo"})
    return took


def fill(folder: Path, games: int, entries: int) -> None:
    """Play so many games, a raft comes and goes, and go on with the last one until it has so many entries."""
    players = [{"colour": "red"}, {"colour": "blue"}]
    start = {"type": "start", "system": "roads-and-boats", "players": players, "replace": True}
    with closing(_opened(folder)) as table:
        for _ in range(games):
            for body in (start, {**RAFT, "by": 1}, {**RAFT, "by": -1}):
                last = table.perform(table.read(body), source="phone").version
    with closing(Storage(folder, at=datetime.now(UTC), entropy=secrets.token_bytes)) as storage:
        played = cycle(storage.entries(after=last - 2))
        numbers = range(last + 1, last + 1 + entries - 3)
        copies = (msgspec.structs.replace(each, n=n) for n, each in zip(numbers, played, strict=False))
        while some := list(islice(copies, 500)):
            storage.append([(each, None) for each in some])


def _opened(folder: Path) -> Table:
    storage = Storage(folder, at=datetime.now(UTC), entropy=secrets.token_bytes)
    return Table(storage, registered(), Bell(), clock=lambda: datetime.now(UTC), entropy=secrets.token_bytes)
