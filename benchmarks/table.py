"""The one table: its head says what machine it is, each line has a figure, and whether its goal is met."""

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
    """What this is measured on, in a line."""
    cpu = re.search(r"(?m)^(?:model name|Model)\s*: (.+)$", Path("/proc/cpuinfo").read_text("utf-8"))
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text("ascii"))
    cores, load = os.cpu_count(), os.getloadavg()[0]
    room = f"{int(memory[1]) / 2**20:.1f} GB" if memory else "?"
    return (
        f"{cpu[1] if cpu else platform.machine()}, {cores} cores, {room}; {platform.system()}"
        f" {platform.release()}, Python {sys.version.split()[0]}; load {load:.1f} at the start"
    )


def head(*, against: bool = False) -> str:
    """The names of the columns."""
    sides = ("before", "now", "ratio") if against else ("median",)
    columns = (*sides, "p95", "p99")
    return f"{'figure':<{_NAME}}{''.join(f'{each:>{_NUMBER}}' for each in columns)}        n  goal"


def line(now: Figure | None, goal: Goal | None, *, name: str = "", before: Figure | None = None) -> str:
    """A line of the table. now: None where it was not measured."""
    if now is None:
        return f"{name:<{_NAME}}{'not measured':>{_NUMBER * 3}}"
    numbers = [_said(now.median)]
    if before is not None:
        ratio = now.median / before.median if before.median else 0.0
        numbers = [_said(before.median), _said(now.median), f"{ratio:.2f}"]
    several = len(now.samples) > 1
    numbers += [_said(now.percentile(part)) if several else "" for part in (0.95, 0.99)]
    said = "".join(f"{each:>{_NUMBER}}" for each in numbers)
    named = f"{now.name}, {now.unit}" if now.unit else now.name
    return f"{named:<{_NAME}}{said}{len(now.samples):>9}{_judged(now, goal)}".rstrip()


def _judged(figure: Figure, goal: Goal | None) -> str:
    if goal is None:
        return ""
    return f"  {goal.most:g} {'met' if figure.median <= goal.most else 'not met'}"


def _said(number: float) -> str:
    return f"{number:.0f}" if abs(number) >= 1000 or number == int(number) else f"{number:.2f}"


def merged(rounds: Sequence[Mapping[str, Figure]]) -> dict[str, Figure]:
    """The figures of several rounds, each with all their samples."""
    every: dict[str, Figure] = {}
    for each in rounds:
        for name, figure in each.items():
            every[name] = every[name].with_more(figure) if name in every else figure
    return every
