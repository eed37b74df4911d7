"""Corrections: whatever was entered wrong can be set right. The scenes show what each comes to."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games import Player
from companion.games.la_strada.commands import Connect, Correct
from companion.games.la_strada.options import SWITCHES
from companion.games.la_strada.roads import road_of
from companion.games.la_strada.state import Road
from tests.games.invalid_values import validation_message
from tests.games.la_strada.playing import Play


def refused(play: Play, field: str, value: Any) -> tuple[str, str | None, dict[str, Any]]:
    no = play.refused(play.correction(field, value))
    return no.code, no.rule, no.params


@pytest.mark.rule("LS-SETUP-04", "LS-BUILD-11", "LS-MKT-05")
def test_supplies_are_set_as_far_as_there_are_so_many() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    for stock, most in (("forests", 8), ("merchants", 11)):
        assert refused(play, "supplies", {"red": {stock: most + 1}}) == (
            "more-than-there-are", "LS-SETUP-04", {"colour": "red", "stock": stock, "most": most},
        )  # fmt: skip
    assert refused(play, "supplies", {"yellow": {"merchants": 1}})[:2] == ("not-playing", "LS-SETUP-03")
    play.correct(supplies={"red": {"plains": 16, "hills": 0}})
    assert play.view().fields["supplies"]["red"] == {"plains": 16, "forests": 8, "hills": 0, "merchants": 11}
    assert play.refusal(Connect("red", 2, hills=1)) == ("tiles-short", "LS-BUILD-11")


@pytest.mark.rule("LS-MKT-01")
def test_merchants_come_from_their_supplies_and_go_back_there() -> None:
    play = Play("red", "grey", "black")
    play.link(3)
    play.correct(colony={"number": 3, "merchants": ["black", "grey"]})
    assert [seat.merchants for seat in play.state.seats] == [12, 11, 11]
    play.correct(colony={"number": 3, "linked": []})
    assert play.colony(3).merchants == ()
    assert [seat.merchants for seat in play.state.seats] == [12, 12, 12]


@pytest.mark.rule("LS-SCORE-04")
def test_of_an_option_what_is_named_changes_alone() -> None:
    play = Play("red", "grey", "black", names={"1": "Pisa", "2": "Lodi"})
    play.correct(option={"names": {"2": "", "3": "Asti"}, "worth": {"town": [9, 0, 0, 0]}})
    options = play.view().fields["options"]
    assert options["names"] == {"1": "Pisa", "3": "Asti"}
    assert [play.colony(number).name for number in (1, 2, 3)] == ["Pisa", "", "Asti"]
    assert (options["worth"]["town"], options["worth"]["city"]) == ([9, 0, 0, 0], [5, 4, 3, 2])
    assert refused(play, "option", {"names": {"20": "Roma"}}) == (
        "options-inconsistent", "LS-SETUP-02", {"option": "names"},
    )  # fmt: skip
    assert refused(play, "option", {"names": {"1": "a\x07"}})[0] == "name-unprintable"
    for switch in SWITCHES:
        for on in (True, False):
            play.correct(option={switch: on})
            assert play.view().switches == (switch,) * on


def test_other_colours_take_over_and_what_was_typed_is_no_colour() -> None:
    play = Play("red", "grey", "black", names={"1": "red"})
    play.correct(players=[Player("yellow", "red"), Player("red", "grey"), Player("grey")])
    assert [(seat.colour, seat.name) for seat in play.state.seats] == [
        ("yellow", "red"), ("red", "grey"), ("grey", ""),
    ]  # fmt: skip
    assert (play.state.active, play.state.colonies[0].name) == ("yellow", "red")


ROAD = {"colour": "red", "colony": 5}


@pytest.mark.rule("LS-TURN-04", "LS-BUILD-06", "LS-BUILD-08", "LS-BUILD-11")
@pytest.mark.parametrize(
    ("value", "refusal"),
    [
        ({"plains": 0}, ("road-needs-a-tile", "LS-BUILD-06", {})),
        ({"hills": 3}, ("road-unpaid", "LS-TURN-04", {"colour": "red", "cost": 14, "resources": 4})),
        ({"plains": 4}, ("tiles-short", "LS-BUILD-11", {"colour": "red", "terrain": "plains", "left": 3})),
        ({"to": 6}, ("already-linked", "LS-BUILD-08", {"colour": "red", "number": 6})),
        ({"to": 20}, ("no-such-colony", "LS-SETUP-02", {"number": 20, "most": 19})),
        ({"colony": 7}, ("no-such-road", "LS-BUILD-06", {"colour": "red", "number": 7})),
        ({"colour": "yellow"}, ("not-playing", "LS-SETUP-03", {"colour": "yellow"})),
    ],
)
def test_a_road_that_could_not_be_is_refused(
    value: dict[str, Any], refusal: tuple[str, str, dict[str, Any]]
) -> None:
    play = Play("red", "grey", "black", supply={"plains": 4})
    play.link(5, 6)
    assert refused(play, "road", {**ROAD, **value}) == refusal


@pytest.mark.rule("LS-BUILD-01", "LS-TURN-03", "LS-TURN-04", "LS-BUILD-11")
def test_tiles_and_resources_follow_a_road_as_far_as_ten_and_nothing() -> None:
    play = Play("red", "grey", "black")
    play.link(5, plains=2)
    play.correct(road={**ROAD, "plains": 0, "forests": 1})
    assert play.resources()["red"] == 3
    assert play.view().fields["supplies"]["red"] == {"plains": 18, "forests": 7, "hills": 5, "merchants": 11}
    play.correct(road={**ROAD, "forests": 2})
    assert (play.resources()["red"], road_of(play.state, "red", 5)) == (0, Road("red", 5, 0, 2, 0))
    play.correct(road={**ROAD, "hills": 3, "resources": 0})
    play.correct(resources={"red": 10})
    play.correct(road={**ROAD, "plains": 1, "forests": 0, "hills": 0})
    assert play.resources()["red"] == 10, "there is no room for more"


@pytest.mark.rule("LS-TURN-04", "LS-BUILD-11")
def test_a_road_goes_along_with_a_link_that_was_entered_for_another_colony_and_is_paid_once() -> None:
    play = Play("grey", "red", "black")
    play.link(1, 3)
    paid, left = play.resources()["grey"], play.view().fields["supplies"]["grey"]
    play.correct(colony={"number": 1, "merchants": []})
    assert road_of(play.state, "grey", 1) == Road("grey", 1)
    play.correct(colony={"number": 2, "merchants": ["grey"]})
    play.correct(road={"colour": "grey", "colony": 2, "plains": 1})
    assert (play.resources()["grey"], play.view().fields["supplies"]["grey"]) == (paid, left)
    assert road_of(play.state, "grey", 2) == Road("grey", 2, plains=1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 0), ("turn", "3"), ("active", "green"), ("active", None),
        ("active", {}), ("active", {"colour": "red", "turn": 0}), ("active", {"colour": "green"}),
        ("road", {}), ("road", {"colour": "red"}), ("road", {"colour": "red", "colony": 1, "plains": -1}),
        ("road", {"colour": "red", "colony": 1, "resources": 11}), ("road", {"colour": "red", "colony": 0}),
        ("road", {"colour": "red", "colony": 1, "mountains": 1}),
        ("resources", {}), ("resources", {"red": 11}), ("resources", {"red": -1}),
        ("resources", {"green": 1}),
        ("supplies", {}), ("supplies", {"red": {}}), ("supplies", {"red": {"bricks": 1}}),
        ("supplies", {"red": {"plains": -1}}), ("stuck", {"red": "yes"}), ("stuck", {}),
        ("colony", {}), ("colony", {"number": 0}), ("colony", {"number": 41}),
        ("colony", {"number": 1, "kind": "castle"}), ("colony", {"number": 1, "merchants": ["green"]}),
        ("colony", {"number": 1, "size": 1}), ("players", []), ("players", [{"name": "x"}]),
        ("option", {"amb_99": True}), ("option", {"kinds": {"castle": 1}}),
        ("option", {"worth": {"city": [1, 2, 3]}}), ("option", {"names": {"0": "Pisa"}}),
        ("option", {"names": {"1": "a" * 13}}), ("option", {"supply": {"plains": 100}}), ("option", {}),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form_is_no_correction_and_its_place_is_named(field: str, value: Any) -> None:
    assert re.search(r"at .*`\$\.value", validation_message(Correct, field, value))
