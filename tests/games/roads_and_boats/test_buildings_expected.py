"""What production should bring onto the board, where the group has entered its buildings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    ChangeFleet,
    Draw,
    End,
    RecordDraw,
)
from companion.games.roads_and_boats.words import BUILDINGS, Building
from tests.games.roads_and_boats.playing import Play


def built(**counts: int) -> Play:
    """The production of the turn after these were built; underscores stand for hyphens."""
    play = Play()
    play.to("building")
    for name, count in counts.items():
        play.do(Build(next(each for each in BUILDINGS if each == name.replace("_", "-")), count))
    play.to("production")
    return play


def left(play: Play) -> dict[str, tuple[str, int]]:
    return {each["building"]: (each["makes"], each["left"]) for each in play.view()["expected"]["capacity"]}


def due(play: Play) -> Any:
    return play.view()["expected"]


@pytest.mark.rule("RB-MINE-08")
def test_each_primary_producer_gives_one_good_and_each_mine_its_ore() -> None:
    play = Play()
    play.to("building")
    play.do(Build("woodcutter", 3), Build("quarry", 2), Build("clay-pit", 1))
    play.do(BuildMine(3, "red", "standard"), BuildMine(7, "red", "standard"))
    assert due(play) is None, "nothing is produced in the phase in which it is built"
    play.do(Advance(), Advance())
    assert due(play)["goods"] == {"trunks": 3, "stone": 2, "clay": 1}
    assert due(play)["mines"] == [3, 7]
    play.do(RecordDraw(3, "iron"), Draw(7))
    assert due(play)["mines"] == []
    assert sum(due(play)["goods"][ore] for ore in ("gold", "iron") if ore in due(play)["goods"]) == 2
    assert due(play)["goods"]["iron"] >= 1, "mine 3 was seen to give it"


@pytest.mark.rule("RB-PROD-07")
def test_each_secondary_producer_makes_its_product_up_to_its_capacity() -> None:
    play = built(sawmill=2, coal_burner=1, papermill=1, stone_factory=1, mint=2, stock_exchange=1)
    assert left(play) == {
        "sawmill": ("boards", 12), "coal-burner": ("fuel", 6), "papermill": ("paper", 1),
        "stone-factory": ("stone", 6), "mint": ("coins", 2), "stock-exchange": ("stock", 6),
    }  # fmt: skip
    assert due(play)["goods"] == {}


@pytest.mark.rule("RB-PROD-07")
def test_a_transporter_that_came_in_this_phase_uses_up_its_factory() -> None:
    play = built(wagon_factory=1, raft_factory=2, steamer_factory=1)
    play.do(
        ChangeFleet("red", "donkey", -1), ChangeFleet("red", "wagon", 1), ChangeFleet("yellow", "raft", 1)
    )
    assert left(play) == {
        "wagon-factory": ("wagon", 0),
        "raft-factory": ("raft", 1),
        "steamer-factory": ("steamer", 1),
    }
    play.do(ChangeFleet("red", "wagon", -1))
    assert left(play)["wagon-factory"] == ("wagon", 0), "it was made before it went"
    play.to("production")
    assert left(play)["wagon-factory"] == ("wagon", 1)


def test_nothing_is_expected_where_no_building_was_entered_or_the_game_is_over() -> None:
    play = Play()
    play.do(BuildMine(3, "red", "standard", late=True))
    assert due(play) is None
    play.do(Build("quarry", 1, late=True))
    assert due(play)["goods"] == {"stone": 1}
    play.do(End())
    assert due(play) is None


@pytest.mark.parametrize("building", BUILDINGS)
def test_every_building_either_gives_something_or_can_make_something(building: Building) -> None:
    play = built(**{building.replace("-", "_"): 1})
    gives = [*due(play)["goods"], *(makes for makes, _ in left(play).values())]
    assert gives == [BLUEPRINTS[building].gives]
