"""How a table plays whole games of La Strada. There is no map here: what can be reached is left to chance."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from companion.table.table import Table
from tests.games.record import Evening

COSTS = {"plains": 2, "forests": 3, "hills": 4}


class Strada(Evening):
    """spends: how readily a player builds a road that he can pay.

    long: roads are as long as resources allow, so that tiles run out before merchants.
    """

    system = "la-strada"
    names = MappingProxyType({"black": "Bruno", "grey": "Greta", "yellow": "Ylva", "red": "Rosa"})

    def __init__(self, table: Table, seed: int, *, spends: float, long: bool = False) -> None:
        super().__init__(table, seed)
        self._spends = spends
        self._long = long

    def play(self, until: Callable[[dict[str, Any]], bool] = lambda _: False) -> None:
        """Turn by turn, to the end or until then."""
        while self.game["ended"] is None and not until(self.game):
            self._turn()
            if self.game["ended"] is None:
                self._second_thoughts()
                assert self.do("end-turn")

    def _turn(self) -> None:
        if self._long:
            if self.game["resources"][self.game["active"]] == 10:
                assert self._road()
            return
        while self.game["ended"] is None and self._chance(self._spends):
            if not self._road():
                break

    def _road(self) -> bool:
        game = self.game
        colour = game["active"]
        new = [each for each in game["colonies"] if colour not in each["linked"]]
        if not new:
            return False
        colony = min(self._random.sample(new, k=min(3, len(new))), key=lambda each: len(each["merchants"]))
        return self.do("connect", colour=colour, colony=colony["number"], **self._tiles(colour))

    def _tiles(self, colour: str) -> dict[str, int]:
        left = {terrain: self.game["supplies"][colour][terrain] for terrain in COSTS}
        if self._long:
            terrain = max(left, key=lambda each: left[each])
            return {terrain: min(left[terrain], self.game["resources"][colour] // COSTS[terrain])}
        plains = self._random.choice([1, 1, 2, 3])
        return self._random.choice([{"plains": plains}, {"plains": plains}, {"forests": 1}, {"hills": 1}])


def to_the_end(evening: Strada) -> None:
    evening.play()


def blocked(evening: Strada) -> None:
    """In the fifth turn somebody can link nothing more; it was not true, and then it is."""
    evening.play(lambda game: game["turn"] == 5)
    assert evening.do("cannot-connect", colour=evening.game["active"])
    assert evening.game["ended"]["reason"] == "cannot-connect"
    stuck = {evening.game["active"]: False}
    assert evening.do("correct", field="stuck", value=stuck, reason="there is a way round the hills")
    assert evening.game["ended"] is None
    evening.play(lambda game: game["turn"] == 7)
    colony = next(each for each in evening.game["colonies"] if len(each["merchants"]) == 1)
    wrong = {"number": colony["number"], "kind": "hamlet" if colony["kind"] != "hamlet" else "village"}
    assert evening.do("correct", field="colony", value=wrong, reason="we misread the tile")
    assert evening.do("cannot-connect", colour=evening.game["active"])


def coming_and_going(evening: Strada) -> None:
    """Somebody leaves in his turn and another joins; a third takes his merchants along, and comes back."""
    evening.play(lambda game: game["turn"] == 3)
    first = evening.game["active"]
    assert evening.do("leave", colour=first)
    evening.play(lambda game: game["turn"] == 4)
    free = next(each for each in ("black", "grey", "yellow", "red") if each not in evening.colours)
    assert evening.do("join", colour=free, name="Nora")
    evening.play(lambda game: game["turn"] == 5)
    second = next(each for each in evening.colours if each not in (first, free, evening.game["active"]))
    assert evening.do("leave", colour=second, board="cleared")
    assert evening.do("join", colour=second)
    evening.play()


def both_blocked(evening: Strada) -> None:
    """Of two players the one is stuck, and some turns later the other."""
    evening.play(lambda game: game["turn"] == 4)
    assert evening.do("cannot-connect", colour=evening.game["active"])
    evening.play(lambda game: game["turn"] == 6)
    assert evening.do("cannot-connect", colour=evening.game["active"])


def called_off(evening: Strada) -> None:
    """A house rule is agreed on, somebody's supply was counted again, and it gets late."""
    evening.play(lambda game: game["turn"] == 3)
    gold = {"worth": {"town": [4, 3, 1, 1]}, "amb_03": True, "names": {"1": "Genova", "2": "Milano"}}
    assert evening.do("correct", field="option", value=gold, reason="so it stands on our board")
    evening.play(lambda game: game["turn"] == 4)
    colour = evening.game["active"]
    assert evening.do(
        "correct", field="supplies", value={colour: {"plains": 9}}, reason="a road was left out"
    )
    evening.play(lambda game: game["turn"] == 6)
    assert evening.do("end")
