"""A measured figure: its samples in a unit."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure with at least one sample."""

    name: str
    """As in the table and in `benchmarks.goals`."""
    unit: str
    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    def percentile(self, part: float) -> float:
        """The sample that this part of the samples does not exceed. part: 0 to 1."""
        ordered = sorted(self.samples)
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))]

    def merged_with(self, other: Figure) -> Figure:
        """The figure with another round's samples too."""
        return Figure(self.name, self.unit, self.samples + other.samples)


def milliseconds(name: str, seconds: Iterable[float]) -> Figure:
    """A figure of durations. seconds: the samples."""
    return Figure(name, "ms", tuple(each * 1e3 for each in seconds))


def single(name: str, unit: str, value: float) -> Figure:
    """A figure with one sample."""
    return Figure(name, unit, (value,))
