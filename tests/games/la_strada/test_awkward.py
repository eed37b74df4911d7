"""Situations of a real table in which a turn was forgotten."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import Connect
from companion.games.la_strada.game import GAME
from tests.fakes.box import MESSAGES
from tests.games.la_strada.playing import Play


@pytest.mark.rule("LS-TURN-03", "LS-TURN-04")
@pytest.mark.parametrize(("language", "most"), [("en", "to 10 at most"), ("it", "fino a 10 al massimo")])
def test_the_advice_to_save_for_a_road_stays_attainable(language: str, most: str) -> None:
    play = Play("red", "grey", "black")
    refused = play.refused(Connect("red", 1, plains=6))
    assert refused.code == "too-dear"
    assert most in MESSAGES.language(language, GAME.system).say(refused.message)
