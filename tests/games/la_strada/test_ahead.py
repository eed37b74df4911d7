"""Somebody is entered for although the turn before him was not ended: one yes ends it and goes on."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import CannotConnect, Connect, Join, Leave
from companion.games.la_strada.events import Connected, GivenUp, IncomePaid, TurnBegun, TurnEnded
from companion.games.la_strada.game import GAME
from companion.games.la_strada.view import Road
from companion.games.la_strada.words import Terrain
from tests.games.la_strada.playing import Play
from tests.games.la_strada.test_log_texts import MESSAGES


@pytest.mark.rule("LS-TURN-01", "LS-TURN-06", "LS-TURN-02")
def test_greys_turn_was_not_ended_and_black_builds_already() -> None:
    play = Play("grey", "black", "red")
    play.link(1)
    assert play.refusal(Connect("black", 2, plains=2)) == ("not-your-turn", "LS-TURN-01")
    command = Connect("black", 2, plains=2, end_turn=True)
    events = play.do(command)
    assert events == (
        TurnEnded("grey", 4), TurnBegun("black", 1), IncomePaid("black", 6, 0),
        Connected("black", 2, 2, 0, 0, 4, True),
    )  # fmt: skip
    assert (play.active, play.resources()) == ("black", {"grey": 4, "black": 2, "red": 0})
    told = GAME.log_text(command, events)
    for language, said in (
        ("en", "Grey ended the turn and kept 4; Black linked colony 2 for 4"),
        ("it", "Grigio ha chiuso il turno e tiene 4; Nero ha collegato la colonia 2 per 4"),
    ):
        assert MESSAGES.language(language, GAME.system).phrase(f"did.{told.what}", told.params) == said


@pytest.mark.rule("LS-TURN-01")
def test_a_player_who_left_ends_no_turn_and_begins_none() -> None:
    play = Play("grey", "black", "red")
    play.do(Leave("black"), Join("yellow"))
    refused = ("has-left", "LS-SETUP-03")
    assert play.refusal(Connect("black", 2, plains=1, end_turn=True)) == refused
    assert play.refusal(CannotConnect("black", end_turn=True)) == refused
    ahead = play.view().ahead
    assert ahead is not None
    assert ahead.colour == "red"
    events = play.do(Connect("red", 2, plains=1, end_turn=True))
    assert events[:2] == (TurnEnded("grey", 6), TurnBegun("red", 1))


@pytest.mark.rule("LS-END-01", "LS-TURN-06")
def test_a_player_who_cannot_connect_is_refused_before_the_turn_is_ended() -> None:
    play = Play("grey", "black", "red")
    assert play.refusal(CannotConnect("black")) == ("not-your-turn", "LS-TURN-01")
    events = play.do(CannotConnect("black", end_turn=True))
    assert GivenUp("black") in events
    assert play.state.ended == "cannot-connect"
    told = GAME.log_text(CannotConnect("black", end_turn=True), events)
    said = MESSAGES.language("en", GAME.system).phrase(f"did.{told.what}", told.params)
    assert said == "Grey ended the turn and kept 6; Black can reach no colony any more"


@pytest.mark.rule("LS-END-03")
def test_no_player_without_a_turn_to_come_goes_ahead() -> None:
    play = Play("black", "grey", supply={"merchants": 1})
    play.link(1)
    play.pass_on()
    assert play.refusal(Connect("grey", 2, plains=1, end_turn=True)) == ("not-your-turn", "LS-TURN-01")
    assert play.view().ahead is None


@pytest.mark.rule("LS-TURN-03")
def test_what_the_next_player_will_have_is_known_before() -> None:
    play = Play("grey", "black", "red")
    play.link(1)
    play.correct(resources={"black": 7})
    ahead = play.view().ahead
    assert ahead is not None
    assert (ahead.colour, ahead.resources, ahead.open) == ("black", 10, (*range(1, 20),))
    laid: dict[Terrain, int] = {"plains": 1, "forests": 0, "hills": 0}
    assert play.view().roads == (Road("grey-1", "grey", 1, (1, 2, 5, 10, 15), 2, laid),)
