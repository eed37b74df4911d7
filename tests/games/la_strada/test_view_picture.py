"""What the pages draw: the markets, what a link is worth to everyone, and what is open now."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.la_strada import scoring
from companion.games.la_strada.commands import CannotConnect, Connect, End
from companion.games.la_strada.view import picture
from companion.games.la_strada.words import COLOURS
from tests.games.la_strada.playing import Play


def markets(play: Play) -> dict[int, dict[str, Any]]:
    """The colonies as drawn, by number."""
    return {one["number"]: one for kind in picture(play.state)["market"] for one in kind["colonies"]}


def brings(play: Play, colony: int) -> list[tuple[str, int, int]]:
    """What a link would bring to who makes it, and to those who lose or win by it."""
    linker, *others = picture(play.state)["joins"][colony][play.active]
    told = [linker, *(each for each in others if each["before"])]
    return [(each["colour"], each["before"], each["after"]) for each in told]


@pytest.mark.rule("LS-COMP-03", "LS-SCORE-02", "LS-SCORE-03", "LS-SCORE-04", "LS-SCORE-05")
def test_colonies_are_drawn_by_kind_with_what_each_number_of_merchants_earns() -> None:
    kinds = picture(Play(*COLOURS).state)["market"]
    assert [(each["kind"], each["pays"], len(each["colonies"])) for each in kinds] == [
        ("city", [5, 4, 3, 2], 4),
        ("town", [4, 3, 2, 1], 5),
        ("village", [3, 2, 1, 0], 5),
        ("hamlet", [2, 1, 0, 0], 5),
    ]


def test_a_kind_that_the_box_does_not_hold_is_not_drawn() -> None:
    kinds = picture(Play("black", "red", kinds={"city": 0, "village": 2}).state)["market"]
    assert [each["kind"] for each in kinds] == ["town", "village", "hamlet"]


@pytest.mark.rule("TV-LS-04", "LS-SCORE-01")
def test_before_a_link_everybody_is_told_what_it_is_worth_to_him() -> None:
    play = Play("black", "grey", "red")
    play.link(1)
    play.pass_on()
    assert brings(play, 1) == [("grey", 0, 4), ("black", 5, 4)]
    play.link(1)
    play.pass_on()
    assert brings(play, 1) == [("red", 0, 3), ("black", 4, 3), ("grey", 4, 3)]
    assert brings(play, 15) == [("red", 0, 2)]


@pytest.mark.rule("LS-SCORE-02")
def test_a_third_merchant_in_a_hamlet_is_seen_to_earn_nothing_and_to_take_all() -> None:
    play = Play("black", "grey", "red")
    for _ in range(2):
        play.link(15)
        play.pass_on()
    assert brings(play, 15) == [("red", 0, 0), ("black", 1, 0), ("grey", 1, 0)]


@given(st.lists(st.integers(1, 19), max_size=12))
def test_what_a_link_was_said_to_bring_is_what_it_brings(visits: list[int]) -> None:
    play = Play("black", "grey", "red")
    for number in visits:
        before = {each.colour: each.total for each in scoring.scores(play.state)}
        drawn, who = picture(play.state), play.active
        linked = play.attempt(Connect(play.active, number, plains=1))
        if number not in drawn["open"]:
            assert linked is None
        elif linked is not None:
            told = {each["colour"]: each["after"] - each["before"] for each in drawn["joins"][number][who]}
            after = {each.colour: each.total for each in scoring.scores(play.state)}
            assert after == {colour: gold + told.get(colour, 0) for colour, gold in before.items()}
        play.pass_on()


@pytest.mark.rule("LS-BUILD-08", "LS-MKT-02")
def test_only_colonies_that_are_new_to_the_active_player_are_open() -> None:
    play = Play("black", "grey", "red")
    play.link(1, 5)
    assert set(range(1, 20)) - set(picture(play.state)["open"]) == {1, 5}
    for number in (1, 5):
        assert play.refusal(Connect("black", number, plains=1)) == ("already-linked", "LS-BUILD-08")
        assert play.colony(number).merchants == ("black",)
    play.pass_on()
    assert len(picture(play.state)["open"]) == 19
    play.do(End())
    assert picture(play.state)["open"] == []


@pytest.mark.rule("LS-2P-05", "LS-2P-07")
def test_of_two_players_the_second_links_without_a_merchant_and_changes_nothing() -> None:
    play = Play("black", "grey")
    play.link(1)
    play.pass_on()
    city = markets(play)[1]
    assert (city["places"], city["following"]) == (False, None)
    assert brings(play, 1) == [("black", 0, 0), ("grey", 5, 5)]
    play.link(1)
    assert markets(play)[1]["roads"] == ["black"]
    assert picture(play.state)["market"][0]["pays"] == [5]


@pytest.mark.rule("LS-2P-05", "LS-MKT-05")
def test_without_merchants_only_colonies_of_the_other_stay_open_to_one_of_two() -> None:
    play = Play("black", "grey", supply={"merchants": 1})
    play.link(1)
    play.pass_on()
    play.link(2)
    assert picture(play.state)["open"] == [1]
    assert play.refusal(Connect(play.active, 3, plains=1)) == ("no-merchant", "LS-MKT-05")
    play.link(1)
    assert play.colony(1).merchants == ("grey",)


@pytest.mark.rule("TV-LS-07", "LS-TURN-03", "LS-TURN-05")
@pytest.mark.parametrize(("kept", "lost"), [(0, 0), (4, 0), (5, 1), (7, 3), (10, 6)])
def test_what_ending_the_turn_would_lose_is_known_before(kept: int, lost: int) -> None:
    play = Play()
    play.correct(resources={play.active: kept})
    drawn = picture(play.state)
    assert (drawn["lost"], drawn["bounds"]["keeps"], drawn["next"]) == (lost, 4, play.colours[1])
    play.pass_on(3)
    assert play.seat().resources == kept + 6 - lost


@pytest.mark.rule("LS-END-01", "LS-AMB-04")
def test_saying_that_one_cannot_connect_is_open_until_the_first_link_and_may_end_the_game() -> None:
    play = Play()
    assert (picture(play.state)["may_stop"], picture(play.state)["stops"]) == (True, True)
    play.link(1)
    assert not picture(play.state)["may_stop"]
    assert play.refusal(CannotConnect(play.active)) == ("has-connected", "LS-END-01")
    two = Play("black", "grey")
    assert not picture(two.state)["stops"]
    two.give_up()
    assert picture(two.state)["stops"], "the other cannot connect either"
    assert picture(two.state)["blocked"] == {"grey": "cannot-connect"}
    assert picture(Play("black", "grey", amb_04=True).state)["stops"]


@pytest.mark.rule("LS-AMB-03", "LS-TURN-03")
def test_what_the_end_would_take_back_is_what_the_turn_has_brought() -> None:
    play = Play("black", "grey", "red")
    assert picture(play.state)["brought"] == 6
    play.pass_on(3)
    assert picture(play.state)["brought"] == 4
    before = play.seat().resources
    play.give_up()
    assert play.seat().resources == before - 4


@pytest.mark.rule("LS-SCORE-08", "LS-AMB-10")
@pytest.mark.parametrize(
    ("black", "grey", "tie", "first"),
    [
        (3, 1, "resources", ["black"]),
        (1, 1, "shared", ["black", "grey"]),
        (1, 3, "resources", ["grey"]),
    ],
)
def test_a_tie_in_gold_is_explained(black: int, grey: int, tie: str, first: list[str]) -> None:
    play = Play("black", "grey")
    play.correct(resources={"black": black, "grey": grey})
    assert picture(play.state)["tie"] == tie
    assert [seat.colour for seat in scoring.winners(play.state)] == first
    play.correct(colony={"number": 1, "merchants": ["grey"]})
    assert picture(play.state)["tie"] is None
    assert [seat.colour for seat in scoring.winners(play.state)] == ["grey"]


@pytest.mark.rule("LS-SCORE-01")
def test_gold_is_told_by_kind_and_adds_up() -> None:
    play = Play("black", "grey", "red")
    play.correct(colony={"number": 1, "merchants": ["black", "grey"]})
    play.correct(colony={"number": 2, "merchants": ["black"]})
    play.correct(colony={"number": 19, "merchants": ["red", "black", "grey"]})
    earned = picture(play.state)["earned"]
    assert earned["black"] == {"city": 9, "town": 0, "village": 0, "hamlet": 0}
    totals = {each.colour: each.total for each in scoring.scores(play.state)}
    assert {colour: sum(kinds.values()) for colour, kinds in earned.items()} == totals


@pytest.mark.rule("LS-TURN-01", "LS-BUILD-08")
def test_everybody_is_told_what_he_may_link_when_and_with_what() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    plans = picture(play.state)["plans"]
    assert [(each, plan["when"], plan["resources"]) for each, plan in plans.items()] == [
        ("red", "now", 4), ("grey", "next", 6), ("black", "later", 6),
    ]  # fmt: skip
    assert plans["red"]["open"] == [*range(2, 20)]
    assert plans["black"]["open"] == [*range(1, 20)]
