"""Positions of the lines, signs and marks of a plot, in units of a picture `WIDTH` wide.

The templates draw them: a picture of a few lines of SVG, in the page's own colours, by day and by night.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from companion.games.report import BarPlot, LinePlot, PlotLine
from companion.language.shapes import SHAPES

WIDTH = 360
HEIGHT = 210
LEFT, RIGHT, TOP, BOTTOM = 28, 40, 10, 24
"""What is left free around a plot of lines, for its numbers and its players' letters."""
BAR = 22
"""The height of a bar with what is above it."""
_SIGNS = 8
"""About how many signs a line has."""
_LETTERS = 15
"""The least from one letter to the next."""
_TICKS = 5
_STEPS = (1, 2, 5)


class AxisLabel(msgspec.Struct, frozen=True):
    """A number beside a plot. at: its place along the axis."""

    at: float
    said: str


class PointMark(msgspec.Struct, frozen=True):
    """A player's shape. points: its corners, empty for what is round. hole: its middle is open."""

    x: float
    y: float
    points: str
    hole: bool


class ChartLine(msgspec.Struct, frozen=True):
    """A line. pieces: points that hang together. signs: on it. end: its last sign, beside which the player's
    letter stands, None for a line without a value."""

    colour: str
    pieces: tuple[str, ...]
    signs: tuple[PointMark, ...]
    end: PointMark | None


class LineChart(msgspec.Struct, frozen=True):
    """A plot of lines. across, up: the numbers below it, and those on its left with a line across each."""

    height: int
    across: tuple[AxisLabel, ...]
    up: tuple[AxisLabel, ...]
    lines: tuple[ChartLine, ...]


class ChartBar(msgspec.Struct, frozen=True):
    """A bar. y: of its upper edge. whole, part: lengths. mark: where what was expected stands, None for
    nothing."""

    y: float
    name: str
    whole: float
    part: float
    mark: float | None
    said: str


class BarChart(msgspec.Struct, frozen=True):
    """A plot of bars."""

    height: int
    beams: tuple[ChartBar, ...]
    across: tuple[AxisLabel, ...]


def lay_out_chart(plot: LinePlot | BarPlot) -> LineChart | BarChart:
    """Where all of it stands."""
    return _lines(plot) if isinstance(plot, LinePlot) else _bars(plot)


def _lines(plot: LinePlot) -> LineChart:
    values = [each for line in plot.lines for each in line.values if each is not None]
    least = 1 if plot.falling else 0
    most = max((*values, least + 1))
    inner = HEIGHT - TOP - BOTTOM

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(plot.steps) - 1)

    def y(value: float) -> float:
        part = (value - least) / (most - least)
        return round(TOP + inner * (part if plot.falling else 1 - part), 1)

    ends = _apart([(line.colour, y(value)) for line in plot.lines if (value := _last(line)) is not None])
    stride = max(1, round(len(plot.steps) / _SIGNS))
    lines = tuple(
        ChartLine(
            line.colour,
            tuple(_pieces((x(at), _at(y, value)) for at, value in enumerate(line.values))),
            tuple(
                _sign(line.colour, x(at), y(value), 4.5)
                for at, value in enumerate(line.values)
                if value is not None and (at + nth) % stride == 0
            ),
            _sign(line.colour, WIDTH - RIGHT + 13, ends[line.colour], 6) if line.colour in ends else None,
        )
        for nth, line in enumerate(plot.lines)
    )  # fmt: skip
    across = [at for at in range(len(plot.steps)) if at % max(1, -(-len(plot.steps) // 9)) == 0]
    return LineChart(
        HEIGHT,
        tuple(AxisLabel(round(x(at), 1), str(plot.steps[at])) for at in across),
        tuple(AxisLabel(y(each), str(each)) for each in _ticks(least, most)),
        lines,
    )


def _at(y: Callable[[float], float], value: int | None) -> float | None:
    return None if value is None else y(value)


def _last(line: PlotLine) -> int | None:
    return next((each for each in reversed(line.values) if each is not None), None)


def _pieces(points: Iterable[tuple[float, float | None]]) -> Iterable[str]:
    """Points that follow one another without a gap, as SVG has them."""
    piece: list[str] = []
    for x, y in points:
        if y is None:
            if piece:
                yield " ".join(piece)
            piece = []
        else:
            piece.append(f"{x:.1f},{y:g}")
    if piece:
        yield " ".join(piece)


def _apart(ends: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Where the letters stand behind the lines' ends, so that none covers another: as near as can be."""
    found: dict[str, float] = {}
    below = 0.0
    for colour, y in sorted(ends, key=lambda each: each[1]):
        below = found[colour] = max(y, below)
        below += _LETTERS
    over = below - _LETTERS - (HEIGHT - BOTTOM)
    above = float(HEIGHT)
    for colour, y in reversed(list(found.items())) if over > 0 else ():
        above = found[colour] = min(y, above - _LETTERS if above < HEIGHT else HEIGHT - BOTTOM)
    return found


def _sign(colour: str, x: float, y: float, size: float) -> PointMark:
    """A player's shape around a point. size: half its width."""
    outline = SHAPES[colour]
    points = " ".join(
        f"{x + (across - 50) * size / 50:.1f},{y + (down - 50) * size / 50:.1f}"
        for across, down in outline.corners
    )
    return PointMark(round(x, 1), round(y, 1), points, outline.hole)


def _ticks(least: int, most: int) -> tuple[int, ...]:
    """Round numbers from the least to the most, few enough to be read."""
    steps = (each * 10**power for power in range(9) for each in _STEPS)
    step = next(each for each in steps if (most - least) / each <= _TICKS)
    return tuple(range(least, most + 1, step))


def _bars(plot: BarPlot) -> BarChart:
    longest = max((*(each.whole for each in plot.bars), 1))
    unit = (WIDTH - LEFT - 12) / longest
    beams = tuple(
        ChartBar(
            TOP + nth * BAR, each.name, round(each.whole * unit, 1), round(each.part * unit, 1),
            None if each.tenths is None else round(LEFT + each.tenths * unit / 10, 1),
            f"{each.part}/{each.whole}",
        )
        for nth, each in enumerate(plot.bars)
    )  # fmt: skip
    height = TOP + BAR * len(plot.bars) + BOTTOM
    across = tuple(AxisLabel(round(LEFT + each * unit, 1), str(each)) for each in _ticks(0, longest))
    return BarChart(height, beams, across)
