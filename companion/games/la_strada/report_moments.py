"""What is remembered of an evening of La Strada, and how much each is worth telling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games import Event, report
from companion.games.la_strada.colonies import colony_of
from companion.games.la_strada.events import (
    Connected,
    Corrected,
    GameBegun,
    GameEnded,
    GameReopened,
    GivenUp,
    IncomePaid,
    PlayerJoined,
    PlayerLeft,
    TurnBegun,
)
from companion.games.la_strada.roads import cost, tiles_of
from companion.games.la_strada.state import Colony, Road, State
from companion.games.report import Moment, ReportStep
from companion.language.text import Text, text


def colony_name(colony: Colony) -> Text:
    """What the players call a colony."""
    if colony.name:
        return text("colony.named", name=colony.name)
    return text("colony.numbered", number=colony.number)


class Moments(report.MomentCollector):
    """Gathers moments step by step."""

    def __init__(self) -> None:
        super().__init__()
        self._highest_cost = 0

    def all_moments(self, gold: Mapping[int, Mapping[str, int]]) -> list[Moment]:
        """All moments. gold: by turn and colour."""
        return [*self._found, *self._greatest_gain(gold), *self._lead_changes(gold, "report.leads", 50)]

    def _greatest_gain(self, gold: Mapping[int, Mapping[str, int]]) -> Iterator[Moment]:
        gains = [
            (values[colour] - gold.get(turn - 1, {}).get(colour, 0), -turn, colour)
            for turn, values in gold.items()
            for colour in values
        ]
        count, turn, colour = max(gains, default=(0, 0, ""))
        if count > 0:
            said = text("report.best-turn", colour=colour, count=count)
            yield Moment(self._ends.get(-turn, 0), -turn, said, 60, colour)

    def _turn_with(self, event: Event, turn: int) -> int:
        return event.turn if isinstance(event, TurnBegun) else turn

    def _moments_of(self, event: Event, step: ReportStep, turn: int) -> Iterator[Moment]:
        """What is worth telling of an event."""
        n: int = step.n
        after: State = step.after.state
        self._retract(event)
        match event:
            case GameBegun():
                yield Moment(n, turn, text("report.begins", colour=after.active), 10, after.active)
            case Connected():
                yield from self._linked(event, n, turn, after)
            case Corrected(field="road" | "colony") if after.roads:
                road = max(after.roads, key=lambda each: cost(**tiles_of(each)))
                yield from self._dearest(road, n, turn, after)
            case IncomePaid(colour=colour, lost=lost) if lost and self._is_first("lost"):
                yield Moment(n, turn, text("report.first-lost", colour=colour, count=lost), 15, colour)
            case GivenUp(colour=colour):
                yield Moment(n, turn, text("report.gave-up", colour=colour), 45, colour)
            case PlayerLeft(colour=colour):
                yield Moment(n, turn, text("report.left", colour=colour), 26, colour)
            case PlayerJoined(colour=colour):
                yield Moment(n, turn, text("report.joined", colour=colour), 26, colour)
            case GameEnded(reason=reason):
                yield Moment(n, turn, text(f"report.ended-{reason}", colour=after.active), 100)

    def _retract(self, event: Event) -> None:
        """Remove what the event shows not to have been: an end, a player who was stuck, the dearest road."""
        match event:
            case GameEnded() | GameReopened():
                self._remove(lambda each: each.said.code.startswith("report.ended-"))
            case Corrected(field="stuck", value=stuck):
                self._remove(
                    lambda each: each.said.code == "report.gave-up" and not stuck.get(each.colour, True)
                )
            case Corrected(field="road" | "colony"):
                self._highest_cost = 0
                self._remove(lambda each: each.said.code == "report.dear-road")

    def _dearest(self, road: Road, n: int, turn: int, after: State) -> Iterator[Moment]:
        """The road, if it costs more than all before it."""
        price = cost(**tiles_of(road))
        if price > self._highest_cost:
            self._highest_cost = price
            self._remove(lambda each: each.said.code == "report.dear-road")
            where = colony_name(colony_of(after, road.colony))
            said = text("report.dear-road", colour=road.colour, colony=where, count=price)
            yield Moment(n, turn, said, 55, road.colour)

    def _linked(self, event: Connected, n: int, turn: int, after: State) -> Iterator[Moment]:
        """What is worth telling of a road."""
        colony = colony_of(after, event.colony)
        where = colony_name(colony)
        if self._is_first("road"):
            said = text("report.first-road", colour=event.colour, colony=where)
            yield Moment(n, turn, said, 14, event.colour)
        yield from self._dearest(after.roads[-1], n, turn, after)
        if event.merchant and len(colony.merchants) == 1 and self._is_first(f"kind {colony.kind}"):
            said = text("report.first-kind", colour=event.colour, kind=colony.kind)
            yield Moment(n, turn, said, 22, event.colour)
        if event.merchant and len(colony.merchants) > 2:
            said = text("report.crowded", colour=event.colour, colony=where, count=len(colony.merchants))
            yield Moment(n, turn, said, 20 + 4 * len(colony.merchants), event.colour)
