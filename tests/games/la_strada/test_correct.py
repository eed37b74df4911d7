"""Corrections: whatever was entered wrong can be set right."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.la_strada.commands import Connect
from tests.games.la_strada.playing import Play


def refused(play: Play, field: str, value: Any) -> tuple[str, str | None, dict[str, Any]]:
    no = play.refused(play.correction(field, value))
    return no.code, no.rule, no.params


@pytest.mark.rule("LS-TURN-03")
def test_resources_are_set_for_the_named_players() -> None:
    play = Play("red", "grey", "black")
    play.correct(resources={"grey": 10, "black": 0})
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
    assert play.view().fields["supplies"]["red"] == {"plains": 16, "forests": 8, "hills": 4, "merchants": 11}
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
    assert [seat.merchants for seat in play.state.seats] == [12, 11, 11]
    play.correct(colony={"number": 3, "linked": []})
    assert play.colony(3).merchants == ()
    assert [seat.merchants for seat in play.state.seats] == [12, 12, 12]


def test_names_are_given_changed_and_taken_away_one_by_one() -> None:
    play = Play("red", "grey", "black", names={"1": "Pisa", "2": "Lodi"})
    play.correct(option={"names": {"2": "", "3": "Asti"}})
    assert play.view().fields["options"]["names"] == {"1": "Pisa", "3": "Asti"}
    assert [play.colony(number).name for number in (1, 2, 3)] == ["Pisa", "", "Asti"]
    assert refused(play, "option", {"names": {"20": "Roma"}}) == (
        "options-inconsistent", "LS-SETUP-02", {"option": "names"},
    )  # fmt: skip
    assert refused(play, "option", {"names": {"1": "a\x07"}})[0] == "name-unprintable"


@pytest.mark.rule("LS-SCORE-04")
def test_a_row_of_the_table_of_gold_is_changed_without_the_others() -> None:
    play = Play("red", "grey", "black")
    play.link(5)
    assert play.view().fields["scores"][0]["total"] == 4
    play.correct(option={"worth": {"town": [9, 0, 0, 0]}})
    assert play.view().fields["options"]["worth"]["city"] == [5, 4, 3, 2]
    assert play.view().fields["scores"][0]["total"] == 9
