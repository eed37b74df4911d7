"""The table: a line about the machine, then a line for each figure, with its goal."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.goals import Goal

_NAME, _NUMBER = 58, 9


def machine() -> str:
    """A line about this machine."""
    cpu = re.search(r"(?m)^(?:model name|Model)\s*: (.+)$", Path("/proc/cpuinfo").read_text("utf-8"))
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text("ascii"))
    cores, load = os.cpu_count(), os.getloadavg()[0]
    room = f"{int(memory[1]) / 2**20:.1f} GB" if memory else "?"
    return (
        f"{cpu[1] if cpu else platform.machine()}, {cores} cores, {room}; {platform.system()}"
        f" {platform.release()}, Python {sys.version.split()[0]}; load {load:.1f} at the start"
    )


def head(*, against: bool = False) -> str:
    """The column names."""
    sides = ("before", "now", "ratio") if against else ("median",)
    columns = (*sides, "p95", "p99")
    return f"{'figure':<{_NAME}}{''.join(f'{each:>{_NUMBER}}' for each in columns)}        n  goal"


def line(now: Figure | None, goal: Goal | None, *, name: str = "", before: Figure | None = None) -> str:
    """A line of the table. now: None if it was not measured."""
    if now is None:
        return f"{name:<{_NAME}}{'not measured':>{_NUMBER * 3}}"
    numbers = [_format(now.median)]
    if before is not None:
        ratio = now.median / before.median if before.median else 0.0
        numbers = [_format(before.median), _format(now.median), f"{ratio:.2f}"]
    several = len(now.samples) > 1
    numbers += [_format(now.percentile(part)) if several else "" for part in (0.95, 0.99)]
    columns = "".join(f"{each:>{_NUMBER}}" for each in numbers)
    named = f"{now.name}, {now.unit}" if now.unit else now.name
    return f"{named:<{_NAME}}{columns}{len(now.samples):>9}{_verdict(now, goal)}".rstrip()


def _verdict(figure: Figure, goal: Goal | None) -> str:
    if goal is None:
        return ""
    return f"  {goal.maximum:g} {'met' if figure.median <= goal.maximum else 'not met'}"


def _format(number: float) -> str:
    return f"{number:.0f}" if abs(number) >= 1000 or number == int(number) else f"{number:.2f}"


def merge(rounds: Sequence[Mapping[str, Figure]]) -> dict[str, Figure]:
    """The figures of several rounds, with the samples of all."""
    every: dict[str, Figure] = {}
    for each in rounds:
        for name, figure in each.items():
            every[name] = every[name].merged_with(figure) if name in every else figure
    return every
