"""Which share of each room's branches the tests run: `python -m tests.branches build/coverage.json`.

The file is what `coverage json` writes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path


def room(path: str) -> str:
    """The folder of a module: `companion/table/table.py` is in `companion/table`, `web/app.py` in `web`."""
    folders = Path(path).parts[:-1]
    return "/".join(folders[: 2 if folders[0] == "companion" else 1])


def table(files: dict[str, dict[str, dict[str, int]]]) -> list[str]:
    """A line for each room, and one for all: branches run, of how many, and the share."""
    ran: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for path, measured in files.items():
        for name in (room(path), "all"):
            ran[name] += measured["summary"]["covered_branches"]
            every[name] += measured["summary"]["num_branches"]
    return [
        f"{name:20} {ran[name]:5} of {every[name]:5}  {100 * ran[name] / every[name]:5.1f} %"
        for name in sorted(every, key=lambda name: (name == "all", name))
        if every[name]
    ]


if __name__ == "__main__":
    print("\n".join(table(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["files"])))
