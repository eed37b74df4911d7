"""The report of a game as data: sections with tables and plots, and memorable moments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from companion.games.recolouring import changed_colours, recolour
from companion.language.text import Text, text

T = TypeVar("T")
MOMENTS = 10
"""Moments in a report."""


class ReportStep(msgspec.Struct, frozen=True):
    """A step of the game that was not undone."""

    n: int
    """The entry's number."""
    events: tuple[Any, ...]
    before: Any
    """The view before it; None at the start."""
    after: Any
    spent: int = 0
    """Seconds since the last step, without pauses."""


class PlayerList(msgspec.Struct, frozen=True):
    """Players in order, shown by colour, shape and letter; a dash if empty."""

    colours: tuple[str, ...]


Cell: TypeAlias = "int | str | Text | PlayerList"
"""A cell of a table: a number, untranslated signs, a text or players."""


class PlotLine(msgspec.Struct, frozen=True):
    """A player's line: a value or None for each step of the plot."""

    colour: str
    values: tuple[int | None, ...]


class LinePlot(msgspec.Struct, frozen=True, tag="lines"):
    """A plot of lines over steps."""

    steps: tuple[int, ...]
    """Ascending."""
    lines: tuple[PlotLine, ...]
    falling: bool = False
    """The lowest value is on top, as for ranks."""


class PlotBar(msgspec.Struct, frozen=True):
    """A bar: `part` of `whole`."""

    name: str
    part: int
    whole: int
    tenths: int | None = None
    """The expected part, in tenths."""


class BarPlot(msgspec.Struct, frozen=True, tag="bars"):
    """A plot of bars below each other."""

    bars: tuple[PlotBar, ...]


class Section(msgspec.Struct, frozen=True):
    """A section of the report."""

    name: str
    """Unique in the report, fit for an address."""
    title: Text
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """A cell for each column; the first is the row's name."""
    say: tuple[Text, ...] = ()
    """Sentences below the title."""
    plot: LinePlot | BarPlot | None = None
    key: Text | None = None
    """The plot's alternative text."""
    folded: bool = False
    """Collapsed at first."""


class Moment(msgspec.Struct, frozen=True):
    """A memorable moment."""

    n: int
    """The entry's number."""
    turn: int
    said: Text
    weight: int
    """Higher is more memorable."""
    colour: str | None = None
    """The player; None for all."""


class Report(msgspec.Struct, frozen=True):
    """Sections and moments of a game, in order."""

    parts: tuple[Section, ...]
    moments: tuple[Moment, ...]


def top_moments(moments: Iterable[Moment], most: int = MOMENTS) -> tuple[Moment, ...]:
    """The most memorable moments, in order; of equal weight the earlier ones."""
    chosen = sorted(moments, key=lambda each: (-each.weight, each.n))[:most]
    return tuple(sorted(chosen, key=lambda each: (each.n, each.weight)))


def growth_section(
    name: str,
    title: Text,
    turns: Mapping[int, Mapping[str, int]],
    colours: Sequence[str],
    say: tuple[Text, ...] = (),
    *,
    falling: bool = False,
) -> Section:
    """A section with each player's values turn by turn. turns: values by turn and colour."""
    steps = tuple(sorted(turns))
    lines = tuple(PlotLine(each, tuple(turns[turn].get(each) for turn in steps)) for each in colours)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (turn, *(NONE if (value := turns[turn].get(each)) is None else value for each in colours))
        for turn in steps
    )
    columns: tuple[Cell, ...] = (TURN, *(PlayerList((each,)) for each in colours))
    plot = LinePlot(steps, lines, falling) if len(steps) > 1 else None
    return Section(name, title, columns, rows, say, plot, title)


def tenths(value: Fraction) -> int:
    """A number in tenths, rounded half up."""
    return int(value * 10 + Fraction(1, 2))


def decimal(value: Fraction) -> Text:
    """A number with one decimal, as each language writes it."""
    whole, tenth = divmod(tenths(value), 10)
    return text("report.decimal", whole=whole, tenth=tenth)


def chance(value: Fraction) -> Text:
    """A probability in percent, or as 1 in n below one percent."""
    if value and value < Fraction(1, 100):
        return text("report.one-in", n=round(1 / value))
    rounded = int(value * 100 + Fraction(1, 2))
    return text("report.percent", n=rounded if value == 1 else min(99, rounded))


class StageTimes:
    """The time of each stage of each turn. Stages are the game's own."""

    def __init__(self) -> None:
        self._spent: dict[int, dict[str, int]] = {}

    def add(self, turn: int, stage: str, seconds: int) -> None:
        """Add seconds to a stage of a turn."""
        of_turn = self._spent.setdefault(turn, {})
        of_turn[stage] = of_turn.get(stage, 0) + seconds

    def section(self, stages: Mapping[str, Cell], say: tuple[Text, ...]) -> Section:
        """The times as a folded section. stages: the heading of each column."""
        rows = tuple(_time_row(turn, spent, stages) for turn, spent in sorted(self._spent.items()))
        total = {each: sum(spent.get(each, 0) for spent in self._spent.values()) for each in stages}
        columns = (TURN, *stages.values(), text("report.together"))
        rows = (*rows, _time_row(text("report.together"), total, stages))
        return Section("times", text("report.times"), columns, rows, say, folded=True)


def _time_row(name: Cell, spent: Mapping[str, int], stages: Iterable[str]) -> tuple[Cell, ...]:
    seconds = [spent.get(each, 0) for each in stages]
    return (name, *map(_clock, (*seconds, sum(seconds))))


def _clock(seconds: int) -> str:
    """Minutes and seconds, with hours where there are any."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class MomentCollector(ABC):
    """Collects moments step by step."""

    def __init__(self) -> None:
        self._found: list[Moment] = []
        self._known: set[str] = set()
        self._ends: dict[int, int] = {}

    @abstractmethod
    def _moments_of(self, event: Any, step: ReportStep, turn: int) -> Iterator[Moment]:
        """The moments of an event. Removes earlier ones that it makes untrue."""

    def add(self, step: ReportStep) -> None:
        """Add a step."""
        turn = (step.after if step.before is None else step.before).turn
        self._ends[turn] = step.n
        for event in step.events:
            turn = self._turn_with(event, turn)
            found = tuple(self._moments_of(event, step, turn))  # it may remove earlier ones, too
            self._found.extend(found)

    def _turn_with(self, _event: Any, turn: int) -> int:
        """The turn of an event. turn: that of the event before it."""
        return turn

    def _is_first(self, what: str) -> bool:
        """Whether this is called for the first time with `what`."""
        seen = what in self._known
        self._known.add(what)
        return not seen

    def _remove(self, condition: Callable[[Moment], bool]) -> None:
        self._found = [each for each in self._found if not condition(each)]

    def _lead_changes(
        self, turns: Mapping[int, Mapping[str, int]], code: str, weight: int
    ) -> Iterator[Moment]:
        """The last turn in which another player takes the sole lead. turns: values by turn and colour.

        code: of the sentence, with `colour` and, as `count`, how often the lead has changed.
        """
        leaders: list[tuple[int, str]] = []
        for turn, values in sorted(turns.items()):
            most = max(values.values(), default=0)
            first = [colour for colour, value in values.items() if value == most]
            if most and len(first) == 1 and first[0] not in {colour for _, colour in leaders[-1:]}:
                leaders.append((turn, first[0]))
        for turn, colour in leaders[1:][-1:]:
            sentence = text(code, colour=colour, count=len(leaders) - 1)
            yield Moment(self._ends.get(turn, 0), turn, sentence, weight, colour)


class ReportBuilder(ABC, Generic[T]):
    """Builds a report step by step. new: makes an empty turn."""

    def __init__(self, new: Callable[[], T], moments: MomentCollector) -> None:
        self._new = new
        self._turns: dict[int, T] = {}
        self._times = StageTimes()
        self._moments = moments
        self._last: Any = None

    @abstractmethod
    def _stage(self, view: Any) -> str:
        """The present stage of the turn."""

    @abstractmethod
    def _record_event(self, event: Any, turn: T, after: Any) -> None:
        """Record an event in its turn."""

    @abstractmethod
    def _record_standings(self, turn: T, view: Any) -> None:
        """Record the standings at the end of a turn."""

    def add(self, step: ReportStep) -> None:
        """Add a step."""
        before, after = step.before, step.after
        if before is not None:
            self._times.add(before.turn, self._stage(before), step.spent)
            row, now = ([each.colour for each in view.players] for view in (before, after))
            if colours := changed_colours(row, now):
                for each in (*self._turns.values(), self._moments, self._times):
                    vars(each).update(recolour(vars(each), colours))
        number = after.turn if before is None else before.turn
        turn = self._turn(number)
        for event in step.events:
            self._record_event(event, turn, after)
        if after.turn != number:
            self._record_standings(turn, after)
            for later in [each for each in self._turns if each > after.turn]:
                del self._turns[later]
            self._turn(after.turn)
        self._moments.add(step)
        self._last = after

    def _turn(self, number: int) -> T:
        return self._turns.setdefault(number, self._new())


NONE = "–"
TURN = text("report.turn")
