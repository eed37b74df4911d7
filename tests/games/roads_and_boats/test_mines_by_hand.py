"""A group that draws from the real bags itself: the box draws nothing, and asks what came out (AMB-23)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Command
from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    CallForOrder,
    Draw,
    DrawAll,
    RecordDraw,
    VoidDraw,
)
from companion.games.roads_and_boats.events import OreRecorded, PhaseBegun
from companion.games.roads_and_boats.view import picture
from tests.fakes.box import Box, running
from tests.games.roads_and_boats.boxed import build
from tests.games.roads_and_boats.playing import Play


def by_hand(*numbers: int) -> Play:
    """Production, with these mines to be drawn from by hand."""
    play = Play(amb_23=True)
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in numbers))
    return play


@pytest.mark.rule("RB-MINE-11")
@pytest.mark.parametrize("command", [Draw(7), DrawAll()])
def test_the_box_draws_nothing_and_says_why(command: Command) -> None:
    play = by_hand(3, 7)
    refused = play.refused(command)
    assert (refused.code, refused.rule) == ("drawn-by-hand", "RB-MINE-11")
    assert refused.params["mines"] == ((7,) if isinstance(command, Draw) else (3, 7))


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
@pytest.mark.parametrize("draw_rest", [False, True])
def test_production_is_not_left_before_every_draw_is_entered(draw_rest: bool) -> None:
    play = by_hand(3, 7)
    refused = play.refused(Advance(draw_rest=draw_rest))
    assert (refused.code, refused.rule) == ("mines-to-record", "RB-MINE-08")
    assert refused.params == {"mines": (3, 7), "count": 2}
    play.do(RecordDraw(3, "gold"), RecordDraw(7, "iron"))
    assert play.do(Advance(draw_rest=draw_rest)) == (PhaseBegun("movement", 1),)


@pytest.mark.rule("RB-MINE-10")
def test_order_is_called_for_when_every_draw_is_entered() -> None:
    play = Play(amb_23=True)
    play.to("building")
    play.do(BuildMine(3, "red", "standard"))
    play.to("production")
    assert play.refusal(CallForOrder("red")) == ("mines-to-record", "RB-MINE-10")
    play.do(RecordDraw(3, "gold"), CallForOrder("red"))


@pytest.mark.rule("RB-MINE-08")
def test_who_switches_it_on_in_mid_phase_keeps_what_was_drawn_and_enters_the_rest() -> None:
    play = Play()
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in (3, 7)), Draw(3))
    play.correct(option={"amb_23": True})
    assert play.refusal(Advance(draw_rest=True)) == ("mines-to-record", "RB-MINE-08")
    play.do(RecordDraw(7, "gold"), Advance())


@pytest.mark.rule("RB-MINE-11")
def test_without_the_switch_one_may_be_drawn_by_hand_all_the_same() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True))
    assert play.do(RecordDraw(7, "iron")) == (OreRecorded(7, "iron"),)


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_a_voided_draw_is_entered_again_by_hand_also_after_production() -> None:
    play = by_hand(7)
    play.do(RecordDraw(7, "gold"), Advance(), VoidDraw(7, "that was the mint's"))
    assert play.refusal(Draw(7, late=True)) == ("drawn-by-hand", "RB-MINE-11")
    assert picture(play.state)["mines"][0]["due"]
    play.do(RecordDraw(7, "iron", late=True))
    assert (play.state.mines[0].gold, play.state.mines[0].iron) == (3, 2)


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path / "hands") as box:
        box.play("red", "blue", amb_23=True)
        build(box, 3)
        yield box
