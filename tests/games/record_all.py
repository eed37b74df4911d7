"""Plays every recorded game anew.

    .venv/bin/python -m tests.games.record_all

Only after a change of the rules that was looked at: the recordings are what must not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.record import FOLDER, Evening, write_down

AGREED: Mapping[int, dict[str, Any]] = {
    4: {"amb_13": True, "standings": True},
    7: {"amb_38": True, "amb_03": True},
    10: {"amb_08": True, "amb_31": True},
    13: {"amb_09": True, "irrigation_at": 44},
    15: {"amb_38": False},
}
"""Which house rules the builders change at the beginning of which turn."""


class Builders(Evening):
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
            self.do("change-fleet", colour=colour, transporter="donkey", by=-1)
            self.do("change-fleet", colour=colour, transporter="wagon", by=1)
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


class Alone(Evening):
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


def count_wealth(evening: Evening) -> None:
    """Everybody's counters, no two alike."""
    for place, colour in enumerate(evening.colours):
        evening.do("count-wealth", colour=colour, gold=3 * place, coins=2, stock=place % 2)


def to_the_end(evening: Evening) -> None:
    evening.play(lambda _: False)
    count_wealth(evening)


def called_off(evening: Evening) -> None:
    evening.play(lambda game: game["turn"] == 9)
    bag = {"number": evening.game["mines"][0]["number"], "gold": 2, "iron": 2}
    assert evening.do("correct", field="bag", value=bag, reason="counted the bag")
    evening.do("end")
    count_wealth(evening)


def to_a_tie(evening: Evening) -> None:
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


def main() -> None:
    """Record every game anew."""
    FOLDER.mkdir(exist_ok=True)
    two, four = ["red", "blue"], ["red", "yellow", "green", "blue"]
    write_down("two players: the wonder is completed", 2, two, to_the_end, buys=0.55, calls=0.2)
    write_down("four players: conflicts in most phases", 4, four, to_the_end, buys=0.3, calls=0.7)
    write_down("nobody builds: the last neutral brick", 33, two, to_the_end, buys=0.0, calls=0.05)
    write_down("called off: the group ends early", 9, four[:3], called_off, buys=0.2, calls=0.3)
    write_down("whole rulebook: all that four can do", 25, four, to_a_tie, Builders, buys=0.35, calls=0.3)
    write_down("alone: twenty turns", 20, ["green"], to_the_end, Alone, buys=0.4, calls=0.0)


if __name__ == "__main__":
    main()
