"""Mines set right: another number, or never built."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    Draw,
    RecordDraw,
)
from companion.games.roads_and_boats.log_texts import luck
from companion.games.roads_and_boats.mines import free_bags
from tests.games.roads_and_boats.playing import Play


def mining(*numbers: int) -> Play:
    """Production, with these mines to be drawn from."""
    play = Play()
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in numbers))
    return play


def test_a_mine_under_a_wrong_number_keeps_bag_and_draws_under_the_right_one() -> None:
    play = mining(7)
    play.do(RecordDraw(7, "gold"))
    before = play.state.mines[0]
    play.correct(mine={"number": 7, "to": 9})
    (mine,) = play.state.mines
    assert (mine.number, mine.rolls_as) == (9, 7)
    assert (mine.gold, mine.iron, mine.drawn, mine.past) == (2, 3, "gold", before.past)
    assert play.refusal(Draw(9)) == ("already-drawn", "RB-MINE-08")
    assert 7 in free_bags(play.state)
    assert 9 not in free_bags(play.state)
    play.do(BuildMine(7, "yellow", "standard", late=True))


def test_a_mine_that_was_never_built_is_gone_and_its_bag_free_again() -> None:
    play = mining(3, 7)
    play.do(Draw(3))
    play.correct(mine={"number": 7, "to": None})
    assert [mine.number for mine in play.state.mines] == [3]
    play.do(Advance())
    play.do(BuildMine(7, "red", "standard", late=True))
    assert play.state.mines[1].past[0].turn == 1


@pytest.mark.parametrize("to", [9, None])
def test_what_the_dice_draw_from_was_set_right_and_that_is_logged(to: Any) -> None:
    play = mining(7)
    events = play.do(play.correction("mine", {"number": 7, "to": to}))
    assert luck(play.state, events) == ("corrected",)
