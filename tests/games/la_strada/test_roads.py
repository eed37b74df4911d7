"""Roads: what they cost, what they use up, and that each reaches a colony that is new to its builder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.games.la_strada import roads
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.events import Connected
from companion.games.la_strada.words import TERRAINS, Terrain
from tests.games.la_strada.playing import Play


@pytest.mark.rule("LS-BUILD-01")
def test_a_tile_costs_two_on_plains_three_in_forests_and_four_on_hills() -> None:
    assert (roads.cost(1, 0, 0), roads.cost(0, 1, 0), roads.cost(0, 0, 1)) == (2, 3, 4)
    assert roads.cost(2, 1, 3) == 19


@pytest.mark.rule("LS-TURN-04", "TV-LS-11")
@pytest.mark.parametrize(
    ("tiles", "left"),
    [
        ({"hills": 1, "forests": 1}, 0),
        ({"forests": 2}, 1),
        ({"plains": 3}, 1),
        ({"hills": 2}, None),
    ],
)
def test_seven_resources_buy_what_seven_resources_buy(tiles: dict[Terrain, int], left: int | None) -> None:
    play = Play()
    play.correct(resources={play.active: 7})
    road = entered(tiles, play.active)
    if left is None:
        refused = play.refused(road)
        assert (refused.code, refused.rule, refused.params) == (
            "too-dear", "LS-TURN-04", {"cost": 8, "resources": 7},
        )  # fmt: skip
        return
    play.do(road)
    assert play.seat().resources == left


@pytest.mark.rule("LS-TURN-04", "TV-LS-12")
@pytest.mark.parametrize(("terrain", "most", "left"), [("plains", 5, 0), ("forests", 3, 1), ("hills", 2, 2)])
def test_the_most_tiles_of_one_terrain_that_ten_resources_buy(terrain: str, most: int, left: int) -> None:
    play = Play()
    play.correct(resources={play.active: 10})
    longer = entered({terrain: most + 1}, play.active, 1)
    assert play.refusal(longer) == ("too-dear", "LS-TURN-04")
    play.do(entered({terrain: most}, play.active, 1))
    assert play.seat().resources == left


@pytest.mark.rule("LS-BUILD-06")
def test_a_road_has_at_least_one_tile_and_leads_to_a_colony_that_there_is() -> None:
    play = Play()
    empty = play.refused(Connect(play.active, 1))
    assert (empty.code, empty.rule) == ("road-needs-a-tile", "LS-BUILD-06")
    nowhere = play.refused(Connect(play.active, 20, plains=1))
    assert (nowhere.code, nowhere.rule, nowhere.params) == (
        "no-such-colony", "LS-SETUP-02", {"number": 20, "most": 19},
    )  # fmt: skip


@pytest.mark.rule("LS-BUILD-08", "LS-MKT-02")
def test_a_colony_is_linked_by_each_player_once() -> None:
    play = Play("red", "grey", "black")
    play.link(7)
    again = play.refused(Connect("red", 7, plains=1))
    assert (again.code, again.rule) == ("already-linked", "LS-BUILD-08")
    assert again.params == {"colour": "red", "number": 7}
    play.pass_on()
    play.link(7)
    assert play.colony(7).merchants == ("red", "grey")


@pytest.mark.rule("LS-SETUP-02")
def test_a_colony_meant_as_new_is_refused_once_another_player_has_reached_it() -> None:
    play = Play("red", "grey", "black")
    play.do(Connect("red", 10, plains=1, new=True))
    play.pass_on()
    refused = play.refused(Connect("grey", 10, plains=1, new=True))
    assert (refused.code, refused.rule, refused.params) == (
        "no-longer-new", "LS-SETUP-02", {"colour": "red", "kind": "village", "number": 10},
    )  # fmt: skip
    play.do(Connect("grey", 10, plains=1))
    play.pass_on()
    play.do(Connect("black", 11, plains=1, new=True))
    assert [play.colony(number).linked for number in (10, 11)] == [("red", "grey"), ("black",)]


@pytest.mark.rule("LS-BUILD-07")
def test_several_roads_may_be_built_in_a_turn() -> None:
    play = Play()
    play.link(1, 2, 3)
    assert [each.number for each in play.state.colonies if each.linked] == [1, 2, 3]
    assert play.seat().resources == 0


@pytest.mark.rule("LS-BUILD-11", "LS-TURN-04")
def test_a_road_as_long_as_a_supply_is_refused_by_the_rules_and_not_as_unreadable() -> None:
    play = Play()
    assert play.refusal(Connect(play.active, 1, plains=18)) == ("too-dear", "LS-TURN-04")
    assert play.refusal(Connect(play.active, 1, plains=19)) == ("tiles-short", "LS-BUILD-11")
    assert entered({"plains": 99})
    with pytest.raises(msgspec.ValidationError):
        entered({"plains": 100})


def entered(tiles: Mapping[Any, int], colour: str = "red", colony: int = 1) -> Connect:
    return msgspec.convert({"colour": colour, "colony": colony, **tiles}, Connect)


@pytest.mark.parametrize("shape", ["straights", "curves"])
def test_no_tile_is_recognised_by_its_shape(shape: str) -> None:
    assert [*entered({"plains": 2}).__struct_fields__[2:]] == [*TERRAINS, "end_turn", "new"]
    with pytest.raises(msgspec.ValidationError, match=shape):
        entered({shape: 1})


@pytest.mark.rule("LS-BUILD-01", "LS-BUILD-11", "LS-MKT-01")
def test_a_road_is_logged_with_what_it_cost_and_used() -> None:
    play = Play("red", "grey", "black")
    assert play.do(Connect("red", 5, plains=1, hills=1)) == (
        Connected("red", 5, plains=1, forests=0, hills=1, cost=6, merchant=True),
    )
    supplies = play.view().fields["supplies"]["red"]
    assert supplies == {"plains": 17, "forests": 8, "hills": 4, "merchants": 11}


@pytest.mark.rule("LS-BUILD-07", "LS-MKT-01", "LS-MKT-03")
@pytest.mark.rule("LS-SCORE-02", "LS-SCORE-05", "TV-LS-02", "TV-LS-04")
def test_greys_turns_in_the_rules_example() -> None:
    play = Play("black", "grey", "red")
    play.link(15)
    play.pass_on()
    play.link(10)
    play.link(11, plains=0, hills=1)
    assert greys(play) == (0, 17, 8, 4, 10)
    play.pass_on()
    play.link(16)
    play.pass_on()
    play.link(1)
    play.pass_on()

    assert greys(play) == (6, 17, 8, 4, 10)
    assert play.refusal(Connect("grey", 2, plains=4)) == ("too-dear", "LS-TURN-04"), "the far city"
    play.link(15, plains=2)
    play.link(16, plains=1)
    assert greys(play) == (0, 14, 8, 4, 8)
    assert [len(play.colony(number).merchants) for number in (15, 16)] == [2, 2]
    assert gold(play) == {"grey": 3 + 3 + 1 + 1, "black": 5 + 1, "red": 1}
    play.pass_on(3)

    assert greys(play) == (6, 14, 8, 4, 8)
    play.link(1, plains=3)
    assert greys(play) == (0, 11, 8, 4, 7)
    assert gold(play) == {"grey": 8 + 4, "black": 4 + 1, "red": 1}, "Black loses one"


def greys(play: Play) -> tuple[int, ...]:
    seat = play.seat("grey")
    return seat.resources, seat.plains, seat.forests, seat.hills, seat.merchants


def gold(play: Play) -> dict[str, int]:
    return {each["colour"]: each["total"] for each in play.view().fields["scores"]}
