"""What production should bring onto the board, where the group has entered its buildings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.roads_and_boats.commands import (
    Build,
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
    return {
        each["building"]: (each["makes"], each["left"]) for each in play.view().fields["expected"]["capacity"]
    }


def due(play: Play) -> Any:
    return play.view().fields["expected"]


@pytest.mark.parametrize("building", BUILDINGS)
def test_every_building_either_gives_something_or_can_make_something(building: Building) -> None:
    play = built(**{building.replace("-", "_"): 1})
    gives = [*due(play)["goods"], *(makes for makes, _ in left(play).values())]
    assert gives == [BLUEPRINTS[building].gives]
