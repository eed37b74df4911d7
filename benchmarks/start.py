"""A start: processor time and modules until it is ready, beside what its libraries alone take.

The floor is a process that imports Flask, gpiozero, luma's displays and serial interfaces and pyserial, and
does nothing else. The two take turns. A clock would tell of the neighbours as well: what is counted is the
processor's time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds, one
from benchmarks.goals import HERE
from benchmarks.process import FLOOR
from benchmarks.side import Side
from benchmarks.table import line

STARTS = 15
OF_THE_LIBRARIES = "processor time of a start, in times of that"
_KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Every start would compile everything anew."""


def floor(python: str = sys.executable) -> tuple[float, int]:
    """Seconds of processor time that the libraries take, and how many modules they are. python: a path."""
    words = f"{FLOOR}\nimport sys, time\nprint(time.process_time(), len(sys.modules))"
    done = subprocess.run(
        (python, "-c", words), check=True, capture_output=True, text=True, env={**os.environ, **_KEPT}
    )
    seconds, modules = done.stdout.split()
    return float(seconds), int(modules)


def modules() -> int:
    """How many modules a start brings in until it is ready."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "errors").open("w+") as errors:
        words = ("serve", "--simulate", "--host", "127.0.0.1", "--port", "0", "--data", folder)
        with subprocess.Popen(
            (sys.executable, "-v", "-m", "companion", *words),
            stdout=subprocess.PIPE, stderr=errors, env={**os.environ, **_KEPT},
        ) as process:  # fmt: skip
            if process.stdout is not None:
                process.stdout.readline()
            process.terminate()
        errors.seek(0)
        return sum(line.startswith("import '") for line in errors)


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """What a companion of this side takes until it is ready, and beside its libraries."""
    floors, starts = [], []
    floor(side.python)
    for _ in range(side.few(STARTS)):
        floors.append(floor(side.python)[0])
        with side.companion(data=data) as box:
            starts.append(box.cpu())
    yield milliseconds("processor time of the libraries alone", floors)
    yield milliseconds("processor time from start to ready", starts)
    yield one(OF_THE_LIBRARIES, "", statistics.median(starts) / statistics.median(floors))
    yield one(f"{OF_THE_LIBRARIES}, the least of both", "", min(starts) / min(floors))


def figures_inside() -> Iterator[Figure]:
    """How many modules there are."""
    yield one("modules of the libraries alone", "", floor()[1])
    yield one("modules of a start", "", modules())


def main() -> None:
    """Print the figures of this tree."""
    for figure in (*figures(Side()), *figures_inside()):
        print(line(figure, HERE.get(figure.name)))


if __name__ == "__main__":
    main()
