"""How a table plays whole games of Roads & Boats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.table.table import Table
from tests.games.record import Evening

AGREED: Mapping[int, dict[str, Any]] = {
    4: {"amb_13": True, "standings": True},
    7: {"amb_38": True, "amb_03": True},
    10: {"amb_08": True, "amb_31": True},
    13: {"amb_09": True, "irrigation_at": 44},
    15: {"amb_38": False},
}
"""Which house rules the builders change at the beginning of which turn."""


class Boats(Evening):
    """buys: how readily bricks are bought; calls: how readily the order of play is called for."""

    system = "roads-and-boats"
    names = MappingProxyType({"red": "Rosa", "blue": "Björn", "green": "Gianni", "yellow": "Ylva"})

    def __init__(self, table: Table, seed: int, *, buys: float, calls: float) -> None:
        super().__init__(table, seed)
        self._buys = buys
        self._calls = calls

    def play(self, until: Callable[[dict[str, Any]], bool]) -> None:
        phases = {
            "production": self._production,
            "movement": self._movement,
            "building": self._building,
            "wonder": self._wonder,
        }
        while self.game["ended"] is None and not until(self.game):
            phases[self.game["phase"]]()
            if self.game["ended"] is None:
                self._second_thoughts()
                self._settle()
                assert self.do("advance", draw_rest=True)

    def _order(self) -> None:
        if self.game["may_call"] and self._chance(self._calls):
            self.do("call-for-order", colour=self._random.choice(self.colours))
        self._settle()
        while self.game["acting"] is not None and self._chance(0.9):
            self.do("done", colour=self.game["acting"])

    def _settle(self) -> None:
        while (order := self.game["order"]) is not None:
            if order["step"] == "praying":
                self.do("pray", colour=order["asks"], keep=self._chance(0.6))
            else:
                self.do("take-position", colour=order["asks"], position=self._random.choice(order["free"]))

    def settle_and_let_act(self, colour: str) -> None:
        """The order is determined, and goes pass on to that player."""
        self.do("draw-all")
        assert self.do("call-for-order", colour=colour)
        self._settle()
        while self.game["acting"] != colour:
            assert self.do("done", colour=self.game["acting"])

    def _production(self) -> None:
        for mine in self.game["mines"]:
            number = mine["number"]
            if self._chance(0.3):
                self.do("draw", number=number)
            if self._chance(0.1):
                self.do("record-draw", number=number, ore=self._random.choice(["gold", "iron"]))
            if self._chance(0.08) and self.do("void-draw", number=number, reason="two counters came out"):
                self.do("draw", number=number)
        if self._chance(0.5):
            self.do("draw-all")
        self._order()
        subjects = ["specialised-mine", "big-mine", "new-shaft", "truck", "rowboat", "steamer", "oil-rig"]
        if self._chance(0.4):
            self.do(
                "research", colour=self._random.choice(self.colours), subject=self._random.choice(subjects)
            )

    def _movement(self) -> None:
        self._order()

    def _building(self) -> None:
        self._order()
        colour = self._random.choice(self.colours)
        mixture = self._random.choice(["standard", "standard", "gold", "iron", "big"])
        number = self._random.randint(1, 18)
        if self._chance(0.5):
            self.do("build-mine", number=number, colour=colour, mixture=mixture)
        for mine in self.game["mines"]:
            if self._chance(0.15):
                self.do("sink-shaft", number=mine["number"], colour=colour, mixture=mixture)

    def _wonder(self) -> None:
        self._order()
        for colour in self.game["sequence"]:
            while self.game["ended"] is None and self._chance(self._buys):
                self.do("buy-brick", colour=colour, price=self.game["wonder"]["prices"][colour])


class Builders(Boats):
    """A table that uses everything: upgrades, fleets at their limits, shafts, house rules."""

    _plans = ("wagon-factory", "raft-factory", "woodcutter", "quarry", "sawmill", "clay-pit", "stone-factory")

    def _production(self) -> None:
        if (agreed := AGREED.get(self.game["turn"])) is not None:
            assert self.do("correct", field="option", value=agreed, reason="agreed at the table")
        super()._production()
        for warning in self.game["warnings"]:
            if warning["code"] == "upgrade-now":
                self._upgrade(**warning["params"])
        self._fleet()

    def _upgrade(self, colour: str, subject: str, **notice: Any) -> None:
        """What stands and may be upgraded is, and makes its first transporter at once."""
        for older in notice["from"]:
            if self.game["buildings"].get(older) and self._chance(0.8):
                assert self.do("build", building=older, by=-1, late=True)
                assert self.do("build", building=f"{subject}-factory", by=1, late=True)
                self.do("change-fleet", colour=colour, transporter=subject, by=1)

    def _fleet(self) -> None:
        """New transporters, and too many of them: what is over a limit goes before the phase is left."""
        colour = self._random.choice(self.colours)
        fleet = self.game["fleets"][colour]
        if fleet.get("donkey") and self.game["buildings"].get("wagon-factory") and self._chance(0.5):
            self.do("make-wagon", colour=colour)
        elif self._chance(0.7):
            kind = self._random.choice(["donkey", "donkey", "raft", "raft"])
            self.do("change-fleet", colour=colour, transporter=kind, by=self._random.choice([1, 2]))
        while over := [each for each in self.game["warnings"] if each["code"] == "fleet-over-limit"]:
            params = over[0]["params"]
            water = params["from_water"] or not params["from_land"]
            kinds = ["raft", "rowboat", "steamer"] if water else ["donkey", "wagon", "truck"]
            kinds += ["donkey", "wagon", "truck", "raft"]
            owned = self.game["fleets"][params["colour"]]
            kind = next(kind for kind in kinds if owned.get(kind))
            assert not self.do("advance", draw_rest=True)
            assert self.do("change-fleet", colour=params["colour"], transporter=kind, by=-1)

    def _building(self) -> None:
        super()._building()
        if self._chance(0.8):
            self.do("build", building=self._random.choice(self._plans), by=1)


class Latecomers(Boats):
    """A table that plays first and enters afterwards: all that was built, researched and made comes a phase
    late, bricks of the turn before by correction, and some in another player's go. Then the order is called
    for all the same.
    """

    _subjects = ("new-shaft", "big-mine", "specialised-mine", "truck", "rowboat", "steamer", "oil-rig")

    def _production(self) -> None:
        assert self.do("draw-all") or not any(mine["drawn"] is None for mine in self.game["mines"])
        self._built()
        self.do("draw-all")  # a mine that was entered only now gives its ore now
        if self._chance(0.2):
            bricks = self.game["wonder"]["bricks"]
            forgotten = [*bricks[:-1], self._random.choice(self.colours), *bricks[-1:]]
            assert self.do("correct", field="bricks", value=forgotten, reason="a brick was forgotten")
        self._called()

    def _movement(self) -> None:
        colour = self._random.choice(self.colours)
        known = self.game["research"][colour]
        if left := [each for each in self._subjects if each not in known]:
            assert self.do("research", colour=colour, subject=left[0], late=True)
        kind = self._random.choice(["donkey", "wagon", "raft"])
        if sum(self.game["fleets"][colour].values()) < 5:
            assert self.do("change-fleet", colour=colour, transporter=kind, by=1)
        self._called()

    def _building(self) -> None:
        self._called()

    def _wonder(self) -> None:
        self._built()
        self._called()
        for colour in reversed(self.game["sequence"]):
            if self.game["ended"] is None and self._chance(self._buys):
                late = self.game["acting"] not in (None, colour)
                assert late != self.do("buy-brick", colour=colour)
                assert not late or self.do("buy-brick", colour=colour, out_of_order=True)

    def _built(self) -> None:
        """What was built in the building phase, and is entered only now."""
        if self._chance(0.5):
            return
        colour = self._random.choice(self.colours)
        number, built = self._random.randint(1, 18), {mine["number"] for mine in self.game["mines"]}
        if number not in built:
            assert self.do("build-mine", number=number, colour=colour, mixture="standard", late=True)
        elif "new-shaft" in self.game["research"][colour]:
            assert self.do("sink-shaft", number=number, colour=colour, mixture="standard", late=True)
        assert self.do("build", building=self._random.choice(("quarry", "sawmill")), by=1, late=True)

    def _called(self) -> None:
        """Nothing that was entered so far has closed the call (RB-TURN-05)."""
        assert self.game["may_call"]
        if self._chance(self._calls):
            assert self.do("call-for-order", colour=self._random.choice(self.colours))
            self._settle()


class ByHand(Boats):
    """A table that draws from the real bags and enters what came, with slips mended later (AMB-23)."""

    def _production(self) -> None:
        assert not self.do("draw-all")
        for mine in self.game["mines"]:
            if mine["drawn"] is None:
                assert not self.do("draw", number=mine["number"])
                assert not self.do("advance", draw_rest=True)
                self._enter(mine)
        self._order()

    def _enter(self, mine: dict[str, Any], **late: bool) -> None:
        held = ["gold"] * mine["gold"] + ["iron"] * mine["iron"]
        ore = self._random.choice(held)
        assert self.do("record-draw", number=mine["number"], ore=ore, **late)

    def _movement(self) -> None:
        """Now and then somebody sees that what was entered is not what lies on the board."""
        super()._movement()
        for mine in self.game["mines"]:
            if self.game["order"] is None and mine["drawn"] in {"gold", "iron"} and self._chance(0.15):
                why = {"number": mine["number"], "reason": "the counter on the board is another one"}
                assert self.do("void-draw", **why)
                again = next(each for each in self.game["mines"] if each["number"] == mine["number"])
                self._enter(again, late=True)

    def _building(self) -> None:
        super()._building()
        built = [mine["number"] for mine in self.game["mines"]]
        free = [number for number in range(1, 19) if number not in built]
        if built and self._chance(0.15):
            value = {"number": built[-1], "to": self._random.choice(free)}
            assert self.do("correct", field="mine", value=value, reason="another bag was taken")
        if self._chance(0.15):
            assert self.do(
                "build-mine", number=free[0], colour=self.colours[0], mixture="standard", late=True
            )
            gone = {"number": free[0], "to": None}
            assert self.do("correct", field="mine", value=gone, reason="it was planned only")


class Waiting(Boats):
    """A table that leaves a phase once most have said that they are ready; some take it back, some undo."""

    def _second_thoughts(self) -> None:
        for colour in self.colours:
            if self._chance(0.8):
                before = self.game["undo"], self.game["redo"]
                assert (self.game["acting"] is None) == self.do("ready", colour=colour, ready=True)
                assert (self.game["undo"], self.game["redo"]) == before
            if self.game["acting"] is None and self._chance(0.15):
                assert self.do("ready", colour=colour, ready=False)
        ready = self.game["ready"]
        super()._second_thoughts()
        assert self.game["ready"] in (ready, [])


class Alone(Boats):
    """One player, who builds mines early, sinks shafts and buys when it is cheap."""

    def _building(self) -> None:
        turn, (colour,) = self.game["turn"], self.colours
        if turn in {1, 2, 5, 9}:
            mixture = {5: "big", 9: "gold"}.get(turn, "standard")
            known = self.game["research"][colour]
            if turn == 5 and "big-mine" not in known:
                assert self.do("research", colour=colour, subject="big-mine", late=True)
            if turn == 9 and "specialised-mine" not in known:
                assert self.do("research", colour=colour, subject="specialised-mine", late=True)
            assert self.do("build-mine", number=turn, colour=colour, mixture=mixture)
        if turn == 12:
            self.do("research", colour=colour, subject="new-shaft", late=True)
            assert self.do("sink-shaft", number=1, colour=colour, mixture="iron")
        if turn % 3 == 0:
            assert self.do("build", building="woodcutter", by=1)


def count_wealth(evening: Boats) -> None:
    """Everybody's counters, no two alike."""
    for place, colour in enumerate(evening.colours):
        evening.do("count-wealth", colour=colour, gold=3 * place, coins=2, stock=place % 2)


def to_the_end(evening: Boats) -> None:
    evening.play(lambda _: False)
    count_wealth(evening)


def called_off(evening: Boats) -> None:
    evening.play(lambda game: game["turn"] == 9)
    bag = {"number": evening.game["mines"][0]["number"], "gold": 2, "iron": 2}
    assert evening.do("correct", field="bag", value=bag, reason="counted the bag")
    evening.do("end")
    count_wealth(evening)


def coming_and_going(evening: Boats) -> None:
    """Blue leaves while he acts, and for good; Green joins; Red leaves with his fleet and comes back."""
    evening.play(lambda game: game["turn"] == 4)
    evening.settle_and_let_act("blue")
    assert evening.do("leave", colour="blue", mark="follows")
    assert evening.game["acting"] != "blue"
    evening.play(lambda game: game["turn"] == 7)
    assert evening.do("join", colour="green", name="Gianni")
    assert evening.do("undo")
    assert evening.do("redo")
    evening.play(lambda game: game["turn"] == 9)
    assert evening.do("draw-all") or not evening.game["mines"]
    assert evening.do("call-for-order", colour="green")
    assert evening.do("leave", colour="red", board="cleared")
    evening.play(lambda game: game["turn"] == 12)
    assert evening.do("join", colour="red", mark="follows")
    evening.play(lambda _: False)
    count_wealth(evening)


def to_a_tie(evening: Boats) -> None:
    """Two whose rows give points that gold can even out carry just as much as that takes."""
    evening.play(lambda _: False)
    points = {score["colour"]: score["wonder"] for score in evening.game["ended"]["scores"]}
    alike = [
        (one, other)
        for one in points
        for other in points
        if one < other and (points[one] - points[other]) % 10 == 0
    ]
    assert alike, points
    one, other = alike[0]
    for colour in evening.colours:
        gold = 40 + (max(points[one], points[other]) - points[colour]) // 10 if colour in (one, other) else 3
        assert evening.do("count-wealth", colour=colour, gold=gold, coins=1, stock=1)
