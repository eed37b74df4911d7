"""Situations of a real table in which something was forgotten, entered late, or found out afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    BuildMine,
    Draw,
    DrawAll,
    RecordDraw,
    VoidDraw,
)
from companion.games.roads_and_boats.mines import mine_of
from companion.games.roads_and_boats.words import Phase
from tests.games.roads_and_boats.playing import Play


def ores(play: Play, number: int, draws: int) -> list[Any]:
    """So many draws of a mine, a turn each; the last one's turn goes on."""
    given = []
    for turn in range(draws):
        if turn:
            play.to("production")
        play.do(DrawAll())
        given.append(mine_of(play.state, number).drawn)
    return given


def mining(number: int, dice: int) -> Play:
    play = Play("red", "blue", dice=dice)
    play.do(BuildMine(number, "red", "standard", late=True))
    return play


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
def test_a_mine_gives_what_it_would_have_given_under_any_number_it_is_mended_to(dice: int) -> None:
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
