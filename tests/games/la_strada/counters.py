"""Where every tile, merchant and resource must be by what has happened, whatever was corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games import Event
from companion.games.la_strada.correct import (
    ColonyCorrected,
    OptionsCorrected,
    PlayersCorrected,
    ResourcesCorrected,
    SuppliesCorrected,
)
from companion.games.la_strada.correct_road import RoadCorrected
from companion.games.la_strada.correct_turn import ActiveCorrected
from companion.games.la_strada.events import (
    Connected,
    GameBegun,
    IncomePaid,
    IncomeTakenBack,
    PlayerJoined,
    PlayerLeft,
)
from companion.games.la_strada.state import State, left
from companion.games.la_strada.words import COLOURS, STOCKS, Colour

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
        for event in events:
            self._played(event)
            self._corrected(event)

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

    def _corrected(self, event: Event) -> None:
        match event:
            case ActiveCorrected():
                self.purse.update(event.paid)
                self.purse.subtract(event.taken)
            case ResourcesCorrected():
                self.purse[event.colour] = event.resources
            case SuppliesCorrected():
                self.left[event.colour].update(
                    {stock: new - self.left[event.colour][stock] for stock, new in event.supplies.items()}
                )
            case ColonyCorrected():
                self._stand(event.number, event.merchants)
                gone = {key for key in self.roads if key[1] == event.number and key[0] not in event.linked}
                self.roads = {key: laid for key, laid in self.roads.items() if key not in gone}
            case RoadCorrected():
                self._mend(event)
            case OptionsCorrected():
                for stock, number in event.changes.get("supply", {}).items():
                    for colour in self._row:
                        self.left[colour][stock] += number - self._given_out[stock]
                    self._given_out[stock] = number
            case PlayersCorrected():
                self._reseat([each.colour for each in event.players])
            case _:
                pass

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

    def _mend(self, event: RoadCorrected) -> None:
        before = self.roads.pop((event.colour, event.colony), {})
        after = {"plains": event.plains, "forests": event.forests, "hills": event.hills}
        self.roads[event.colour, event.to] = after
        self.left[event.colour].update(before)
        self.left[event.colour].subtract(after)
        self.purse[event.colour] = event.resources
        if event.to != event.colony:
            there = self._standing.get(event.colony, ())
            stay = tuple(each for each in there if each != event.colour)
            self._stand(event.colony, stay if event.heir is None else (event.heir,))
            if event.merchant:
                self._stand(event.to, (*self._standing.get(event.to, ()), event.colour))

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
            assert {stock: left(seat, stock) for stock in STOCKS} == dict(self.left[seat.colour])
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
