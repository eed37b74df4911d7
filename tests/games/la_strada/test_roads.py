"""Roads: what they cost, what they use up, and that each reaches a colony that is new to its builder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.games.la_strada import roads
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.events import Connected
from companion.games.la_strada.words import TERRAINS
from tests.games.la_strada.playing import Play


def entered(tiles: Mapping[str, int], colour: str = "red", colony: int = 1) -> Connect:
    return msgspec.convert({"colour": colour, "colony": colony, **tiles}, Connect)


@pytest.mark.rule("LS-BUILD-01")
def test_a_tile_costs_two_on_plains_three_in_forests_and_four_on_hills() -> None:
    assert (roads.cost(1, 0, 0), roads.cost(0, 1, 0), roads.cost(0, 0, 1)) == (2, 3, 4)
    assert roads.cost(2, 1, 3) == 19


@pytest.mark.rule("LS-TURN-04", "TV-LS-11", "TV-LS-12")
@pytest.mark.parametrize(
    ("resources", "tiles", "left"),
    [
        (7, {"hills": 1, "forests": 1}, 0),
        (7, {"forests": 2}, 1),
        (7, {"plains": 3}, 1),
        (7, {"hills": 2}, None),
        (10, {"plains": 5}, 0),
        (10, {"plains": 6}, None),
        (10, {"forests": 3}, 1),
        (10, {"forests": 4}, None),
        (10, {"hills": 2}, 2),
        (10, {"hills": 3}, None),
    ],
)
def test_resources_buy_what_they_pay_for(resources: int, tiles: dict[str, int], left: int | None) -> None:
    play = Play("red", "grey", "black")
    play.correct(resources={"red": resources})
    if left is None:
        assert play.refusal(entered(tiles)) == ("too-dear", "LS-TURN-04")
    else:
        play.do(entered(tiles))
        assert play.seat().resources == left


@pytest.mark.rule("LS-BUILD-06", "LS-BUILD-08", "LS-MKT-02", "LS-SETUP-02", "LS-BUILD-11", "LS-TURN-04")
@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (Connect("red", 1), ("road-needs-a-tile", "LS-BUILD-06", {})),
        (Connect("red", 20, plains=1), ("no-such-colony", "LS-SETUP-02", {"number": 20, "most": 19})),
        (Connect("red", 7, plains=1), ("already-linked", "LS-BUILD-08", {"colour": "red", "number": 7})),
        (Connect("red", 1, plains=17), ("too-dear", "LS-TURN-04", {"cost": 34, "resources": 4})),
        (
            Connect("red", 1, plains=18),
            ("tiles-short", "LS-BUILD-11", {"colour": "red", "terrain": "plains", "left": 17}),
        ),
        (Connect("grey", 1, plains=1), ("not-your-turn", "LS-TURN-01", {"colour": "red"})),
        (Connect("black", 1, plains=1, end_turn=True), ("not-your-turn", "LS-TURN-01", {"colour": "red"})),
        (Connect("yellow", 1, plains=1), ("not-playing", "LS-SETUP-03", {"colour": "yellow"})),
    ],
)
def test_a_road_that_cannot_be_is_refused(command: Connect, refusal: tuple[str, str, dict[str, Any]]) -> None:
    play = Play("red", "grey", "black")
    play.link(7)
    no = play.refused(command)
    assert (no.code, no.rule, no.params) == refusal


@pytest.mark.rule("LS-SETUP-02")
def test_a_colony_meant_as_new_is_refused_once_another_player_has_reached_it() -> None:
    play = Play("red", "grey", "black")
    play.do(Connect("red", 10, plains=1, new=True))
    play.pass_on()
    assert play.refusal(Connect("grey", 10, plains=1, new=True)) == ("no-longer-new", "LS-SETUP-02")
    play.do(Connect("grey", 10, plains=1))
    play.pass_on()
    play.do(Connect("black", 11, plains=1, new=True))
    assert [play.colony(number).linked for number in (10, 11)] == [("red", "grey"), ("black",)]


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


@pytest.mark.rule("LS-BUILD-07", "LS-MKT-01", "LS-MKT-03", "LS-SCORE-02", "LS-SCORE-05")
@pytest.mark.rule("TV-LS-02", "TV-LS-04")
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
