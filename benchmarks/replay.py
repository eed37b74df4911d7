"""Opening a journal of 2,000 entries and folding it into the present state."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, milliseconds
from companion.bell import Bell
from companion.games.registry import registered
from companion.storage.storage import Storage
from companion.table.table import Table

ENTRIES = 2_000
RUNS = 10


def now() -> datetime:
    return datetime.now(UTC)


def opened(folder: Path) -> Table:
    journal = Storage(folder, at=now(), entropy=secrets.token_bytes)
    return Table(journal, registered(), Bell(), clock=now, entropy=secrets.token_bytes)


def fill(table: Table) -> None:
    """A long evening in which one raft comes and goes."""
    commands: list[dict[str, Any]] = [
        {"type": "start", "system": "roads-and-boats", "players": [{"colour": "red"}, {"colour": "blue"}]},
        *({"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - n % 2 * 2}
          for n in range(ENTRIES - 1)),
    ]  # fmt: skip
    for command in commands:
        table.perform(table.read(command), source="phone")


def figures_inside() -> Iterator[Figure]:
    """Fill a journal, and open it again and again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = opened(folder)
        fill(table)
        table.close()
        times = []
        for _ in range(RUNS):
            began = time.perf_counter()
            table = opened(folder)
            times.append(time.perf_counter() - began)
            assert table.snapshot.version == ENTRIES
            table.close()
        table = opened(folder)
        game = table.snapshot.body["game"]["id"]
        jumps = [_took(table, game, n) for n in (ENTRIES, 1, ENTRIES // 2)]
        walk = [_took(table, game, n) for n in (*range(ENTRIES, 0, -1), *range(1, ENTRIES + 1))]
        table.close()
    yield milliseconds(f"open and replay {ENTRIES:,} entries", times)
    yield milliseconds(f"look back, a jump among {ENTRIES:,} entries", jumps)
    yield milliseconds(f"look back, a step among {ENTRIES:,} entries", walk)


def _took(table: Table, game: str, n: int) -> float:
    """Seconds until a game is there as it was after that entry."""
    began = time.perf_counter()
    table.then(game, n)
    return time.perf_counter() - began
