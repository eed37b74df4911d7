"""What is remembered of an evening of Roads & Boats, and how much each is worth telling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.games import Event, report
from companion.games.recolouring import recolour
from companion.games.report import Moment, ReportStep
from companion.games.roads_and_boats.commands import Renumbering
from companion.games.roads_and_boats.events import (
    BrickBought,
    Corrected,
    DesertsIrrigated,
    DrawVoided,
    GameBegun,
    GameEnded,
    GameReopened,
    MineBuilt,
    OrderCalled,
    OreDrawn,
    OreRecorded,
    PlayerJoined,
    PlayerLeft,
    Researched,
    ShaftSunk,
    TempleAnswered,
)
from companion.games.roads_and_boats.mines import mine_of
from companion.games.roads_and_boats.order import before_first_action
from companion.games.roads_and_boats.report_ore import builder, odds_of_mine
from companion.games.roads_and_boats.state import Mine, State
from companion.language.text import Text, text

_RARE_ODDS = 4
"""A draw is remembered that had a chance of one in so many, or less."""

_DRAW_CODES = ("report.rare", "report.emptied")
_MINE_CODES = (*_DRAW_CODES, "report.first-mine", "report.first-shaft")
"""Codes of the moments with a mine as `number`."""

_ORDER_EVENTS = (OrderCalled, TempleAnswered, PlayerLeft, PlayerJoined, GameEnded)


class Moments(report.MomentCollector):
    """Gathers moments step by step."""

    def __init__(self) -> None:
        super().__init__()
        self._bought: dict[tuple[int, str], int] = {}
        self._last_draw = (0, 1)

    def add(self, step: ReportStep) -> None:
        """One more step."""
        super().add(step)
        before: State | None = step.before and step.before.state
        after: State = step.after.state
        if before is not None and before_first_action(after) and before.sequence[0] != after.sequence[0]:
            other: dict[str, str] = {before.sequence[0]: after.sequence[0]}
            self._found = [
                recolour(each, other) if each.said.code == "report.begins" else each for each in self._found
            ]

    def all_moments(
        self,
        bricks: Mapping[int, Mapping[str, int]],
        prices: Mapping[int, Mapping[str, list[int]]],
        mines: Iterable[Mine],
    ) -> list[Moment]:
        """All moments. bricks, and the prices of those bought: by turn and colour. mines: as they stand."""
        return [
            *self._once(),
            *self._most_bricks(prices),
            *self._most_gold(mines),
            *self._lead_changes(bricks, "report.leads", 50),
        ]

    def _once(self) -> Iterator[Moment]:
        """What was found, of mines and shafts only the first of those that stayed."""
        seen: set[str] = set()
        for each in self._found:
            if each.said.code in {"report.first-mine", "report.first-shaft"}:
                if each.said.code in seen:
                    continue
                seen.add(each.said.code)
            yield each

    def _take_back(self, event: Event, turn: int) -> None:
        """What an event says has not been, is not remembered: a draw that was voided, a mine that was never
        built, an end that was none."""
        match event:
            case DrawVoided(number=number):
                self._remove(lambda each: each.turn == turn and _is_of_mine(each, number, _DRAW_CODES))
            case Corrected(value=Renumbering(number=number, to=None)):
                self._remove(lambda each: _is_of_mine(each, number, _MINE_CODES))
            case Corrected(value=Renumbering(number=number, to=int(to))):
                self._found = [
                    _with_mine_number(each, to) if _is_of_mine(each, number, _MINE_CODES) else each
                    for each in self._found
                ]
            case GameEnded() | GameReopened():
                self._remove(lambda each: each.said.code.startswith("rb.ended-"))

    def _moments_of(self, event: Event, step: ReportStep, turn: int) -> Iterator[Moment]:
        n, before, after = step.n, step.before and step.before.state, step.after.state
        if isinstance(event, BrickBought):
            self._bought.setdefault((turn, event.colour), n)
        self._take_back(event, turn)
        if before is None or isinstance(event, _ORDER_EVENTS):
            yield from self._of_order(event, n, turn, before)
        elif isinstance(event, OreDrawn | OreRecorded):
            self._last_draw = (n, turn)
            if not before.solo:
                yield from _draw_moments(event, n, turn, before, after)
        else:
            yield from self._built(event, n, turn)

    def _of_order(self, event: Event, n: int, turn: int, before: State | None) -> Iterator[Moment]:
        """Who begins, comes, goes, and stands where."""
        match event:
            case GameBegun() if len(event.players) > 1:
                first = event.sequence[0]
                yield Moment(n, turn, text("report.begins", colour=first), 10, first)
            case OrderCalled() if self._is_first("order"):
                yield Moment(n, turn, text("report.first-order", colour=event.colour), 30, event.colour)
            case TempleAnswered(keep=False) if before is not None and before.temple[0] == event.colour:
                said = text("report.gave-up-temple", colour=event.colour)
                yield Moment(n, turn, said, 24, event.colour)
            case PlayerLeft():
                yield Moment(n, turn, text("report.left", colour=event.colour), 26, event.colour)
            case PlayerJoined():
                yield Moment(n, turn, text("report.joined", colour=event.colour), 26, event.colour)
            case GameEnded():
                yield Moment(n, turn, text(f"rb.ended-{event.reason}"), 100)

    def _built(self, event: Event, n: int, turn: int) -> Iterator[Moment]:
        """What is built for the first time, and what that sets off."""
        match event:
            case MineBuilt():
                said = text("report.first-mine", colour=event.colour, number=event.number)
                yield Moment(n, turn, said, 28, event.colour)
            case ShaftSunk():
                said = text("report.first-shaft", colour=event.colour, number=event.number)
                yield Moment(n, turn, said, 25, event.colour)
            case Researched() if self._is_first(f"research {event.subject}"):
                said = text("report.first-research", colour=event.colour, subject=event.subject)
                yield Moment(n, turn, said, 20, event.colour)
            case BrickBought() if self._is_first("brick"):
                yield Moment(n, turn, text("report.first-brick", colour=event.colour), 27, event.colour)
            case DesertsIrrigated():
                yield Moment(n, turn, text("report.irrigated", number=event.space), 40)

    def _most_bricks(self, prices: Mapping[int, Mapping[str, list[int]]]) -> Iterator[Moment]:
        """The turn in which a player bought most: of equals the dearest."""
        bought = [
            (len(paid), sum(paid), n, turn, colour)
            for (turn, colour), n in self._bought.items()
            if len(paid := prices.get(turn, {}).get(colour, [])) > 1
        ]
        for count, goods, n, turn, colour in sorted(bought)[-1:]:
            said = text("report.many-bricks", colour=colour, count=count, goods=goods)
            yield Moment(n, turn, said, 55, colour)

    def _most_gold(self, mines: Iterable[Mine]) -> Iterator[Moment]:
        """The mine that has given more gold than any other, dated by the table's last draw."""
        given = sorted(((odds_of_mine(each).gold, each) for each in mines), key=lambda each: each[0])
        most = [each for each in given if each[0] == given[-1][0] > 1]
        if len(most) == 1:
            gold, mine = most[0]
            said = text("report.most-gold", number=mine.number, gold=gold, count=odds_of_mine(mine).draws)
            yield Moment(*self._last_draw, said, 60, builder(mine))


def _is_of_mine(moment: Moment, number: int, codes: tuple[str, ...]) -> bool:
    return moment.said.code in codes and moment.said.params["number"] == number


def _with_mine_number(moment: Moment, number: int) -> Moment:
    return replace(moment, said=Text(moment.said.code, {**moment.said.params, "number": number}))


def _draw_moments(
    event: OreDrawn | OreRecorded, n: int, turn: int, before: State, after: State
) -> Iterator[Moment]:
    """A draw that few would have bet on, and a bag's last counter."""
    was = mine_of(before, event.number)
    part, whole = (was.gold if event.ore == "gold" else was.iron), was.gold + was.iron
    if part and whole >= _RARE_ODDS * part:
        said = text("report.rare", number=event.number, ore=event.ore, part=part, whole=whole)
        yield Moment(n, turn, said, 30 + 2 * min(10, whole // part))
    now = next((each for each in after.mines if each.number == event.number), None)
    if now is not None and not now.gold + now.iron:
        yield Moment(n, turn, text("report.emptied", number=event.number), 18)
