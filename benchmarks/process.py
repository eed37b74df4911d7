"""The process as a whole: start to ready beside the floor of its imports, at rest, and SIGTERM to exit."""

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
from tests.fakes.served import Running

IDLE = 30
STARTS = 10
BEGUN = 3.0
"""Seconds until a start is over in all its threads."""
FLOOR = "import flask, gpiozero, luma.oled.device, luma.core.interface.serial, serial"


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Starts, each beside one of the floor; and one that rests, unless it is as slow as a Pi."""
    starts, stops, floors = [], [], []
    for number in range(side.few(STARTS) + 1):
        with side.companion(data=data and data / f"start-{number}") as box:
            started, stopped = box.started, box.stop()
        floor = _floor(side)
        if number:  # the first one may compile
            starts.append(started)
            stops.append(stopped)
            floors.append(floor)
    yield milliseconds(READY, starts)
    yield milliseconds("imports' floor", floors)
    yield one(FLOORS, "", statistics.median(starts) / statistics.median(floors))
    yield milliseconds("SIGTERM to exit", stops)
    if not side.slow:
        yield from _at_rest(side)


def _floor(side: Side) -> float:
    """Seconds from the start of a process to its end that imports the floor."""
    began = time.perf_counter()
    environment = {**os.environ, **side.environment, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run((*side.before, side.python, "-c", FLOOR), env=environment, check=True)
    return time.perf_counter() - began


def _at_rest(side: Side) -> Iterator[Figure]:
    with side.companion("web.host=0.0.0.0") as box:  # as at home: the network is looked at as well
        box.join()
        box.start_game()
        phones = [box.stream() for _ in range(8)]
        box.connection.close()
        time.sleep(BEGUN)
        before, woken = box.cpu(), _wake_ups(box)
        time.sleep(IDLE)
        used, waited = box.cpu() - before, _wake_ups(box) - woken
        yield one(f"processor in {IDLE} s at rest, 8 streams", "ms", used * 1e3)
        yield one("wake-ups a second at rest, 8 streams", "", waited / IDLE)
        for phone in phones:
            phone.close()


def _wake_ups(box: Running) -> int:
    """How often its threads have given the processor up to wait, as the kernel counts it."""
    every = Path(f"/proc/{box.process.pid}/task").glob("*/status")
    lines = (line for status in every for line in status.read_text("ascii").splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
