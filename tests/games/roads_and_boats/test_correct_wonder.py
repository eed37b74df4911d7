"""Corrections of the bricks: irrigation, prices and the end of the game follow from them."""

from __future__ import annotations

import pytest

from companion.games.roads_and_boats.commands import Advance, BuyBrick, CountWealth, End
from companion.games.roads_and_boats.events import BrickBought, GameEnded, GameReopened
from tests.games.roads_and_boats.playing import Play


def finishing(play: Play) -> bool:
    return play.state.complete


@pytest.mark.rule("RB-WON-12", "RB-WON-10", "RB-END-01")
def test_irrigation_and_the_end_follow_from_corrected_bricks_both_ways() -> None:
    play = Play("red", "blue", neutral=70)
    play.correct(bricks=[None] * 45)
    assert play.view()["wonder"]["irrigated"]
    play.correct(bricks=["red"] * 62)
    assert play.last() == GameEnded("wonder-complete")
    play.do(CountWealth("red", 1, 0, 0))
    play.correct(bricks=["red"] * 44)
    assert play.last() == GameReopened()
    assert not play.view()["wonder"]["irrigated"]
    play.do(Advance())


@pytest.mark.rule("RB-END-02", "RB-GEN-06")
def test_the_last_neutral_brick_ends_the_game_also_by_a_correction() -> None:
    play = Play()
    play.correct(bricks=[None] * 33)
    assert play.view()["ended"]["reason"] == "last-neutral-brick"
    play.correct(option={"neutral": 40})
    assert play.state.ended is None
    assert play.view()["wonder"]["neutral_left"] == 7


def test_what_the_group_ended_stays_ended() -> None:
    play = Play()
    play.do(End())
    play.correct(bricks=[None] * 33, turn=2)
    assert play.view()["ended"]["reason"] == "called"


@pytest.mark.rule("RB-WON-08")
def test_bricks_after_the_last_neutral_one_count_for_this_turns_prices() -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    play.correct(bricks=["red", None, "red", "blue", "blue"])
    assert play.view()["wonder"]["prices"] == {"red": 2, "blue": 3}
    play.correct(bricks=["red", "red"])
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 1}


@pytest.mark.rule("RB-WON-08")
def test_bricks_of_earlier_turns_set_right_raise_nobodys_price() -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.correct(bricks=["red", "blue"] * 7 + [None])
    assert play.view()["wonder"]["prices"] == {"red": 1, "blue": 1}
    play.do(BuyBrick("red", 3))
    assert [event.price for event in play.happened if isinstance(event, BrickBought)] == [1, 2, 4]


@pytest.mark.rule("RB-WON-04", "RB-GEN-06")
def test_bricks_are_the_players_and_fit() -> None:
    play = Play("red", "blue")
    for bricks, code, rule in (
        (["green"], "not-playing", "RB-SETUP-01"),
        (["red"] * 84, "more-bricks-than-spaces", "RB-WON-04"),
        ([None] * 34, "more-neutral-than-bricks", "RB-GEN-06"),
    ):
        assert play.refusal(play.correction("bricks", bricks)) == (code, rule)


def test_a_switch_of_the_price_base_holds_from_its_moment() -> None:
    play = Play("red", "blue", neutral=60)
    play.correct(bricks=[None] * 16)
    play.to("wonder")
    play.correct(option={"amb_08": True})
    play.do(BuyBrick("red"))
    assert play.view()["wonder"]["prices"]["red"] == 2
    play.correct(option={"amb_08": False})
    assert play.view()["wonder"]["prices"]["red"] == 3


@pytest.mark.rule("RB-WON-12")
def test_a_phase_that_is_finished_in_spite_of_the_end_mark_goes_on_when_the_bricks_are_corrected() -> None:
    play = Play("red", "blue", neutral=80, amb_09=True)
    play.correct(bricks=[None] * 60)
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    assert play.warned() == {"wonder-complete": {}}
    play.correct(bricks=[None] * 60)
    assert not finishing(play)
    play.correct(bricks=[None] * 62)
    assert finishing(play)
    play.correct(option={"amb_09": False})
    assert play.view()["ended"]["reason"] == "wonder-complete"


@pytest.mark.rule("RB-WON-08")
def test_bricks_entered_by_correction_raise_the_next_price_as_bought_ones_do() -> None:
    play = Play("red", "blue")
    play.to("production")
    play.to("wonder")
    play.correct(bricks=[None, "red", "red", "blue"])
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 2}
    play.do(BuyBrick("red"))
    play.correct(bricks=[None, "red", "red", "blue", "blue"])
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 3}
    play.to("production")
    assert play.view()["wonder"]["prices"] == {"red": 1, "blue": 1}


@pytest.mark.rule("RB-WON-06")
def test_a_base_fixed_in_mid_phase_is_that_of_the_phases_start() -> None:
    play = Play("red", "blue", neutral=60)
    play.correct(bricks=[None] * 16, turn=17)
    play.to("wonder")
    play.do(BuyBrick("red"))
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 2}
    play.correct(option={"amb_08": True})
    assert play.view()["wonder"]["prices"] == {"red": 2, "blue": 1}
    play.correct(bricks=[None] * 17 + ["red"])
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 2}
    play.correct(option={"amb_08": False})
    play.correct(bricks=[None] * 16 + ["red"], phase="building")
    play.correct(phase="wonder")
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 2}


@pytest.mark.rule("RB-WON-06")
def test_a_fixed_base_outlasts_a_phase_that_is_corrected_and_corrected_back() -> None:
    play = Play("red", "blue", neutral=60, amb_08=True)
    play.correct(bricks=[None] * 16, turn=17)
    play.to("wonder")
    play.do(BuyBrick("red"))
    play.correct(phase="building")
    play.correct(phase="wonder")
    assert play.view()["wonder"]["prices"] == {"red": 2, "blue": 1}
