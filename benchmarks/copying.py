"""A press beside the copy of all games: how long it takes alone, and while the copy is written.

    python -m benchmarks.copying [FOLDER]

With a folder on the card in question it says what the card does; by default it is the temporary one.
"""

from __future__ import annotations

import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.table import line
from companion.storage.backup import write_backup
from companion.storage.entry import Entry
from companion.storage.storage import Storage

ENTRIES = 20_000
"""Some fifty evenings."""
ALONE = 3.0
ENOUGH = 30
EVERY = 0.05


def entry(number: int) -> Entry:
    events = b'[{"type":"fleet-changed","colour":"red","transporter":"raft","by":1}]'
    at = datetime.now(UTC).replace(microsecond=0)
    return Entry(number, at, "20261121-0000", "phone", "red", "", secrets.token_hex(8), events[1:-1], events)


def pressed(journal: Storage, meanwhile: Callable[[], object]) -> list[float]:
    """The seconds of each press while something else is done."""
    over = threading.Event()
    waits: list[float] = []

    def press() -> None:
        while not over.wait(EVERY):
            began = time.perf_counter()
            journal.append([(entry(journal.next), None)])
            waits.append(time.perf_counter() - began)

    thread = threading.Thread(target=press)
    thread.start()
    meanwhile()
    over.set()
    thread.join()
    return waits


def figures_inside(where: str | None = None) -> Iterator[Figure]:
    """where: a folder on the card in question, by default the temporary one."""
    with tempfile.TemporaryDirectory(dir=where) as name:
        folder = Path(name)
        with closing(Storage(folder, at=datetime.now(UTC), entropy=secrets.token_bytes)) as journal:
            journal.append([(entry(number), None) for number in range(1, ENTRIES + 1)])
            yield milliseconds("an entry alone", pressed(journal, lambda: time.sleep(ALONE)))
            beside: list[float] = []
            while len(beside) < ENOUGH:
                beside += pressed(journal, lambda: write_backup(folder, folder / "copy"))
            yield milliseconds(f"an entry beside a copy of {ENTRIES:,}", beside)


if __name__ == "__main__":
    for each in figures_inside(*sys.argv[1:2]):
        print(line(each, None))
