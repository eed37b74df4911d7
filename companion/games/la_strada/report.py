"""The evening of La Strada: how gold grew, what was built and what it cost, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games import Event
from companion.games.la_strada import roads, scoring
from companion.games.la_strada.commands import RoadValue
from companion.games.la_strada.events import Connected, Corrected, IncomePaid
from companion.games.la_strada.report_moments import Moments
from companion.games.la_strada.state import State, colours, remaining_tiles, seat_of, turn_order
from companion.games.la_strada.view import View
from companion.games.la_strada.words import Colour
from companion.games.report import (
    NONE,
    TURN,
    Cell,
    PlayerList,
    Report,
    ReportBuilder,
    ReportStep,
    Section,
    growth_section,
    top_moments,
)
from companion.language.text import text


def report(steps: Iterable[ReportStep]) -> Report:
    """The report of the game that these steps make; of none, an empty one."""
    builder = _ReportBuilder()
    for step in steps:
        builder.add(step)
    return builder.report()


class _Turn:
    """A turn's figures by colour. gold, merchants: at its end. linked: the colonies linked in it. lost:
    resources above the limit.
    """

    def __init__(self) -> None:
        self.gold: dict[str, int] = {}
        self.merchants: dict[str, int] = {}
        self.linked: dict[Colour, list[int]] = {}
        self.lost: dict[str, int] = {}


class _ReportBuilder(ReportBuilder[_Turn]):
    def __init__(self) -> None:
        self._game_moments = Moments()
        super().__init__(_Turn, self._game_moments)

    def _stage(self, view: View) -> str:
        return view.state.active

    def _record_event(self, event: Event, turn: _Turn, after: View) -> None:
        match event:
            case Connected(colour=colour, colony=colony):
                turn.linked.setdefault(colour, []).append(colony)
            case Corrected(field="road", value=RoadValue(colour=colour, colony=colony, to=int(to))):
                for each in self._turns.values():
                    each.linked[colour] = [to if n == colony else n for n in each.linked.get(colour, ())]
            case IncomePaid(colour=colour, lost=lost) if lost:
                present = self._turn(after.state.turn)
                present.lost[colour] = present.lost.get(colour, 0) + lost

    def _record_standings(self, turn: _Turn, view: View) -> None:
        state = view.state
        turn.gold = {str(colour): gold for colour, gold in scoring.gold_by_player(state).items()}
        turn.merchants = {
            each: sum(each in colony.merchants for colony in state.colonies) for each in colours(state)
        }

    def report(self) -> Report:
        """All of it."""
        view: View | None = self._last
        if view is None:
            return Report((), ())
        state = view.state
        self._record_standings(self._turns[state.turn], view)
        row = turn_order(state)
        said = text("report.gold-say-two" if state.two_players else "report.gold-say")
        gold = {turn: each.gold for turn, each in self._turns.items()}
        merchants = {turn: each.merchants for turn, each in self._turns.items()}
        parts = [
            self._result(view),
            growth_section("gold", text("report.gold-grew"), gold, row, (said,)),
            growth_section("merchants", text("report.merchants-grew"), merchants, row),
            *self._built(state, row),
            *_colonies(state),
            self._spent(state, row),
        ]
        stages: dict[str, Cell] = {each: PlayerList((each,)) for each in row}
        parts.append(self._times.section(stages, (text("report.times-say"),)))
        return Report(tuple(parts), top_moments(self._game_moments.all_moments(gold)))

    def _result(self, view: View) -> Section:
        state = view.state
        rows: list[tuple[Cell, ...]] = [
            (
                PlayerList((each.colour,)),
                text("report.has-left") if each.left else f"{each.rank}.",
                each.total,
                sum(each.colour in colony.merchants for colony in state.colonies),
                each.resources,
            )
            for each in view.scores
        ]
        columns = tuple(
            text(f"report.{each}") for each in ("player", "rank", "gold", "merchants", "resources")
        )
        say = (text(f"report.ended-{state.ended}", colour=state.active),) if state.ended else ()
        title = text("report.result") if state.ended else text("report.standing")
        return Section("result", title, columns, tuple(rows), say)

    def _built(self, state: State, row: tuple[Colour, ...]) -> tuple[Section, ...]:
        """The links with players, turns and costs; empty without links."""
        links = {turn: [_links(state, each, colour) for colour in row] for turn, each in self._turns.items()}
        rows = tuple((turn, *map(_format_roads, each)) for turn, each in sorted(links.items()) if any(each))
        columns: tuple[Cell, ...] = (TURN, *(PlayerList((each,)) for each in row))
        said = text("report.built-say")
        return (Section("built", text("report.built"), columns, rows, (said,)),) if rows else ()

    def _spent(self, state: State, row: tuple[Colour, ...]) -> Section:
        """What roads have cost each, of what they are, and what was lost."""
        paid = {who: [cost for each in self._turns.values() for _, cost in _links(state, each, who)]
                for who in row}  # fmt: skip
        lost = {who: sum(each.lost.get(who, 0) for each in self._turns.values()) for who in row}
        rows: list[tuple[Cell, ...]] = [
            (PlayerList((who,)), len(paid[who]), sum(paid[who]), max(paid[who], default=0), lost[who],
             remaining_tiles(seat_of(state, who)))
            for who in row
        ]  # fmt: skip
        columns = tuple(
            text(f"report.{each}")
            for each in ("player", "roads", "spent", "dearest", "lost-income", "tiles-left")
        )
        return Section("spent", text("report.prices"), columns, tuple(rows))


def _links(state: State, turn: _Turn, colour: Colour) -> list[tuple[int, int]]:
    """The colonies that the player linked in the turn, each with the cost of its road, as corrected."""
    costs = {each.colony: roads.cost(**roads.tiles_of(each)) for each in state.roads if each.colour == colour}
    return [(colony, costs[colony]) for colony in turn.linked.get(colour, ()) if colony in costs]


def _format_roads(built: Iterable[tuple[int, int]]) -> Cell:
    """The colonies' numbers, each with what its road cost."""
    return ", ".join(f"{colony}\xa0({cost})" for colony, cost in built) or NONE


def _colonies(state: State) -> list[Section]:
    """What each colony with a merchant pays, the best first; none before there is one."""
    taken = [each for each in state.colonies if each.merchants]
    if not taken:
        return []
    rows: list[tuple[Cell, ...]] = [
        (
            f"{each.number} {each.name}" if each.name else each.number,
            text(f"kind.{each.kind}"),
            PlayerList(each.merchants),
            scoring.colony_gold(state, each),
        )
        for each in taken
    ]
    columns = tuple(text(f"report.{each}") for each in ("colony", "kind", "merchants", "each"))
    return [Section("colonies", text("report.colonies"), columns, tuple(rows))]
