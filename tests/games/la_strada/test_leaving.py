"""Players leave a game of La Strada that goes on, join it, and come back to what was theirs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.la_strada.commands import End, Join, Leave
from companion.games.la_strada.events import IncomePaid
from companion.games.la_strada.pictures import scores
from companion.games.la_strada.view import Road
from companion.games.la_strada.words import Colour, Terrain
from companion.language.picture import Counts
from tests.games.la_strada.playing import Play

ROW: tuple[Colour, ...] = ("red", "grey", "black")


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("who", ROW)
@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_a_player_who_leaves_and_comes_back_has_one_turn_and_one_income_a_round(
    at: int, who: Colour, board: Any
) -> None:
    play = Play(*ROW)
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


def test_with_merchants_taken_off_roads_can_be_entered_anew() -> None:
    play = Play(*ROW)
    play.link(1, plains=2)
    play.do(Leave("red", "cleared"), Join("red"))
    assert play.view().roads == ()
    play.pass_on(2)
    play.link(1, plains=1)
    laid: dict[Terrain, int] = {"plains": 1, "forests": 0, "hills": 0}
    assert play.view().roads == (Road("red-1", "red", 1, (1, 2, 5, 10, 15), 2, laid),)


@pytest.mark.rule("LS-COMP-01", "LS-2P-01")
def test_two_must_stay_and_no_player_leaves_or_joins_a_game_for_two() -> None:
    play = Play(*ROW)
    play.do(Leave("grey"))
    assert play.refusal(Leave("red")) == ("two-must-stay", "LS-COMP-01")
    assert play.view().may_leave == ()
    two = Play("red", "grey").view()
    assert two.may_leave == two.may_join == ()


@pytest.mark.rule("LS-SCORE-08", "LS-AMB-10")
def test_a_player_who_left_wins_nothing_ties_with_no_player_and_is_not_beside_the_winner() -> None:
    play = Play(*ROW)
    play.link(1)
    play.do(Leave("red"), End())
    view = play.view()
    assert (view.standing, view.left_in, view.tie) == ({"grey": 1, "black": 2}, {"red": 1}, "resources")
    assert [(each["colour"], each["rank"]) for each in view.fields["scores"]] == [
        ("grey", 1), ("black", 2), ("red", 3),
    ]  # fmt: skip
    (others,) = scores(view).bands[-1].left
    assert isinstance(others, Counts)
    assert [each.colour for each in others.counts] == ["black"]
