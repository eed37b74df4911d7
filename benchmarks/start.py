"""A start: processor time and modules until it is ready, beside what its libraries alone take; and memory.

The floor is a process that imports Flask, gpiozero, luma's displays and serial interfaces and pyserial, and
does nothing else. The two take turns. A clock would tell of the neighbours as well: what is counted is the
processor's time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import told
from tests.fakes.served import companion

FLOOR = "import flask, gpiozero, luma.oled.device, luma.core.interface.serial, serial"
STARTS = 15
GOAL = 1.3
STREAMS = {8: 52, 64: 54}
"""How many phones listen, and the megabytes that the companion may take then."""
_KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Every start would compile everything anew."""


def floor() -> tuple[float, int]:
    """Seconds of processor time that the libraries take, and how many modules they are."""
    words = f"{FLOOR}\nimport sys, time\nprint(time.process_time(), len(sys.modules))"
    done = subprocess.run(
        (sys.executable, "-c", words), check=True, capture_output=True, text=True, env={**os.environ, **_KEPT}
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


def main() -> None:
    floors, starts = [], []
    floor()
    for _ in range(STARTS):
        floors.append(floor()[0])
        with companion(environment=_KEPT) as box:
            starts.append(box.cpu())
    told("processor time of the libraries alone", floors)
    told("processor time from start to ready", starts, f"{GOAL} times that")
    least, middle = min(starts) / min(floors), sorted(starts)[STARTS // 2] / sorted(floors)[STARTS // 2]
    print(f"{'start against its libraries':<42} least {least:9.2f}      median {middle:6.2f}   goal {GOAL}")
    print(f"{'modules of the libraries, and of a start':<42} {floor()[1]:8} and {modules()}")
    for number, goal in STREAMS.items():
        with companion(environment=_KEPT) as box:
            box.join()
            box.start_game()
            phones = [box.stream() for _ in range(number)]
            print(f"{f'memory with {number} streams':<42} {box.memory():8.1f} MB   goal {goal}")
            for phone in phones:
                phone.close()


if __name__ == "__main__":
    main()
