"""Corrections: whatever was entered wrong can be set right."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.la_strada.commands import CannotConnect, Connect
from companion.games.la_strada.correct import (
    ColonyCorrected,
    OptionsCorrected,
    PlayersCorrected,
    ResourcesCorrected,
    SuppliesCorrected,
)
from companion.games.la_strada.correct_turn import TurnCorrected
from companion.games.la_strada.words import COLOURS
from tests.games.la_strada.playing import Play


def refused(play: Play, field: str, value: Any) -> tuple[str, str | None, dict[str, Any]]:
    no = play.refused(play.correction(field, value))
    return no.code, no.rule, no.params


def test_the_turns_number_stands_alone() -> None:
    play = Play()
    play.correct(turn=7)
    assert play.happened[-1] == TurnCorrected(7)
    play.pass_on(3)
    assert play.state.turn == 8


def test_whose_turn_it_is_already_is_left_alone() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(active="red")
    assert play.refusal(CannotConnect("red")) == ("has-connected", "LS-END-01")


def test_nobody_can_be_on_turn_who_always_passes() -> None:
    play = Play("grey", "red", supply={"merchants": 1})
    play.link(1)
    play.pass_on()
    assert refused(play, "active", "red") == (
        "turns-pass", "LS-2P-06", {"colour": "red", "why": "no-merchants"},
    )  # fmt: skip


@pytest.mark.rule("LS-TURN-03")
def test_resources_are_set_for_those_who_are_named() -> None:
    play = Play("red", "grey", "black")
    play.correct(resources={"grey": 10, "black": 0})
    assert play.happened[-2:] == [ResourcesCorrected("grey", 10), ResourcesCorrected("black", 0)]
    assert play.resources() == {"red": 6, "grey": 10, "black": 0}
    assert refused(play, "resources", {"yellow": 1})[:2] == ("not-playing", "LS-SETUP-03")
    with pytest.raises(msgspec.ValidationError):
        play.correction("resources", {"red": 11})
    play.pass_on()
    assert (play.active, play.resources()["grey"]) == ("grey", 10), "his whole income is lost"


@pytest.mark.rule("LS-SETUP-04", "LS-BUILD-11", "LS-MKT-05")
def test_supplies_are_set_as_far_as_there_are_so_many() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(supplies={"red": {"plains": 16, "hills": 4}})
    assert play.happened[-1] == SuppliesCorrected("red", {"plains": 16, "hills": 4})
    assert play.view()["supplies"]["red"] == {"plains": 16, "forests": 8, "hills": 4, "merchants": 11}
    assert refused(play, "supplies", {"red": {"forests": 9}}) == (
        "more-than-there-are", "LS-SETUP-04", {"colour": "red", "stock": "forests", "most": 8},
    )  # fmt: skip
    assert refused(play, "supplies", {"red": {"merchants": 12}}) == (
        "more-than-there-are", "LS-SETUP-04", {"colour": "red", "stock": "merchants", "most": 11},
    )  # fmt: skip
    assert refused(play, "supplies", {"yellow": {"merchants": 1}})[:2] == ("not-playing", "LS-SETUP-03")
    play.correct(supplies={"red": {"hills": 0}})
    assert play.refusal(Connect("red", 2, hills=1)) == ("tiles-short", "LS-BUILD-11")
    play.correct(supplies={"red": {"merchants": 0}})
    assert play.refusal(Connect("red", 2, plains=1)) == ("no-merchant", "LS-MKT-05")


@pytest.mark.rule("LS-MKT-01")
def test_merchants_come_from_their_supplies_and_go_back_there() -> None:
    play = Play("red", "grey", "black")
    play.link(3)
    play.correct(colony={"number": 3, "merchants": ["black", "grey"]})
    assert play.happened[-1] == ColonyCorrected(3, "city", ("black", "grey"), ("black", "grey"))
    assert [seat.merchants for seat in play.state.seats] == [12, 11, 11]
    play.correct(colony={"number": 3, "linked": []})
    assert play.colony(3).merchants == ()
    assert [seat.merchants for seat in play.state.seats] == [12, 12, 12]


@pytest.mark.rule("LS-SETUP-02", "LS-COMP-03")
def test_a_colony_of_another_kind_is_counted_as_one() -> None:
    play = Play("red", "grey", "black")
    play.link(5)
    play.correct(colony={"number": 5, "kind": "hamlet"})
    assert (play.colony(5).kind, play.colony(5).merchants) == ("hamlet", ("red",))
    assert play.view()["options"]["kinds"] == {"city": 4, "town": 4, "village": 5, "hamlet": 6}
    assert play.view()["scores"][0]["total"] == 2


@pytest.mark.rule("LS-MKT-02", "LS-MKT-05", "LS-MKT-01")
def test_no_correction_puts_merchants_where_the_rules_put_none() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 1})
    play.link(1)
    for value, code, rule in (
        ({"number": 20}, "no-such-colony", "LS-SETUP-02"),
        ({"number": 2, "merchants": ["yellow"]}, "not-playing", "LS-SETUP-03"),
        ({"number": 2, "merchants": ["grey", "grey"]}, "merchant-twice", "LS-MKT-02"),
        ({"number": 2, "merchants": ["red"]}, "no-merchant", "LS-MKT-05"),
        ({"number": 2, "merchants": ["grey"], "linked": ["black"]}, "linked-needs-merchant", "LS-MKT-01"),
    ):
        assert refused(play, "colony", value)[:2] == (code, rule)
    play.correct(colony={"number": 1, "merchants": ["red"], "linked": ["red"]})
    assert play.seat("red").merchants == 0


@pytest.mark.rule("LS-2P-05")
def test_with_two_players_linked_and_merchant_are_set_apart() -> None:
    play = Play("grey", "red")
    play.link(1)
    play.correct(colony={"number": 1, "linked": ["grey"]})
    assert (play.colony(1).merchants, play.colony(1).linked) == (("red",), ("red", "grey"))
    play.correct(colony={"number": 1, "merchants": ["grey"]})
    assert (play.colony(1).merchants, play.colony(1).linked) == (("grey",), ("grey",))
    assert (play.seat("grey").merchants, play.seat("red").merchants) == (11, 12)
    play.correct(colony={"number": 1, "merchants": ["grey"], "linked": ["red"]})
    assert play.colony(1).linked == ("grey", "red")
    assert refused(play, "colony", {"number": 1, "merchants": []})[:2] == (
        "linked-needs-merchant", "LS-2P-05",
    )  # fmt: skip
    assert refused(play, "colony", {"number": 1, "merchants": ["grey", "red"]})[:2] == (
        "one-merchant-only", "LS-2P-05",
    )  # fmt: skip
    play.correct(colony={"number": 1, "merchants": [], "linked": []})
    assert play.colony(1).linked == ()


@pytest.mark.rule("LS-SETUP-03")
def test_other_colours_take_over_what_their_predecessors_had() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(players=[{"colour": "yellow", "name": "Ada"}, {"colour": "red"}, {"colour": "black"}])
    assert isinstance(play.happened[-1], PlayersCorrected)
    assert (play.active, play.colony(1).merchants, play.colony(1).linked) == (
        "yellow", ("yellow",), ("yellow",),
    )  # fmt: skip
    assert play.view()["players"][0] == {"colour": "yellow", "name": "Ada"}
    assert play.resources() == {"yellow": 4, "red": 0, "black": 0}
    twice = [{"colour": "yellow"}, {"colour": "yellow"}, {"colour": "black"}]
    assert refused(play, "players", twice)[:2] == ("colour-twice", "LS-SETUP-03")


@pytest.mark.rule("LS-TURN-01", "LS-SETUP-05")
def test_the_same_colours_in_another_order_sit_in_that_order_and_keep_what_is_theirs() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(players=[{"colour": "black"}, {"colour": "red", "name": "Bo"}, {"colour": "grey"}])
    assert (play.active, play.state.first) == ("red", "black")
    assert (play.colony(1).merchants, play.seat("red").name) == (("red",), "Bo")
    assert play.resources() == {"black": 0, "red": 4, "grey": 0}
    play.pass_on(2)
    assert (play.active, play.state.turn) == ("black", 2)


@pytest.mark.rule("LS-COMP-01")
def test_the_number_of_players_stays() -> None:
    play = Play("red", "grey", "black")
    assert refused(play, "players", [{"colour": "red"}, {"colour": "grey"}]) == (
        "players-number-fixed", "LS-COMP-01", {"number": 3},
    )  # fmt: skip
    twice = [{"colour": "red"}, {"colour": "grey"}, {"colour": "red"}]
    assert refused(play, "players", twice)[:2] == ("colour-twice", "LS-SETUP-03")


@pytest.mark.rule("LS-SETUP-04")
def test_what_everybody_gets_changes_by_the_difference() -> None:
    play = Play("red", "grey", "black")
    play.link(1, plains=3)
    play.correct(option={"supply": {"plains": 20, "merchants": 10}})
    assert play.view()["supplies"]["red"] == {"plains": 17, "forests": 8, "hills": 5, "merchants": 9}
    assert play.view()["supplies"]["grey"]["plains"] == 20
    assert play.view()["options"]["supply"] == {"plains": 20, "forests": 8, "hills": 5, "merchants": 10}
    for supply in ({"plains": 2}, {"merchants": 0}):
        assert refused(play, "option", {"supply": supply}) == (
            "options-inconsistent", "LS-SETUP-04", {"option": "supply"},
        )  # fmt: skip


@pytest.mark.rule("LS-COMP-03")
def test_while_nobody_has_built_other_kinds_number_the_colonies_anew() -> None:
    play = Play("red", "grey", "black", names={"5": "Pisa", "19": "Lodi"})
    play.correct(option={"kinds": {"city": 5, "hamlet": 0}})
    kinds = [each.kind for each in play.state.colonies]
    assert kinds == ["city"] * 5 + ["town"] * 5 + ["village"] * 5
    assert {each.number: each.name for each in play.state.colonies if each.name} == {5: "Pisa"}
    assert play.view()["options"]["names"] == {"5": "Pisa"}


@pytest.mark.rule("LS-COMP-03", "LS-SETUP-02")
def test_later_the_colonies_that_are_linked_keep_their_numbers() -> None:
    play = Play("red", "grey", "black")
    play.link(4, 6)
    play.correct(option={"kinds": {"city": 3, "town": 7}})
    numbers = {each.number: each.kind for each in play.state.colonies}
    assert [number for number, kind in numbers.items() if kind == "city"] == [1, 2, 4]
    assert [number for number, kind in numbers.items() if kind == "town"] == [3, 5, 6, 7, 8, 9, 20]
    assert (play.colony(4).merchants, play.colony(6).merchants) == (("red",), ("red",))
    assert refused(play, "option", {"kinds": {"city": 0}})[:2] == ("colonies-linked", "LS-COMP-03")
    assert refused(play, "option", {"kinds": {"hamlet": 40}}) == (
        "options-inconsistent", "LS-COMP-03", {"option": "kinds"},
    )  # fmt: skip


def test_names_are_given_changed_and_taken_away_one_by_one() -> None:
    play = Play("red", "grey", "black", names={"1": "Pisa", "2": "Lodi"})
    play.correct(option={"names": {"2": "", "3": "Asti"}})
    assert play.view()["options"]["names"] == {"1": "Pisa", "3": "Asti"}
    assert [play.colony(number).name for number in (1, 2, 3)] == ["Pisa", "", "Asti"]
    assert refused(play, "option", {"names": {"20": "Roma"}}) == (
        "options-inconsistent", "LS-SETUP-02", {"option": "names"},
    )  # fmt: skip
    assert refused(play, "option", {"names": {"1": "a\x07"}})[0] == "name-unprintable"


@pytest.mark.rule("LS-SCORE-04")
def test_a_row_of_the_table_of_gold_is_changed_without_the_others() -> None:
    play = Play("red", "grey", "black")
    play.link(5)
    assert play.view()["scores"][0]["total"] == 4
    play.correct(option={"worth": {"town": [9, 0, 0, 0]}})
    assert play.happened[-1] == OptionsCorrected({"worth": play.view()["options"]["worth"]})
    assert play.view()["options"]["worth"]["city"] == [5, 4, 3, 2]
    assert play.view()["scores"][0]["total"] == 9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_correction_that_changes_nothing_changes_nothing(players: int) -> None:
    play = Play(*COLOURS[:players])
    play.link(1, 6)
    play.pass_on()
    before, there = play.state, list(play.colony(1).merchants)
    play.correct(
        turn=1, active=play.active, resources=play.resources(), supplies=play.view()["supplies"],
        stuck=dict.fromkeys(play.colours, False), players=play.view()["players"],
        option=play.view()["options"], colony={"number": 1, "merchants": there, "linked": there},
    )  # fmt: skip
    assert play.state == before


@pytest.mark.rule("LS-END-01")
def test_a_link_that_a_correction_takes_away_was_none_in_this_turn() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(colony={"number": 1, "merchants": []})
    assert play.state.connected is False
    play.do(CannotConnect("red"))
    assert play.state.ended == "cannot-connect"


@pytest.mark.rule("LS-END-01")
def test_a_link_that_a_correction_puts_elsewhere_is_still_of_this_turn() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(colony={"number": 1, "merchants": []})
    play.correct(colony={"number": 2, "merchants": ["red"]})
    assert play.refusal(CannotConnect("red")) == ("has-connected", "LS-END-01")


@pytest.mark.rule("LS-END-01")
def test_a_link_of_an_earlier_turn_taken_away_leaves_those_of_this_one() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.pass_on(3)
    play.correct(colony={"number": 1, "merchants": []})
    assert play.state.connected is False
    play.link(2)
    play.link(3)
    play.correct(colony={"number": 2, "merchants": []})
    assert play.refusal(CannotConnect("red")) == ("has-connected", "LS-END-01")
    play.correct(colony={"number": 4, "merchants": ["red"]})
    play.correct(colony={"number": 3, "merchants": []})
    assert play.state.connected is False
