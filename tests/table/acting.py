"""A child process that plays until it is killed, and says on its standard output what was acknowledged.

    python -m tests.table.acting FOLDER ROUND

Each line is "key version", written after the table has answered.
"""

from __future__ import annotations

import os
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

from companion.games import Refused
from companion.notifier import Notifier
from companion.storage.storage import Storage
from companion.table.table import Table
from tests.fakes.evening import START, TOY
from tests.fakes.toy.words import Add

THREADS = 3


def opened(folder: Path) -> Table:
    now = datetime.now(UTC)
    journal = Storage(folder, at=now, entropy=os.urandom)
    return Table(journal, TOY, Notifier(), clock=lambda: datetime.now(UTC), entropy=os.urandom)


def say(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def play(table: Table, prefix: str) -> None:
    number = 0
    while True:
        key = f"{prefix}-{number}"
        try:
            done = table.perform(Add("red", 1), source="phone", key=key)
        except Refused:
            if table.snapshot.play is None or not table.snapshot.play.over:
                raise
            threading.Event().wait()  # wait to be killed
        say(f"{key} {done.version}")
        number += 1


def main(folder: Path, prefix: str) -> None:
    table = opened(folder)
    if table.snapshot.body["game"] is None:
        table.perform(table.read({**START, "options": {"target": 999}}), source="panel")
    names = [f"{prefix}-{number}" for number in range(THREADS)]
    for name in names:
        threading.Thread(target=play, args=(table, name)).start()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
