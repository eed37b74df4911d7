"""What the lamps show in every phase, and how ore sounds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.games import Command, Event
from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    CallForOrder,
    Done,
    Draw,
    DrawAll,
    End,
    Leave,
    Pray,
    Ready,
    RecordDraw,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.signals import sounds
from companion.games.roads_and_boats.state import Drawn
from companion.games.roads_and_boats.words import PHASES, Phase
from tests.games.lit import in_law
from tests.games.roads_and_boats.evenings import entries, tables
from tests.games.roads_and_boats.playing import GAME, Play


def three(**options: Any) -> Play:
    """Yellow is first in the sequence, Red nearest the temple."""
    return Play("red", "blue", "yellow", temple=["red", "blue", "yellow"], **options)


def shown(play: Play) -> list[tuple[str, str]]:
    return [(each.colour, each.shows) for each in GAME.lamps(play.state)]


@settings(max_examples=40)
@given(tables(), entries())
@pytest.mark.rule("RB-TURN-03", "RB-CONF-03", "RB-CONF-06", "RB-CONF-07")
def test_whatever_is_entered_at_most_one_has_the_go_and_who_is_ready_or_has_left_is_dark(
    play: Play, evening: list[Any]
) -> None:
    def seen(_: Command, __: tuple[Event, ...]) -> None:
        state = play.state
        in_law(GAME, state, [*state.ready, *(seat.colour for seat in state.seats if seat.left)])
        lit = {each.colour for each in GAME.lamps(state) if each.shows != "done"}
        assert lit <= set(state.sequence)
        if not (state.ended or state.order or state.acting):
            assert lit == set(state.sequence) - set(state.ready)

    play.run(evening, seen)


@pytest.mark.rule("RB-TURN-03")
@pytest.mark.parametrize("phase", PHASES)
def test_where_all_play_at_the_same_time_whoever_is_not_ready_may_act(phase: Phase) -> None:
    play = three()
    while play.state.phase != phase:
        play.do(Advance())
    assert shown(play) == [("yellow", "may"), ("blue", "may"), ("red", "may")]
    play.do(Ready("blue", ready=True))
    assert shown(play) == [("yellow", "may"), ("blue", "done"), ("red", "may")]


@pytest.mark.rule("RB-CONF-03", "RB-CONF-06", "RB-CONF-07")
def test_while_order_is_determined_the_asked_is_lit_and_then_each_goes_in_the_sequence() -> None:
    play = three()
    play.do(Advance(), CallForOrder("red"))
    assert shown(play) == [("red", "asked"), ("blue", "next"), ("yellow", "done")]
    play.do(Pray("red", keep=True))
    assert shown(play) == [("red", "done"), ("blue", "asked"), ("yellow", "done")]
    play.do(Pray("blue", keep=True))
    assert shown(play) == [("yellow", "asked"), ("blue", "next"), ("red", "done")]
    play.do(TakePosition("yellow", 3))
    assert shown(play) == [("yellow", "done"), ("blue", "asked"), ("red", "done")]
    play.do(TakePosition("blue", 1))
    assert shown(play) == [("blue", "asked"), ("red", "next"), ("yellow", "done")]
    play.do(Done("blue"))
    assert shown(play) == [("blue", "done"), ("red", "asked"), ("yellow", "next")]
    play.do(Done("red"), Done("yellow"))
    assert {what for _, what in shown(play)} == {"may"}


def test_once_the_game_is_over_all_are_dark() -> None:
    play = three()
    play.do(Advance())
    play.determine()
    play.do(End())
    assert {what for _, what in shown(play)} == {"done"}


@pytest.mark.rule("RB-SETUP-01")
def test_who_has_left_stands_last_and_is_dark() -> None:
    play = three()
    play.do(Leave("yellow"))
    assert shown(play) == [("blue", "may"), ("red", "may"), ("yellow", "done")]


def test_who_plays_alone_may_always_act() -> None:
    assert shown(Play("red")) == [("red", "may")]


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


@pytest.mark.rule("RB-MINE-08")
def test_one_draw_sounds_once_also_by_hand_and_not_when_it_is_voided() -> None:
    for play, draw in ((mining(), Draw(2)), (mining(amb_23=True), RecordDraw(2, "iron"))):
        before = play.state
        play.do(draw)
        drawn = play.state
        assert sounds(before, drawn) == ("common",)
        play.do(VoidDraw(2, "the wrong bag"))
        assert sounds(drawn, play.state) == ()


@pytest.mark.rule("RB-MINE-08")
def test_a_past_that_was_set_right_is_silent() -> None:
    play = mining()
    play.do(DrawAll())
    first, second = play.state.mines
    swapped = replace(play.state, mines=(replace(first, past=second.past), replace(second, past=first.past)))
    assert sounds(play.state, swapped) == ()
    assert any(isinstance(each, Drawn) for each in first.past)
