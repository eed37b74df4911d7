"""Situations of a real table in which a turn was forgotten."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import Connect
from tests.fakes.box import MESSAGES
from tests.games.la_strada.playing import GAME, Play


@pytest.mark.rule("LS-TURN-02", "LS-TURN-01")
def test_a_player_whose_whole_turn_was_forgotten_has_its_income_when_the_next_round_is_corrected_to() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.pass_on(2)
    play.link(1)
    play.correct(active={"colour": "red", "turn": 2})
    assert play.resources() == {"red": 10, "grey": 6, "black": 4, "yellow": 6}
    play.pass_on(3)
    assert play.resources() == {"red": 10, "grey": 10, "black": 10, "yellow": 10}


@pytest.mark.rule("LS-TURN-02")
def test_a_round_corrected_to_too_early_is_taken_back_from_everybody_whose_turn_has_not_come() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.pass_on(2)
    before = play.state
    play.correct(active={"colour": "grey", "turn": 2})
    play.correct(active={"colour": "black", "turn": 1})
    after = play.resources()
    assert (after["yellow"], after["grey"], after["red"]) == (0, 6, 6)
    assert (play.active, play.state.turn) == ("black", before.turn)


@pytest.mark.rule("LS-TURN-03", "LS-TURN-04")
@pytest.mark.parametrize(("language", "most"), [("en", "to 10 at most"), ("it", "fino a 10 al massimo")])
def test_who_cannot_pay_a_road_is_not_sent_to_save_up_for_more_than_there_ever_is(
    language: str, most: str
) -> None:
    play = Play("red", "grey", "black")
    refused = play.refused(Connect("red", 1, plains=6))
    assert refused.code == "too-dear"
    assert most in MESSAGES.language(language, GAME.system).say(refused.said)


@pytest.mark.rule("LS-TURN-04")
def test_a_road_mended_to_one_dearer_than_the_table_knew_is_taken_once_the_resources_are_corrected() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    mended = play.correction("road", {"colour": "red", "colony": 1, "plains": 1, "hills": 2})
    assert play.refusal(mended) == ("road-unpaid", "LS-TURN-04")
    play.correct(resources={"red": 8})
    play.do(mended)
    assert (play.resources()["red"], play.seat("red").hills) == (0, 3)
