"""The report of an evening as a game tells it: plain parts in no language, from which one page is drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from companion.games.seats import changed_colours, recoloured
from companion.language.text import Text, text

T = TypeVar("T")
MOMENTS = 10
"""How many moments of a game its report tells."""


class Played(msgspec.Struct, frozen=True):
    """A step that counts. n: the number of its entry. events: what it came to. before: the view before it,
    None where the game begins. after: the view after it. spent: how many seconds the table took for it,
    pauses left out, what was taken back since the step before it included.
    """

    n: int
    events: tuple[Any, ...]
    before: Any
    after: Any
    spent: int = 0


class Who(msgspec.Struct, frozen=True):
    """Players in an order that means something, shown by colour, shape and letter. Nobody is a dash."""

    colours: tuple[str, ...]


Cell: TypeAlias = "int | str | Text | Who"
"""What stands in a table: a number, signs that every language reads, words, or players."""


class Line(msgspec.Struct, frozen=True):
    """How something of a player's grew: a value for each step of its plot, None where there was none."""

    colour: str
    values: tuple[int | None, ...]


class Lines(msgspec.Struct, frozen=True, tag="lines"):
    """A plot of lines. steps: below which the values stand, rising. falling: the lowest value stands on top,
    as a first place does."""

    steps: tuple[int, ...]
    lines: tuple[Line, ...]
    falling: bool = False


class Bar(msgspec.Struct, frozen=True):
    """part: of `whole`. tenths: where it was to be expected, in tenths; None where nothing was."""

    name: str
    part: int
    whole: int
    tenths: int | None = None


class Bars(msgspec.Struct, frozen=True, tag="bars"):
    """A plot of bars, one below the other."""

    bars: tuple[Bar, ...]


class Part(msgspec.Struct, frozen=True):
    """A section of the report. name: unique in it, fit for an address. title, say: its heading, and sentences
    below it. key: what the plot shows, for who does not see it. columns, rows: the numbers, one cell for each
    column; the first of a row names it. folded: shown when somebody wants it.
    """

    name: str
    title: Text
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    say: tuple[Text, ...] = ()
    plot: Lines | Bars | None = None
    key: Text | None = None
    folded: bool = False


class Moment(msgspec.Struct, frozen=True):
    """Something that is remembered. n: the number of its entry. turn: of the game. colour: whose it is, None
    for everybody's. weight: how much it is worth telling, more than others where it is higher.
    """

    n: int
    turn: int
    said: Text
    weight: int
    colour: str | None = None


class Report(msgspec.Struct, frozen=True):
    """What a game tells of an evening. moments: in the order in which they came."""

    parts: tuple[Part, ...]
    moments: tuple[Moment, ...]


def best(moments: Iterable[Moment], most: int = MOMENTS) -> tuple[Moment, ...]:
    """The moments that are most worth telling, in the order in which they came; of equals the first ones."""
    chosen = sorted(moments, key=lambda each: (-each.weight, each.n))[:most]
    return tuple(sorted(chosen, key=lambda each: (each.n, each.weight)))


def grown(
    name: str,
    title: Text,
    turns: Mapping[int, Mapping[str, int]],
    colours: Sequence[str],
    say: tuple[Text, ...] = (),
    *,
    falling: bool = False,
) -> Part:
    """A part with each player's values turn by turn. turns: by turn and colour."""
    steps = tuple(sorted(turns))
    lines = tuple(Line(each, tuple(turns[turn].get(each) for turn in steps)) for each in colours)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (turn, *(NONE if (value := turns[turn].get(each)) is None else value for each in colours))
        for turn in steps
    )
    columns: tuple[Cell, ...] = (TURN, *(Who((each,)) for each in colours))
    plot = Lines(steps, lines, falling) if len(steps) > 1 else None
    return Part(name, title, columns, rows, say, plot, title)


def tenths(value: Fraction) -> int:
    """A number in tenths, rounded half up."""
    return int(value * 10 + Fraction(1, 2))


def decimal(value: Fraction) -> Text:
    """A number with one decimal, as each language writes it."""
    whole, tenth = divmod(tenths(value), 10)
    return text("report.decimal", whole=whole, tenth=tenth)


def chance(value: Fraction) -> Text:
    """How likely something was: in percent, or one in how many where it was less than one percent."""
    if value and value < Fraction(1, 100):
        return text("report.one-in", n=round(1 / value))
    rounded = int(value * 100 + Fraction(1, 2))
    return text("report.percent", n=rounded if value == 1 else min(99, rounded))


class Clock:
    """How long each stage of each turn took. A stage is what the game divides its turns into."""

    def __init__(self) -> None:
        self._spent: dict[int, dict[str, int]] = {}

    def count(self, turn: int, stage: str, spent: int) -> None:
        """So many seconds more for a stage of a turn."""
        of_turn = self._spent.setdefault(turn, {})
        of_turn[stage] = of_turn.get(stage, 0) + spent

    def part(self, stages: Mapping[str, Cell], say: tuple[Text, ...]) -> Part:
        """The times as a folded part. stages: how each is headed, in the order of the columns."""
        rows = tuple(_timed(turn, spent, stages) for turn, spent in sorted(self._spent.items()))
        total = {each: sum(spent.get(each, 0) for spent in self._spent.values()) for each in stages}
        columns = (TURN, *stages.values(), text("report.together"))
        rows = (*rows, _timed(text("report.together"), total, stages))
        return Part("times", text("report.times"), columns, rows, say, folded=True)


def _timed(name: Cell, spent: Mapping[str, int], stages: Iterable[str]) -> tuple[Cell, ...]:
    seconds = [spent.get(each, 0) for each in stages]
    return (name, *map(_clock, (*seconds, sum(seconds))))


def _clock(seconds: int) -> str:
    """Minutes and seconds, with hours where there are any."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Remembered(ABC):
    """Gathers moments step by step."""

    def __init__(self) -> None:
        self._found: list[Moment] = []
        self._known: set[str] = set()
        self._ends: dict[int, int] = {}

    @abstractmethod
    def _of(self, event: Any, step: Played, turn: int) -> Iterator[Moment]:
        """The moments that an event makes; those that it makes untrue are dropped."""

    def take(self, step: Played) -> None:
        """One more step."""
        turn = (step.after if step.before is None else step.before).turn
        self._ends[turn] = step.n
        for event in step.events:
            turn = self._turn_with(event, turn)
            found = tuple(self._of(event, step, turn))  # before the moments that it makes untrue are dropped
            self._found.extend(found)

    def _turn_with(self, _event: Any, turn: int) -> int:
        """The turn to which an event of a step belongs. turn: of the event before."""
        return turn

    def _first(self, what: str) -> bool:
        """Whether it is the first of its kind; it counts as seen then."""
        seen = what in self._known
        self._known.add(what)
        return not seen

    def _forget(self, gone: Callable[[Moment], bool]) -> None:
        self._found = [each for each in self._found if not gone(each)]

    def _leads(self, turns: Mapping[int, Mapping[str, int]], code: str, weight: int) -> Iterator[Moment]:
        """At which turns another player has come to lead alone. turns: values by turn and colour.

        code: of the game's sentence for it, which has `colour` and `count`.
        """
        leader: str | None = None
        for turn, values in sorted(turns.items()):
            most = max(values.values(), default=0)
            first = [colour for colour, value in values.items() if value == most]
            if most and len(first) == 1 and first[0] != leader:
                if leader is not None:
                    said = text(code, colour=first[0], count=most)
                    yield Moment(self._ends.get(turn, 0), turn, said, weight, first[0])
                leader = first[0]


class Evening(ABC, Generic[T]):
    """A report so far, turn by turn. new: makes an empty turn."""

    def __init__(self, new: Callable[[], T], remembered: Remembered) -> None:
        self._new = new
        self._turns: dict[int, T] = {}
        self._clock = Clock()
        self._memory = remembered
        self._last: Any = None

    @abstractmethod
    def _stage(self, view: Any) -> str:
        """The stage of the turn that the game is in."""

    @abstractmethod
    def _note(self, event: Any, turn: T, after: Any) -> None:
        """Note an event in its turn."""

    @abstractmethod
    def _stand(self, turn: T, view: Any) -> None:
        """Note how all stand at the end of a turn."""

    def take(self, step: Played) -> None:
        """One more step."""
        before, after = step.before, step.after
        if before is not None:
            self._clock.count(before.turn, self._stage(before), step.spent)
            row, now = ([each.colour for each in view.players] for view in (before, after))
            if colours := changed_colours(row, now):
                for kept in (*self._turns.values(), self._memory, self._clock):
                    vars(kept).update(recoloured(vars(kept), colours))
        number = after.turn if before is None else before.turn
        turn = self._turn(number)
        for event in step.events:
            self._note(event, turn, after)
        if after.turn != number:
            self._stand(turn, after)
            for later in [each for each in self._turns if each > after.turn]:
                del self._turns[later]
            self._turn(after.turn)
        self._memory.take(step)
        self._last = after

    def _turn(self, number: int) -> T:
        return self._turns.setdefault(number, self._new())


NONE = "–"
TURN = text("report.turn")
