"""Where every tile, merchant and resource must be by what has happened, whatever was corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games import Event
from companion.games.la_strada.colonies import colony_of
from companion.games.la_strada.commands import RoadValue
from companion.games.la_strada.events import (
    Connected,
    Corrected,
    GameBegun,
    IncomePaid,
    IncomeTakenBack,
    PlayerJoined,
    PlayerLeft,
)
from companion.games.la_strada.roads import COSTS
from companion.games.la_strada.rules import apply
from companion.games.la_strada.state import State, remaining
from companion.games.la_strada.words import COLOURS, MAX_RESOURCES, STOCKS, Colour

Tiles = dict[str, int]


class Counters:
    """left: what each player has left of each stock. purse: his resources. roads: the tiles of each."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.left: dict[Colour, Counter[str]] = {}
        self.purse: Counter[Colour] = Counter()
        self.roads: dict[tuple[Colour, int], Tiles] = {}
        self._standing: dict[int, tuple[Colour, ...]] = {}
        self._given_out: dict[str, int] = {}
        self._row: list[Colour] = []
        state: State | None = None
        for event in events:
            state = apply(state, event)
            if isinstance(event, Corrected):
                self._corrected(event, state)
            else:
                self._played(event)

    def _played(self, event: Event) -> None:
        match event:
            case GameBegun():
                self._row = [each.colour for each in event.players]
                self._given_out = {stock: event.options.supply[stock] for stock in STOCKS}
                for colour in self._row:
                    self._fresh(colour)
            case Connected():
                laid = {"plains": event.plains, "forests": event.forests, "hills": event.hills}
                self.roads[event.colour, event.colony] = laid
                self.left[event.colour].subtract(laid)
                self.purse[event.colour] -= event.cost
                if event.merchant:
                    self._stand(event.colony, (*self._standing.get(event.colony, ()), event.colour))
            case PlayerJoined() if event.colour not in self._row:
                self._row.append(event.colour)
                self._fresh(event.colour)
            case PlayerLeft(cleared=True):
                for colony, there in self._standing.items():
                    self._stand(colony, tuple(each for each in there if each != event.colour))
                self.roads = {key: laid for key, laid in self.roads.items() if key[0] != event.colour}
                self._fresh(event.colour)
            case IncomePaid():
                self.purse[event.colour] += event.gained
            case IncomeTakenBack():
                self.purse[event.colour] -= event.taken
            case _:
                pass

    def _corrected(self, event: Corrected, state: State) -> None:
        """state: with the correction, which tells what was not asked: who stands where, and incomes."""
        value = event.value
        match event.field:
            case "active":
                self.purse = Counter({seat.colour: seat.resources for seat in state.seats})
            case "resources":
                self.purse = Counter({**self.purse, **value})
            case "supplies":
                for colour, supplies in value.items():
                    self.left[colour] = Counter({**self.left[colour], **supplies})
            case "colony":
                colony = colony_of(state, value.number)
                self._stand(colony.number, colony.merchants)
                gone = [key for key in self.roads if key[1] == colony.number and key[0] not in colony.linked]
                for key in gone:
                    del self.roads[key]
            case "road":
                self._mend(value, state)
            case "option":
                self._give_out(value.get("supply", {}))
            case "players":
                self._reseat([each.colour for each in value])

    def _give_out(self, supply: Tiles) -> None:
        for stock, number in supply.items():
            for colour in self._row:
                self.left[colour][stock] += number - self._given_out[stock]
            self._given_out[stock] = number

    def _fresh(self, colour: Colour) -> None:
        """He has what everybody starts with."""
        self.left[colour] = Counter(self._given_out)
        self.purse[colour] = 0

    def _stand(self, colony: int, merchants: tuple[Colour, ...]) -> None:
        """These have their merchants there from now on; those of others go back to them."""
        for colour in self._standing.get(colony, ()):
            self.left[colour]["merchants"] += 1
        for colour in merchants:
            self.left[colour]["merchants"] -= 1
        self._standing[colony] = merchants

    def _mend(self, value: RoadValue, state: State) -> None:
        before = self.roads.pop((value.colour, value.colony), {})
        after: Tiles = {}
        for terrain in COSTS:
            typed: int | None = getattr(value, terrain)
            after[terrain] = before.get(terrain, 0) if typed is None else typed
        to = value.to or value.colony
        self.roads[value.colour, to] = after
        self.left[value.colour].update(before)
        self.left[value.colour].subtract(after)
        refund = sum(cost * (before.get(terrain, 0) - after[terrain]) for terrain, cost in COSTS.items())
        follows = min(MAX_RESOURCES, self.purse[value.colour] + refund)
        self.purse[value.colour] = follows if value.resources is None else value.resources
        for number in {value.colony, to}:
            self._stand(number, colony_of(state, number).merchants)

    def _reseat(self, row: list[Colour]) -> None:
        """The same people in another row keep what is theirs; others take over, seat by seat."""
        new = dict(zip(self._row, row, strict=True))
        if set(row) != set(self._row):
            self.left = {new[colour]: there for colour, there in self.left.items()}
            self.purse = Counter({new[colour]: there for colour, there in self.purse.items()})
            self.roads = {(new[colour], colony): laid for (colour, colony), laid in self.roads.items()}
            self._standing = {
                colony: tuple(new[each] for each in there) for colony, there in self._standing.items()
            }
        self._row = row

    def hold(self, state: State) -> None:
        """No tile, no merchant and no resource is lost or counted twice."""
        assert [seat.colour for seat in state.seats] == self._row
        assert state.options.supply == self._given_out
        for seat in state.seats:
            assert {stock: remaining(seat, stock) for stock in STOCKS} == dict(self.left[seat.colour])
            assert seat.resources == self.purse[seat.colour]
        for colony in state.colonies:
            standing = self._standing.get(colony.number, ())
            assert sorted(colony.merchants, key=COLOURS.index) == sorted(standing, key=COLOURS.index)
        kept = {
            (each.colour, each.colony): {
                "plains": each.plains,
                "forests": each.forests,
                "hills": each.hills,
            }
            for each in state.roads
        }
        assert len(kept) == len(state.roads)
        assert {key: laid for key, laid in kept.items() if any(laid.values())} == {
            key: laid for key, laid in self.roads.items() if any(laid.values())
        }
