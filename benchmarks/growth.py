"""A game of 2,000 entries, and 1,000 games, compared with a fresh game."""

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

from benchmarks.figures import Figure, milliseconds, single
from benchmarks.goals import LONG_PRESS, LONG_READY, MANY_READY
from benchmarks.target import Target
from companion.games.registry import registered
from companion.notifier import Notifier
from companion.storage.storage import Storage
from companion.table.table import Table
from tests.fakes.served import Running

ENTRIES, GAMES = 2_000, 1_000
STARTS = 10
PRESSES = 200
RAFT: dict[str, Any] = {"type": "change-fleet", "colour": "red", "transporter": "raft"}


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """Starts and presses, measured in turn so that all have the same load beside them."""
    with tempfile.TemporaryDirectory(dir=data) as name:
        fresh, long, many = folders = tuple(Path(name) / each for each in ("fresh", "long", "many"))
        fill(fresh, 1, 3)
        fill(long, 1, ENTRIES)
        fill(many, GAMES, 3)
        ready: dict[Path, list[float]] = {folder: [] for folder in folders}
        for number in range(target.repeats(STARTS) + 1):
            for folder in folders:
                with target.companion(data=folder) as box:
                    if number:  # the first start may update the database
                        ready[folder].append(box.started)
                    box.stop()
        yield milliseconds("start to ready, a fresh game", ready[fresh])
        median = {folder: statistics.median(times) for folder, times in ready.items()}
        yield single(LONG_READY, "", median[long] / median[fresh])
        yield single(MANY_READY, "ms", (median[many] - median[fresh]) * 1e3)
        with target.companion(data=fresh) as few, target.companion(data=long) as more:
            waits: dict[Running, list[float]] = {few: [], more: []}
            few.join()
            more.join()
            for _ in range(target.repeats(PRESSES)):
                for box, times in waits.items():
                    times.append(_press(box))
            yield single(LONG_PRESS, "", statistics.median(waits[more]) / statistics.median(waits[few]))


def _press(box: Running) -> float:
    """The duration of a command, in seconds; it is undone."""
    began = time.perf_counter()
    box.ask("POST", "/api/v1/commands", {**RAFT, "by": 1})
    took = time.perf_counter() - began
    box.ask("POST", "/api/v1/commands", {"type": "undo"})
    return took


def fill(folder: Path, games: int, entries: int) -> None:
    """Play games of three entries, and add entries to the last one."""
    players = [{"colour": "red"}, {"colour": "blue"}]
    start = {"type": "start", "system": "roads-and-boats", "players": players, "replace": True}
    with closing(_open_table(folder)) as table:
        for _ in range(games):
            for body in (start, {**RAFT, "by": 1}, {**RAFT, "by": -1}):
                last = table.perform(table.read(body), source="phone").version
    with closing(Storage(folder, at=datetime.now(UTC), entropy=secrets.token_bytes)) as storage:
        played = cycle(storage.entries(after=last - 2))
        numbers = range(last + 1, last + 1 + entries - 3)
        copies = (msgspec.structs.replace(each, n=n) for n, each in zip(numbers, played, strict=False))
        while some := list(islice(copies, 500)):
            storage.append([(each, None) for each in some])


def _open_table(folder: Path) -> Table:
    storage = Storage(folder, at=datetime.now(UTC), entropy=secrets.token_bytes)
    return Table(
        storage, registered(), Notifier(), clock=lambda: datetime.now(UTC), entropy=secrets.token_bytes
    )
