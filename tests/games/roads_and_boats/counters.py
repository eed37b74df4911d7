"""Where every counter of ore and every brick must be by what has happened, whatever was corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games import Event
from companion.games.roads_and_boats.commands import Bag, Renumbering
from companion.games.roads_and_boats.events import (
    BrickBought,
    Corrected,
    DrawVoided,
    GameBegun,
    MineBuilt,
    NeutralBrickLaid,
    OreDrawn,
    OreRecorded,
    PlayerJoined,
    ShaftSunk,
)
from companion.games.roads_and_boats.state import Drawn, State
from companion.games.roads_and_boats.words import Colour

Owner = int | str | None
"""Of a brick: the number of a seat, the filler of a solo wonder, or nobody."""


class Counters:
    """bags: what is in each. given: the ore on the board. bricks: whose they are, bottom left first."""

    def __init__(self, events: Iterable[Event]) -> None:
        """events: from the game's first on."""
        self.bags: dict[int, Counter[str]] = {}
        self.given: dict[int, Counter[str]] = {}
        self.bricks: list[Owner] = []
        self._row: list[Colour] = []
        self.take(events)

    def take(self, events: Iterable[Event]) -> None:
        """These have happened."""
        for event in events:
            self._ore(event)
            self._brick(event)

    def _ore(self, event: Event) -> None:
        match event:
            case MineBuilt():
                self.bags[event.number] = Counter(gold=event.gold, iron=event.iron)
                self.given[event.number] = Counter()
            case Corrected(value=Bag(number=number, gold=gold, iron=iron)):
                self.bags[number] = Counter(gold=gold, iron=iron)
            case ShaftSunk():
                self.bags[event.number].update(gold=event.gold, iron=event.iron)
            case OreDrawn() | OreRecorded():
                self.bags[event.number][event.ore] -= 1
                self.given[event.number][event.ore] += 1
            case DrawVoided():
                self.bags[event.number][event.ore] += 1
                self.given[event.number][event.ore] -= 1
            case Corrected(value=Renumbering(number=number, to=to)):
                bag, given = self.bags.pop(number), self.given.pop(number)
                if to is not None:
                    self.bags[to], self.given[to] = bag, given
            case _:
                pass

    def _brick(self, event: Event) -> None:
        match event:
            case GameBegun():
                self._row = [each.colour for each in event.players]
                self.bricks = ["filler"] * (sum(event.options.rows[:4]) if event.filler else 0)
            case PlayerJoined() if event.colour not in self._row:
                self._row.append(event.colour)
            case BrickBought() | NeutralBrickLaid():
                self.bricks.append(self._owner(event.colour if isinstance(event, BrickBought) else None))
                assert event.space == len(self.bricks)
            case Corrected(field="bricks", value=bricks):
                self.bricks = [self._owner(each) for each in bricks]
            case Corrected(field="option", value={"rows": rows}) if "filler" in self.bricks:
                rest = [each for each in self.bricks if each != "filler"]
                self.bricks = [*["filler"] * sum(rows[:4]), *rest]
            case Corrected(field="players", value=players):
                row = [each.colour for each in players]
                if set(row) == set(self._row):
                    self.bricks = [
                        row.index(self._row[each]) if isinstance(each, int) else each for each in self.bricks
                    ]
                self._row = row
            case _:
                pass

    def _owner(self, colour: Colour | None) -> Owner:
        if colour is None:
            return None
        return self._row.index(colour) if colour in self._row else "filler"

    def hold_ore(self, state: State) -> None:
        """No counter of ore is lost or counted twice."""
        assert {mine.number: Counter(gold=mine.gold, iron=mine.iron) for mine in state.mines} == self.bags
        for mine in state.mines:
            counted = Counter(each.ore for each in mine.past if isinstance(each, Drawn))
            assert counted == self.given[mine.number]

    def hold_bricks(self, state: State) -> None:
        """Every brick lies where it was laid, and neutral ones come from their pile alone."""
        assert [seat.colour for seat in state.seats] == self._row
        assert [self._owner(brick) for brick in state.bricks] == self.bricks
        assert state.filler not in self._row
        assert state.neutral_left + self.bricks.count(None) == state.options.neutral
        for number, seat in enumerate(state.seats):
            assert 0 <= seat.bought <= self.bricks.count(number)
