"""A group that draws from the real bags itself: the box draws nothing, and asks what came out (AMB-23)."""

from __future__ import annotations

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    Draw,
    RecordDraw,
    VoidDraw,
)
from tests.games.roads_and_boats.playing import Play


def by_hand(*numbers: int) -> Play:
    """Production, with these mines to be drawn from by hand."""
    play = Play(amb_23=True)
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in numbers))
    return play


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_a_voided_draw_is_entered_again_by_hand_also_after_production() -> None:
    play = by_hand(7)
    play.do(RecordDraw(7, "gold"), Advance(), VoidDraw(7, "that was the mint's"))
    assert play.refusal(Draw(7, late=True)) == ("drawn-by-hand", "RB-MINE-11")
    assert play.view().mine_cards[0].due
    play.do(RecordDraw(7, "iron", late=True))
    assert (play.state.mines[0].gold, play.state.mines[0].iron) == (3, 2)
