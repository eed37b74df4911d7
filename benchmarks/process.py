"""Start to ready, beside what the imports of its libraries alone take."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds, one
from benchmarks.goals import FLOORS, READY
from benchmarks.side import Side

STARTS = 10
FLOOR = "import flask, gpiozero, luma.oled.device, luma.core.interface.serial, serial"


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Starts, each beside one of the floor."""
    starts, floors = [], []
    for number in range(side.few(STARTS) + 1):
        with side.companion(data=data and data / f"start-{number}") as box:
            started = box.started
            box.stop()
        floor = _floor(side)
        if number:  # the first one may compile
            starts.append(started)
            floors.append(floor)
    yield milliseconds(READY, starts)
    yield one(FLOORS, "", statistics.median(starts) / statistics.median(floors))


def _floor(side: Side) -> float:
    """Seconds from the start of a process to its end that imports the floor."""
    began = time.perf_counter()
    environment = {**os.environ, **side.environment, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run((*side.before, side.python, "-c", FLOOR), env=environment, check=True)
    return time.perf_counter() - began
