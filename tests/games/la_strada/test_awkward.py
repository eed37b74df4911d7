"""Situations of a real table in which a turn was forgotten."""

from __future__ import annotations

import pytest

from tests.games.la_strada.playing import Play


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
