"""The evening of Roads & Boats: what grew turn by turn, what the mines gave, who was first, what was paid.

Points appear once the game is over, or where the group shows them during play.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games import Event
from companion.games.report import (
    NONE,
    TURN,
    BarPlot,
    Cell,
    PlayerList,
    PlotBar,
    Report,
    ReportBuilder,
    ReportStep,
    Section,
    chance,
    decimal,
    growth_section,
    tenths,
    top_moments,
)
from companion.games.roads_and_boats import report_ore, scoring, wonder
from companion.games.roads_and_boats.events import (
    BrickBought,
    Corrected,
    OrderCalled,
    TempleAnswered,
)
from companion.games.roads_and_boats.report_moments import Moments
from companion.games.roads_and_boats.state import Mine, State, colours
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import PHASES, Colour
from companion.language.text import Text, text


def report(steps: Iterable[ReportStep]) -> Report:
    """The report of the game that these steps make; of none, an empty one."""
    builder = _ReportBuilder()
    for step in steps:
        builder.add(step)
    return builder.report()


class _Turn:
    """A turn of the report. order, temple: at its end. prices: of the bricks bought, by colour."""

    def __init__(self) -> None:
        self.bricks: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.order: tuple[str, ...] = ()
        self.temple: tuple[str, ...] = ()
        self.called: list[str] = []
        self.cashed: list[str] = []
        self.prices: dict[str, list[int]] = {}

    def correct_purchases(self, state: State) -> None:
        """Take over the purchases of this turn from a correction: bricks that go are paid back, and new ones
        cost what they would have cost (RB-WON-08)."""
        for seat in state.seats:
            colour, count = seat.colour, seat.bought
            paid = self.prices.pop(colour, [])[:count]
            spaces = [space for space, each in enumerate(state.bricks) if each == colour][-count:]
            for space in spaces[len(paid) :] if count else ():
                paid.append(wonder.price(state, len(paid), space))
            if paid:
                self.prices[colour] = paid


class _ReportBuilder(ReportBuilder[_Turn]):
    def __init__(self) -> None:
        self._game_moments = Moments()
        super().__init__(_Turn, self._game_moments)

    def _stage(self, view: View) -> str:
        return view.state.phase

    def _record_event(self, event: Event, turn: _Turn, after: View) -> None:
        match event:
            case OrderCalled(colour=colour):
                turn.called.append(colour)
            case TempleAnswered(colour=colour, keep=False):
                turn.cashed.append(colour)
            case BrickBought(colour=colour, price=price):
                turn.prices.setdefault(colour, []).append(price)
            case Corrected() if self._last and _other_purchases(self._last.state, after.state):
                self._turn(after.state.turn).correct_purchases(after.state)

    def _record_standings(self, turn: _Turn, view: View) -> None:
        state = view.state
        turn.order, turn.temple = state.sequence, state.temple
        turn.bricks = {each: state.bricks.count(each) for each in colours(state)}
        turn.points = {each: scoring.wonder_points(state, each) for each in colours(state)}

    def report(self) -> Report:
        """All of it."""
        view: View | None = self._last
        if view is None:
            return Report((), ())
        state = view.state
        self._record_standings(self._turns[state.turn], view)
        row = colours(state)
        bricks = {turn: each.bricks for turn, each in self._turns.items()}
        prices = {turn: each.prices for turn, each in self._turns.items()}
        parts = [self._result(view), growth_section("bricks", text("report.bricks"), bricks, row)]
        if scoring.points_shown(state):
            points = {turn: each.points for turn, each in self._turns.items()}
            say = (text("report.points-say-solo" if state.solo else "report.points-say"),)
            parts.append(growth_section("points", text("report.points"), points, row, say))
        if state.mines:
            parts.append(_ore(state))
        if len(row) > 1:
            parts.append(self._order(row))
        if any(each.prices for each in self._turns.values()):
            parts.append(self._prices(row))
        stages: dict[str, Cell] = {each: text("report.phase", phase=each) for each in PHASES}
        parts.append(self._times.section(stages, (text("report.times-say"),)))
        return Report(tuple(parts), top_moments(self._game_moments.all_moments(bricks, prices, state.mines)))

    def _result(self, view: View) -> Section:
        state = view.state
        if not scoring.points_shown(state):
            rows: list[tuple[Cell, ...]] = [
                (PlayerList((each,)), state.bricks.count(each), _paid(self._turns.values(), each))
                for each in colours(state)
            ]
            columns: tuple[Cell, ...] = (
                text("report.player"), text("report.bricks-short"), text("report.paid")
            )  # fmt: skip
            return Section("result", text("report.standing"), columns, tuple(rows), (text("report.hidden"),))
        scored: list[tuple[Cell, ...]] = [
            (
                PlayerList((each.colour,)),
                text("report.has-left") if each.left else f"{each.rank}.",
                each.total, each.wonder, each.gold, each.coins, each.stock,
            )
            for each in view.scores
        ]  # fmt: skip
        columns = tuple(
            text(f"report.{each}") for each in ("player", "rank", "total", "wonder", "gold", "coins", "stock")
        )
        missing = view.uncounted
        say = (text("report.uncounted", players=missing),) if missing else ()
        ended = (text(f"rb.ended-{state.ended}"),) if state.ended else ()
        said = "rb.so-far" if missing else "report.result"
        title = text(said) if state.ended else text("report.standing")
        return Section("result", title, columns, tuple(scored), (*ended, *say))

    def _order(self, row: tuple[Colour, ...]) -> Section:
        """Places in the order of play, and for each turn who asked for it and who cashed in."""
        places = {
            turn: {colour: place for place, colour in enumerate(each.order, 1)}
            for turn, each in self._turns.items()
        }
        rows = tuple(
            (
                turn,
                PlayerList(each.order),
                PlayerList(each.temple),
                PlayerList(tuple(each.called)),
                PlayerList(tuple(each.cashed)),
            )
            for turn, each in sorted(self._turns.items())
        )
        columns = (TURN, *(text(f"report.{each}") for each in ("order-row", "temple", "called", "cashed")))
        part = growth_section("order", text("report.order"), places, row, falling=True)
        return Section("order", part.title, columns, rows, (text("report.order-say"),), part.plot, part.key)

    def _prices(self, row: tuple[Colour, ...]) -> Section:
        """What was paid for bricks, turn by turn and in all."""
        rows: list[tuple[Cell, ...]] = [
            (turn, *("+".join(map(str, each.prices[who])) if who in each.prices else NONE for who in row))
            for turn, each in sorted(self._turns.items())
            if each.prices
        ]
        paid = {who: _paid(self._turns.values(), who) for who in row}
        rows.append((text("report.goods"), *(paid[who] for who in row)))
        dearest = max(max(each) for turn in self._turns.values() for each in turn.prices.values())
        say = (text("report.prices-say", goods=sum(paid.values()), price=dearest),)
        return Section(
            "prices", text("report.prices"), (TURN, *(PlayerList((who,)) for who in row)), tuple(rows), say
        )


def _other_purchases(before: State, after: State) -> bool:
    """Whether a correction says that other bricks were bought in this turn."""
    if colours(before) != colours(after):
        return False
    if [seat.bought for seat in before.seats] != [seat.bought for seat in after.seats]:
        return True
    return after.phase == "wonder" and before.bricks != after.bricks


def _paid(turns: Iterable[_Turn], colour: Colour) -> int:
    return sum(sum(each.prices.get(colour, ())) for each in turns)


def _ore(state: State) -> Section:
    """What each mine has given, against what was to be expected."""
    ways = {mine.number: report_ore.odds_of_mine(mine) for mine in state.mines}
    every = report_ore.combined_odds(ways.values())
    rows = [_mine_row(mine, ways[mine.number], lucky=not state.solo) for mine in state.mines]
    columns: tuple[Cell, ...] = tuple(
        text(f"report.{each}") for each in ("mine", "drawn", "gold", "iron", "builder")
    )
    bars = tuple(
        PlotBar(str(number), each.gold, each.draws, None if state.solo else tenths(each.expected))
        for number, each in ways.items()
    )
    plot = BarPlot(bars) if every.draws else None
    if state.solo:
        return Section("ore", text("report.ore"), columns, tuple(rows), (text("report.ore-solo"),), plot,
                    text("report.ore-key-solo"))  # fmt: skip
    columns = (*columns[:3], text("report.expected"), text("report.luck"), *columns[3:])
    rows.append(
        (text("report.together"), every.draws, every.gold, decimal(every.expected), _luck(every),
         every.draws - every.gold, NONE)
    )  # fmt: skip
    say = (_luck_sentence(every), text("report.ore-say")) if every.draws else ()
    return Section("ore", text("report.ore"), columns, tuple(rows), say, plot, text("report.ore-key"))


def _mine_row(mine: Mine, ways: report_ore.DrawOdds, *, lucky: bool) -> tuple[Cell, ...]:
    built = report_ore.builder(mine)
    who: Cell = NONE if built is None else PlayerList((built,))
    luck: tuple[Cell, ...] = (decimal(ways.expected), _luck(ways)) if lucky else ()
    return (mine.number, ways.draws, ways.gold, *luck, ways.draws - ways.gold, who)


def _luck(ways: report_ore.DrawOdds) -> Cell:
    if not ways.draws:
        return NONE
    code = "report.at-least" if ways.more else "report.at-most"
    return text(code, gold=ways.gold, chance=chance(ways.chance))


def _luck_sentence(every: report_ore.DrawOdds) -> Text:
    """The luck of the whole evening as a sentence."""
    even = every.gold == every.expected
    code = "as-expected" if even else "lucky" if every.more else "unlucky"
    return text(
        f"report.{code}", count=every.draws, gold=every.gold, expected=decimal(every.expected),
        chance=chance(every.chance),
    )  # fmt: skip
