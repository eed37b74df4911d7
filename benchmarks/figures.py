"""How a line of figures is printed."""

from __future__ import annotations

import statistics
from collections.abc import Iterable


def told(name: str, seconds: Iterable[float], goal: str = "") -> None:
    """Print one line of figures in milliseconds."""
    figures = sorted(seconds)
    middle, p95 = statistics.median(figures), figures[min(len(figures) - 1, int(len(figures) * 0.95))]
    print(
        f"{name:<42} median {middle * 1e3:8.2f} ms   p95 {p95 * 1e3:8.2f}   max {figures[-1] * 1e3:8.2f}"
        f"   n {len(figures)}{'   goal ' + goal if goal else ''}"
    )
