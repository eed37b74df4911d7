"""Draws that do not count: the ore goes back, and nothing rolls anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import Advance, BuildMine, Draw, RecordDraw, VoidDraw
from companion.games.roads_and_boats.words import Ore
from tests.games.roads_and_boats.playing import Play


def mining(gold: int, iron: int, *, dice: int = 0) -> Play:
    """Production, with that bag for mine 7 still to be drawn from."""
    play = Play(dice=dice)
    play.do(BuildMine(7, "red", "standard", late=True))
    play.correct(bag={"number": 7, "gold": gold, "iron": iron})
    return play


@given(st.integers(0, 500), st.integers(1, 9), st.integers(1, 9), st.integers(1, 4))
@pytest.mark.rule("RB-MINE-08")
def test_a_void_draw_gives_the_ore_back_and_never_rolls_anew(
    dice: int, gold: int, iron: int, times: int
) -> None:
    play = mining(gold, iron, dice=dice)
    before = play.state
    first = play.do(Draw(7))
    for _ in range(times):
        play.do(VoidDraw(7, "two came out"))
        assert play.state == before
        assert play.do(Draw(7)) == first


@given(st.integers(0, 200), st.sampled_from(["gold", "iron"]))
def test_a_draw_by_hand_takes_no_roll_and_voiding_it_gives_none_back(dice: int, ore: Ore) -> None:
    play = mining(3, 3, dice=dice)
    before = play.state
    play.do(RecordDraw(7, ore), VoidDraw(7, "wrong bag"))
    assert play.state == before
    play.do(Draw(7))
    assert play.state.mines[0].rolled == before.mines[0].rolled + 1


@pytest.mark.rule("RB-MINE-08")
def test_after_production_no_other_mine_gives_ore() -> None:
    play = mining(3, 3)
    play.do(Draw(7), Advance(), BuildMine(8, "red", "standard", late=True), VoidDraw(7, "?"))
    for command in (Draw(8, late=True), RecordDraw(8, "gold", late=True)):
        assert play.refusal(command) == ("production-left", "RB-MINE-08")
    play.correct(phase="production")
    play.do(Draw(8), Draw(7))


def left(play: Play) -> int:
    return play.state.mines[0].gold + play.state.mines[0].iron
