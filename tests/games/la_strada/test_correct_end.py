"""The end of the game after a correction: worked out again, and taken back where it was none."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import Connect, End
from companion.games.la_strada.correct import StuckCorrected
from companion.games.la_strada.events import (
    GameEnded,
    GameReopened,
    IncomePaid,
    IncomeTakenBack,
    TurnBegun,
    TurnPassed,
)
from companion.games.la_strada.words import EndReason
from tests.games.la_strada.playing import Play


def ended(play: Play) -> EndReason | None:
    return play.state.ended


@pytest.mark.rule("LS-END-03", "LS-TURN-02")
def test_who_has_a_merchant_after_all_goes_on_with_his_income() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 1})
    play.link(1)
    play.pass_on(3)
    assert ended(play) == "no-merchants"
    play.correct(option={"supply": {"merchants": 2}})
    assert play.happened[-2:] == [GameReopened(), IncomePaid("red", 6, 0)]
    assert (ended(play), play.resources()["red"]) == (None, 10)


@pytest.mark.rule("LS-END-03", "LS-END-01")
def test_who_has_none_after_all_ends_the_game_and_gives_his_income_back() -> None:
    play = Play("red", "grey", "black")
    play.correct(supplies={"red": {"merchants": 0}})
    assert play.happened[-2:] == [IncomeTakenBack("red", 6), GameEnded("no-merchants")]
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(supplies={"red": {"merchants": 0}})
    assert ended(play) is None, "he has linked a colony in this turn"


@pytest.mark.rule("LS-END-01")
def test_the_house_rule_about_the_last_income_holds_after_the_end_too() -> None:
    play = Play("red", "grey", "black")
    play.give_up()
    assert play.resources()["red"] == 0
    play.correct(option={"amb_03": True})
    assert (ended(play), play.resources()["red"]) == ("cannot-connect", 6)
    play.correct(option={"amb_03": False})
    assert (ended(play), play.resources()["red"]) == ("cannot-connect", 0)


@pytest.mark.rule("LS-END-02")
def test_who_was_not_blocked_after_all_goes_on() -> None:
    play = Play("red", "grey", "black")
    play.give_up()
    play.correct(stuck={"red": False})
    assert play.happened[-3:] == [StuckCorrected("red", stuck=False), GameReopened(), IncomePaid("red", 6, 0)]
    play.correct(stuck={"grey": True})
    assert ended(play) is None
    play.pass_on()
    assert (ended(play), play.active) == ("cannot-connect", "grey")


@pytest.mark.rule("LS-2P-06", "LS-END-02")
def test_of_two_who_was_not_blocked_after_all_is_on_turn_again() -> None:
    play = Play("grey", "red")
    play.give_up()
    play.correct(stuck={"red": False})
    play.pass_on()
    assert play.active == "red"
    play.correct(stuck={"red": True})
    assert play.happened[-3:] == [
        TurnPassed("red", "cannot-connect"), TurnBegun("grey", 2), IncomePaid("grey", 4, 2),
    ]  # fmt: skip


@pytest.mark.rule("LS-2P-06")
def test_how_two_players_end_is_worked_out_again() -> None:
    play = Play("grey", "red", supply={"merchants": 1})
    play.link(1)
    play.correct(option={"amb_04": True})
    assert ended(play) is None
    play.pass_on(2)
    assert (ended(play), play.active) == ("no-merchants", "red")
    play.correct(option={"amb_04": False})
    assert (ended(play), play.active) == (None, "grey")


@pytest.mark.rule("LS-2P-06")
def test_a_colony_that_is_free_after_all_reopens_the_game_and_a_taken_one_ends_it() -> None:
    play = Play("grey", "red", kinds={"city": 1, "town": 1, "village": 0, "hamlet": 0})
    play.link(1, 2)
    assert ended(play) == "all-colonies"
    play.correct(colony={"number": 2, "merchants": []})
    assert (ended(play), play.resources()["red"]) == (None, 2)
    play.correct(colony={"number": 2, "merchants": ["grey"]})
    assert (ended(play), play.resources()["red"]) == ("all-colonies", 2)


@pytest.mark.rule("LS-END-01")
def test_a_game_that_the_group_ended_stays_ended_and_is_scored_anew() -> None:
    play = Play("red", "grey", "black")
    play.do(Connect("red", 1, plains=1), End())
    play.correct(supplies={"red": {"merchants": 0}}, active="grey", colony={"number": 1, "kind": "hamlet"})
    assert ended(play) == "called"
    assert play.view()["ended"]["scores"][0] == {"colour": "red", "total": 2, "resources": 4, "rank": 1}
