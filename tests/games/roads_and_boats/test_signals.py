"""What the lamps show in every phase, and how ore sounds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.roads_and_boats.commands import (
    BuildMine,
    Draw,
    DrawAll,
    RecordDraw,
    VoidDraw,
)
from companion.games.roads_and_boats.signals import sounds
from tests.games.roads_and_boats.playing import Play


def mining(**options: Any) -> Play:
    """A production in which two mines owe their ore: 1 holds gold alone, 2 iron."""
    play = Play(**options)
    play.know("red", "specialised-mine")
    play.do(BuildMine(1, "red", "gold", late=True), BuildMine(2, "red", "iron", late=True))
    return play


@pytest.mark.rule("RB-MINE-08")
def test_gold_sounds_rare_and_iron_common_in_the_order_of_the_mines() -> None:
    play = mining()
    before = play.state
    play.do(DrawAll())
    assert sounds(before, play.state) == ("rare", "common")
    assert sounds(play.state, play.state) == ()
    first, second = play.state.mines
    swapped = replace(play.state, mines=(replace(first, past=second.past), replace(second, past=first.past)))
    assert sounds(play.state, swapped) == (), "a past that was set right is silent"


@pytest.mark.rule("RB-MINE-08")
def test_one_draw_sounds_once_also_by_hand_and_not_when_it_is_voided() -> None:
    for play, draw in ((mining(), Draw(2)), (mining(amb_23=True), RecordDraw(2, "iron"))):
        before = play.state
        play.do(draw)
        drawn = play.state
        assert sounds(before, drawn) == ("common",)
        play.do(VoidDraw(2, "the wrong bag"))
        assert sounds(drawn, play.state) == ()
