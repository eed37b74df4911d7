"""What a measurement yields: samples of one figure, in a unit."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """name: as in the table and among the goals. samples: one at least, in the unit."""

    name: str
    unit: str
    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    def percentile(self, part: float) -> float:
        """The sample below or at which this part of them is."""
        ordered = sorted(self.samples)
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))]

    def with_more(self, other: Figure) -> Figure:
        """The same figure with another round's samples."""
        return Figure(self.name, self.unit, self.samples + other.samples)


def milliseconds(name: str, seconds: Iterable[float]) -> Figure:
    """A figure of times."""
    return Figure(name, "ms", tuple(each * 1e3 for each in seconds))


def one(name: str, unit: str, value: float) -> Figure:
    """A figure that was counted or read once."""
    return Figure(name, unit, (value,))
