"""Players leave a game of La Strada that goes on, join it, and come back to what was theirs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.la_strada import leaving
from companion.games.la_strada.checklist import checklist
from companion.games.la_strada.commands import End, EndTurn, Join, Leave
from companion.games.la_strada.events import IncomePaid
from companion.games.la_strada.game import GAME
from companion.games.la_strada.pictures import scores
from companion.games.la_strada.words import COLOURS, Colour
from companion.language.picture import Counts
from tests.games.la_strada.invariants import invariants_hold
from tests.games.la_strada.playing import Play
from tests.games.la_strada.strategies import entries, tables

ROW: tuple[Colour, ...] = ("red", "grey", "black")


def three(**options: Any) -> Play:
    """Red begins, then Grey, then Black."""
    return Play(*ROW, **options)


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("who", ROW)
@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_a_player_who_leaves_and_comes_back_has_one_turn_and_one_income_a_round(
    at: int, who: Colour, board: Any
) -> None:
    play = three()
    went = [(play.active, play.state.turn)]
    for done in range(9):
        if done == at:
            play.do(Leave(who, board), Join(who))
        else:
            play.pass_on()
        if went[-1] != (play.active, play.state.turn):
            went.append((play.active, play.state.turn))
    assert len(set(went)) == len(went), "nobody comes twice in a round"
    paid = [event.colour for event in play.happened if isinstance(event, IncomePaid)]
    assert paid == [colour for colour, _ in went]


def test_with_merchants_taken_off_his_roads_can_be_entered_anew() -> None:
    play = three()
    play.link(1, plains=2)
    play.do(Leave("red", "cleared"), Join("red"))
    assert play.view().roads == ()
    play.pass_on(2)
    play.link(1, plains=1)
    laid = {"plains": 1, "forests": 0, "hills": 0}
    (road,) = play.view().roads
    assert (road.known_as, road.cost, road.laid) == ("red-1", 2, laid)


@pytest.mark.rule("LS-SETUP-06")
def test_the_set_up_list_asks_no_player_who_left_for_a_factory() -> None:
    play = three()
    play.do(Leave("red"))
    whose = [each.colour for each in checklist(play.state, 3, play.state.options) if each.colour]
    assert whose == ["grey", "black"]


@pytest.mark.rule("LS-COMP-01")
def test_two_must_stay_and_the_cure_works() -> None:
    play = three()
    play.do(Leave("grey"))
    assert play.refusal(Leave("red")) == ("two-must-stay", "LS-COMP-01")
    assert leaving.may_leave(play.state) == ()
    play.do(Join("yellow"), Leave("red"), End())
    assert play.view().fields["ended"]["reason"] == "called"


@pytest.mark.rule("LS-2P-01", "LS-COMP-01")
def test_a_game_for_two_keeps_its_two() -> None:
    play = Play("red", "grey")
    assert play.refusal(Join("black")) == ("two-stay-two", "LS-2P-01")
    assert play.refusal(Leave("grey")) == ("two-stay-together", "LS-2P-01"), "nobody could join in his place"
    assert play.view().may_leave == play.view().may_join == play.view().left == ()


@pytest.mark.rule("LS-SCORE-08", "LS-AMB-10")
def test_a_player_who_left_wins_nothing_and_ties_with_no_player() -> None:
    play = three()
    play.link(1)
    play.do(Leave("red"), End())
    assert [(each["colour"], each["rank"]) for each in play.view().fields["scores"]] == [
        ("grey", 1), ("black", 2), ("red", 3),
    ]  # fmt: skip
    assert play.view().tie == "resources"
    assert (play.view().standing, play.view().left_in) == ({"grey": 1, "black": 2}, {"red": 1})


@settings(max_examples=40)
@given(tables(), entries(), st.sampled_from(COLOURS), st.sampled_from(COLOURS))
def test_players_may_leave_and_join_and_one_may_always_go_on(
    play: Play, evening: list[Any], goes: Colour, comes: Colour
) -> None:
    play.run(evening)
    for command in (Leave(goes), Leave(comes, "cleared"), Join(comes), Join(goes)):
        play.attempt(command)
        assert invariants_hold(play.state)
    before = play.state
    if not GAME.view(before).over:
        play.do(EndTurn())
        assert play.view().over or (play.active, play.state.turn) != (before.active, before.turn)
    assert play.refolded() == play.state


@pytest.mark.rule("LS-SCORE-08")
def test_a_player_who_left_is_not_beside_the_winner_on_the_display() -> None:
    play = three()
    play.link(1)
    play.do(Leave("red"), End())
    (others,) = scores(play.view()).bands[-1].left
    assert isinstance(others, Counts)
    assert [each.colour for each in others.counts] == ["black"]
    shown = GAME.pages(play.view())[0].screen
    assert [line.code for line in shown.lines][1:] == ["display.score", "display.score", "display.score.left"]
