"""Mines set right: another number, or never built."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    Draw,
    RecordDraw,
    SinkShaft,
    VoidDraw,
)
from companion.games.roads_and_boats.correct_mine import MineRemoved, MineRenumbered
from companion.games.roads_and_boats.mines import free_bags
from companion.games.roads_and_boats.told import luck
from tests.games.roads_and_boats.playing import Play


def mining(*numbers: int) -> Play:
    """Production, with these mines to be drawn from."""
    play = Play()
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in numbers))
    return play


def refusal(play: Play, number: int, to: int | None) -> tuple[str, str | None]:
    return play.refusal(play.correction("mine", {"number": number, "to": to}))


def test_a_mine_under_a_wrong_number_keeps_bag_and_draws_under_the_right_one() -> None:
    play = mining(7)
    play.do(RecordDraw(7, "gold"))
    before = play.state.mines[0]
    play.correct(mine={"number": 7, "to": 9})
    assert play.last() == MineRenumbered(7, 9, rolls_as=7)
    (mine,) = play.state.mines
    assert mine.number == 9
    assert (mine.gold, mine.iron, mine.drawn, mine.past) == (2, 3, "gold", before.past)
    assert play.refusal(Draw(9)) == ("already-drawn", "RB-MINE-08")
    assert 7 in free_bags(play.state)
    assert 9 not in free_bags(play.state)
    play.do(BuildMine(7, "yellow", "standard", late=True))


def test_two_mines_that_were_mixed_up_are_put_right_by_way_of_a_free_bag() -> None:
    play = mining(3, 7)
    play.do(RecordDraw(3, "gold"), RecordDraw(7, "iron"))
    assert refusal(play, 3, 7) == ("mine-built", "RB-MINE-17")
    for number, to in ((3, 18), (7, 3), (18, 7)):
        play.correct(mine={"number": number, "to": to})
    assert [(mine.number, mine.drawn) for mine in play.state.mines] == [(3, "iron"), (7, "gold")]


@pytest.mark.rule("RB-MINE-01", "RB-MINE-17")
def test_a_mine_goes_to_a_bag_that_is_free() -> None:
    play = mining(3)
    assert refusal(play, 3, 3) == ("mine-built", "RB-MINE-17")
    assert refusal(play, 4, 5) == ("no-such-mine", "RB-MINE-01")
    assert refusal(play, 4, None) == ("no-such-mine", "RB-MINE-01")
    play.correct(mine={"number": 3, "to": 40})


def test_a_mine_that_was_never_built_is_gone_and_its_bag_free_again() -> None:
    play = mining(3, 7)
    play.do(Draw(3))
    play.correct(mine={"number": 7, "to": None})
    assert play.last() == MineRemoved(7)
    assert [mine.number for mine in play.state.mines] == [3]
    play.do(Advance())
    play.do(BuildMine(7, "red", "standard", late=True))
    assert play.state.mines[1].past[0].turn == 1


def test_a_renumbered_mines_draw_is_voided_and_its_shaft_sunk_as_any_others() -> None:
    play = mining(7)
    play.know("red", "new-shaft")
    play.do(Draw(7), Advance())
    play.correct(mine={"number": 7, "to": 9})
    play.do(SinkShaft(9, "red", "standard", late=True), VoidDraw(9, "?"), Draw(9, late=True))
    assert play.state.mines[0].gold + play.state.mines[0].iron == 11
    assert play.state.mines[0].rolled == 1


@pytest.mark.parametrize("to", [9, None])
def test_what_the_dice_draw_from_was_set_right_and_that_is_told(to: Any) -> None:
    play = mining(7)
    events = play.do(play.correction("mine", {"number": 7, "to": to}))
    assert luck(play.state, events) == ("corrected",)
