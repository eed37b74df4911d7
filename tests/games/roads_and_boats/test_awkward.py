"""Situations of a real table in which something was forgotten, entered late, or found out afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    CallForOrder,
    Draw,
    DrawAll,
    Pray,
    RecordDraw,
    VoidDraw,
)
from companion.games.roads_and_boats.correct_mine import MineRenumbered
from companion.games.roads_and_boats.mines import mine_of
from companion.games.roads_and_boats.words import Phase
from tests.games.roads_and_boats.playing import CODEC, Play


def ores(play: Play, number: int, draws: int) -> list[Any]:
    """So many draws of a mine, a turn each; the last one's turn goes on."""
    given = []
    for turn in range(draws):
        if turn:
            play.to("production")
        play.do(DrawAll())
        given.append(mine_of(play.state, number).drawn)
    return given


def ended(play: Play) -> str | None:
    """What ended the game."""
    return play.state.ended


def mining(number: int, dice: int) -> Play:
    play = Play("red", "blue", dice=dice)
    play.do(BuildMine(number, "red", "standard", late=True))
    return play


@pytest.mark.rule("RB-SETUP-12", "RB-CONF-04", "RB-TURN-06")
def test_amb_01_switched_on_once_the_order_is_determined_leaves_temple_and_sequence_alone() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.determine("red", positions={"red": 1})
    assert (play.state.temple, play.state.sequence) == (("blue", "red"), ("red", "blue"))
    play.correct(option={"amb_01": True})
    assert (play.state.temple, play.state.sequence) == (("blue", "red"), ("red", "blue"))


@pytest.mark.rule("RB-SETUP-12", "RB-CONF-04")
def test_amb_01_switched_on_a_phase_later_does_not_take_back_who_has_cashed_in() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.determine("red", positions={"red": 1})
    play.do(Advance())
    play.correct(option={"amb_01": True})
    assert play.state.temple == ("blue", "red")


@pytest.mark.rule("RB-CONF-03", "RB-CONF-06")
def test_who_goes_on_while_a_position_is_chosen_is_told_the_rule_of_that_step() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(CallForOrder("red"))
    assert play.refusal(Advance()) == play.refusal(CallForOrder("red")) == ("order-standing", "RB-CONF-03")
    play.do(Pray("red", keep=True))
    assert play.refusal(Advance()) == play.refusal(CallForOrder("red")) == ("order-standing", "RB-CONF-06")


@pytest.mark.rule("RB-END-02", "RB-WON-11", "RB-TURN-07")
def test_a_game_that_the_last_neutral_brick_had_ended_goes_on_with_the_next_turn() -> None:
    play = Play("red", "blue", neutral=2)
    play.do(BuildMine(3, "red", "standard", late=True))
    play.to("wonder")
    play.to("wonder")
    play.do(BuyBrick("red"), Advance())
    assert ended(play) == "last-neutral-brick"
    play.correct(option={"neutral": 33})
    assert (play.state.turn, play.state.phase, play.warned()) == (
        3,
        "production",
        {"mines-undrawn": {"mines": [3]}},
    )
    assert play.view()["wonder"]["prices"]["red"] == 1
    play.to("production")
    assert play.state.bricks == (None, "red", None, None)
    assert "turn-disagrees" not in play.warned()


@pytest.mark.rule("RB-WON-12", "RB-WON-11")
def test_a_wrong_brick_found_after_a_neutral_one_covered_the_mark_lays_no_second_one_in_that_turn() -> None:
    play = Play("red", "blue")
    play.correct(bricks=["red"] * 61)
    play.to("production")
    assert ended(play) == "wonder-complete"
    play.correct(bricks=[*["red"] * 60, None])
    assert (ended(play), play.state.turn, play.state.phase) == (None, 2, "production")
    assert "turn-disagrees" not in play.warned()


@pytest.mark.rule("RB-WON-12")
def test_a_wrong_brick_found_after_a_bought_one_covered_the_mark_leaves_the_turn_as_it_was() -> None:
    play = Play("red", "blue")
    play.correct(bricks=["red"] * 60)
    play.to("wonder")
    play.do(BuyBrick("blue", 2))
    assert ended(play) == "wonder-complete"
    play.correct(bricks=[*["red"] * 59, "blue", "blue"])
    assert (ended(play), play.state.turn, play.state.phase) == (None, 1, "wonder")
    assert play.view()["wonder"]["prices"]["blue"] == 4


@pytest.mark.rule("RB-WON-12")
def test_amb_09_remembered_only_once_the_mark_was_covered_lets_the_phase_be_finished() -> None:
    play = Play("red", "blue")
    play.correct(bricks=["red"] * 61)
    play.to("wonder")
    play.do(BuyBrick("blue"))
    assert ended(play) == "wonder-complete"
    play.correct(option={"amb_09": True})
    assert (ended(play), "wonder-complete" in play.warned()) == (None, True)
    play.do(BuyBrick("red"), Advance())
    assert ended(play) == "wonder-complete"
    play.correct(option={"amb_04": True})
    assert ended(play) == "wonder-complete"


@pytest.mark.rule("RB-WON-12")
def test_amb_09_remembered_after_a_neutral_brick_covered_the_mark_changes_nothing() -> None:
    play = Play("red", "blue")
    play.correct(bricks=["red"] * 61)
    play.to("production")
    play.correct(option={"amb_09": True})
    assert ended(play) == "wonder-complete"


@pytest.mark.rule("RB-MINE-08")
def test_the_mine_that_gets_a_mended_number_does_not_give_what_the_other_has_given() -> None:
    same = 0
    for dice in range(8):
        play = mining(7, dice)
        mixed_up = ores(play, 7, 4)
        play.correct(mine={"number": 7, "to": 9})
        play.do(BuildMine(7, "red", "standard", late=True))
        same += ores(play, 7, 4) == mixed_up
    assert same < 8


@pytest.mark.rule("RB-MINE-08")
@pytest.mark.parametrize("dice", range(6))
def test_a_mine_gives_what_it_would_have_given_whatever_number_it_is_mended_to(dice: int) -> None:
    as_built = ores(mining(7, dice), 7, 6)
    play = mining(7, dice)
    play.do(Draw(7))
    play.correct(mine={"number": 7, "to": 9})
    play.do(VoidDraw(9, "mended first"))
    assert ores(play, 9, 3) == as_built[:3]
    play.correct(mine={"number": 9, "to": 18})
    play.do(VoidDraw(18, "again"), Draw(18))
    play.correct(mine={"number": 18, "to": 7})
    assert mine_of(play.state, 7).rolls_as is None
    play.to("production")
    assert ores(play, 7, 3) == as_built[3:]


@pytest.mark.rule("RB-MINE-08")
@pytest.mark.parametrize("dice", range(6))
def test_a_draw_that_was_voided_is_rolled_the_same_under_a_mended_number(dice: int) -> None:
    as_built = ores(mining(7, dice), 7, 6)
    play = mining(7, dice)
    play.do(Draw(7), VoidDraw(7, "not liked"))
    play.correct(mine={"number": 7, "to": 8})
    assert ores(play, 8, 6) == as_built


@pytest.mark.rule("RB-MINE-08")
def test_no_two_mines_ever_share_their_rolls_however_their_numbers_are_mended() -> None:
    play = Play("red", "blue")
    play.do(BuildMine(7, "red", "standard", late=True), BuildMine(3, "red", "standard", late=True), Draw(7))
    for number, to in ((7, 9), (3, 7), (9, 12), (7, 9)):
        play.correct(mine={"number": number, "to": to})
    play.do(BuildMine(7, "red", "standard", late=True), BuildMine(3, "red", "standard", late=True))
    as_what = [mine.rolls_as or mine.number for mine in play.state.mines]
    assert len({*as_what}) == len(as_what) == 4


def test_a_renumbering_of_an_earlier_file_goes_on_rolling_under_the_new_number() -> None:
    play = mining(7, 0)
    play.do(Draw(7))
    stored = CODEC.events(b'[{"type":"mine-renumbered","number":7,"to":9}]')
    assert stored == (MineRenumbered(7, 9),)
    assert CODEC.folded(play.state, stored).mines[0].rolls_as is None


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("phase", ["production", "wonder"])
def test_a_turn_mistyped_forward_and_put_back_owes_no_second_draw(by_hand: bool, phase: Phase) -> None:
    play = mining(3, 0)
    play.do(RecordDraw(3, "gold") if by_hand else Draw(3))
    if phase == "wonder":
        play.to("wonder")
    mine = mine_of(play.state, 3)
    play.correct(turn=21)
    play.correct(turn=12, phase="movement")
    play.correct(phase="production")
    if phase == "wonder":
        play.correct(phase="wonder")
    play.correct(turn=1)
    assert mine_of(play.state, 3) == mine
    assert play.warned() == {}


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_neutral_bricks_mistyped_forward_and_put_back_owe_no_second_draw() -> None:
    play = mining(3, 0)
    play.do(Draw(3))
    mine = mine_of(play.state, 3)
    play.correct(turn=2)
    play.correct(bricks=[None])
    play.correct(turn=1)
    assert play.warned()["mines-undrawn"] == {"mines": [3]}
    play.correct(bricks=[])
    assert (mine_of(play.state, 3), play.warned()) == (mine, {})


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_what_was_drawn_in_the_later_turn_stays_when_its_number_is_put_back() -> None:
    play = mining(3, 0)
    play.do(Draw(3))
    play.correct(turn=2)
    play.do(Draw(3))
    mine = mine_of(play.state, 3)
    play.correct(turn=1)
    assert mine_of(play.state, 3) == mine


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_a_turn_that_had_one_number_too_many_all_along_still_owes_its_draw_once_put_back() -> None:
    play = mining(3, 0)
    play.do(Draw(3))
    play.to("production")
    play.do(play.correction("bricks", []), play.correction("turn", 1))
    assert play.warned()["mines-undrawn"] == {"mines": [3]}


def test_going_back_a_phase_and_on_again_keeps_the_base_that_amb_08_fixed() -> None:
    play = Play("red", "blue", amb_08=True)
    play.correct(bricks=["red"] * 16)
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    paid = play.view()["wonder"]["prices"]
    play.correct(phase="building")
    play.do(Advance())
    assert play.view()["wonder"]["prices"] == paid == {"red": 3, "blue": 1}


def test_a_name_corrected_while_a_position_is_chosen_asks_nobody_at_the_temple_again() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(CallForOrder("red"), Pray("red", keep=False))
    before = play.state
    play.correct(players=[{"colour": "red", "name": "Rosa"}, {"colour": "blue"}])
    assert play.state.seats[0].name == "Rosa"
    assert (play.state.order, play.state.called) == (before.order, True)
    assert play.state.order is not None
