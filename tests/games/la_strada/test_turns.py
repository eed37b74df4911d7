"""Turns go clockwise; income comes at their start, and what is kept is kept up to ten."""

from __future__ import annotations

import pytest

from companion.games.la_strada import turns
from companion.games.la_strada.commands import CannotConnect, Connect, EndTurn, Leave
from companion.games.la_strada.events import Connected, IncomePaid, TurnBegun, TurnEnded
from companion.games.la_strada.words import COLOURS
from tests.games.la_strada.playing import Play

KEPT = range(11)
AVAILABLE = (6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10)
LOST = (0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6)


@pytest.mark.rule("LS-TURN-01", "LS-TURN-06", "LS-SETUP-05")
def test_players_take_turns_clockwise_and_the_turns_number_rises_with_the_first_player() -> None:
    play = Play("red", "grey", "black", "yellow")
    order = []
    for _ in range(9):
        order.append((play.state.turn, play.active))
        play.pass_on()
    assert order == [
        (1, "red"), (1, "grey"), (1, "black"), (1, "yellow"),
        (2, "red"), (2, "grey"), (2, "black"), (2, "yellow"), (3, "red"),
    ]  # fmt: skip


@pytest.mark.rule("LS-TURN-02", "LS-TURN-05", "LS-TURN-06")
def test_a_turns_end_is_logged_with_what_is_kept_and_the_next_ones_income() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    assert play.do(EndTurn()) == (TurnEnded("red", 4), TurnBegun("grey", 1), IncomePaid("grey", 6, 0))
    assert (play.state.gained, play.state.connected) == (6, False)


@pytest.mark.rule("LS-TURN-02", "LS-TURN-03", "LS-TURN-05", "TV-LS-06", "TV-LS-07")
@pytest.mark.parametrize(("kept", "available", "lost"), [*zip(KEPT, AVAILABLE, LOST, strict=True)])
def test_what_is_kept_is_there_next_turn_up_to_ten_and_the_rest_of_the_income_is_lost(
    kept: int, available: int, lost: int
) -> None:
    assert turns.next_income(kept) == (available - kept, lost)
    play = Play("red", "grey", "black")
    play.correct(resources={"red": kept})
    play.pass_on(3)
    assert play.seat("red").resources == available
    assert play.happened[-1] == IncomePaid("red", available - kept, lost)


@pytest.mark.rule("LS-TURN-03", "LS-TURN-05")
def test_only_a_player_who_has_built_is_warned_of_lost_resources() -> None:
    play = Play("red", "grey", "black")
    play.correct(resources={"red": 10})
    assert "resources-lost" not in play.warned(), "he may still build"
    play.link(1)
    assert play.warned()["resources-lost"] == {"colour": "red", "keeps": 8, "count": 4}
    play.link(2)
    assert play.warned()["resources-lost"] == {"colour": "red", "keeps": 6, "count": 2}
    play.link(3)
    assert "resources-lost" not in play.warned(), "four can be kept"
    play.pass_on(3)
    assert play.happened[-1] == IncomePaid("red", 6, 0)


@pytest.mark.rule("LS-TURN-01", "LS-TURN-03")
def test_an_entry_for_the_next_player_ends_the_turn_and_what_he_will_have_is_known_before() -> None:
    play = Play("grey", "black", "yellow", "red")
    play.do(Leave("yellow"))
    play.correct(resources={"black": 7})
    ahead = play.view().ahead
    assert ahead is not None
    assert (ahead.colour, ahead.resources, ahead.open) == ("black", 10, (*range(1, 20),))
    assert play.do(Connect("black", 2, plains=2, end_turn=True)) == (
        TurnEnded("grey", 6), TurnBegun("black", 1), IncomePaid("black", 3, 3),
        Connected("black", 2, 2, 0, 0, 4, True),
    )  # fmt: skip
    ahead = play.view().ahead
    assert ahead is not None
    assert ahead.colour == "red", "who has left has no turn"
    assert play.refusal(CannotConnect("yellow", end_turn=True)) == ("has-left", "LS-SETUP-03")
    play.do(CannotConnect("red", end_turn=True))
    assert (play.state.ended, play.view().ahead) == ("cannot-connect", None)


@pytest.mark.rule("LS-2P-04", "LS-TURN-01")
def test_of_two_players_a_passing_one_is_not_next_and_plans_nothing() -> None:
    play = Play("red", "grey")
    play.give_up()
    play.link(1)
    view = play.view()
    assert (play.active, view.next, view.upcoming) == ("red", "red", None)
    assert (view.plans["grey"].when, view.plans["grey"].open) == ("never", ())


@pytest.mark.rule("LS-END-01", "LS-END-03")
def test_a_player_without_another_turn_plans_nothing() -> None:
    play = Play(*COLOURS)
    play.correct(stuck={COLOURS[2]: True})
    view = play.view()
    assert view.final == COLOURS[2]
    assert [view.plans[each].when for each in COLOURS] == ["now", "next", "never", "never"]
