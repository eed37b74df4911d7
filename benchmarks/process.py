"""From the start to ready, compared with the imports of the libraries alone."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds, single
from benchmarks.goals import IMPORTS, READY
from benchmarks.target import Target

STARTS = 10
LIBRARIES = "import flask, gpiozero, luma.oled.device, luma.core.interface.serial, serial"


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """Starts, each beside an import of the libraries."""
    starts, imports = [], []
    for number in range(target.repeats(STARTS) + 1):
        with target.companion(data=data and data / f"start-{number}") as box:
            started = box.started
            box.stop()
        imported = _import_time(target)
        if number:  # the first start compiles
            starts.append(started)
            imports.append(imported)
    yield milliseconds(READY, starts)
    yield single(IMPORTS, "", statistics.median(starts) / statistics.median(imports))


def _import_time(target: Target) -> float:
    """Seconds from the start to the end of a process that imports the libraries."""
    began = time.perf_counter()
    environment = {**os.environ, **target.environment, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run((*target.before, target.python, "-c", LIBRARIES), env=environment, check=True)
    return time.perf_counter() - began
