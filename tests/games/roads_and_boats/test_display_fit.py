"""Every text of every screen in the longer languages: no word is cut or lost, all fit in four rows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.state import State
from companion.games.screen import Screen
from companion.language.messages import Language
from companion.language.text import Param, Text, text
from companion.panel.pages import HOME_HINT, with_hint
from tests.fakes.box import MESSAGES
from tests.games.catalogues import brief_refusals
from tests.games.random_walk import screens
from tests.games.roads_and_boats.states import states
from tests.panel.measuring import fits, on_one_leaf

LANGUAGES = [MESSAGES.language(code, GAME.system) for code in MESSAGES.codes if code != "en"]


@given(states())
@settings(max_examples=20)
def test_every_screen_of_every_state_fits(state: State) -> None:
    before = replace(state, mines=tuple(replace(mine, drawn=None) for mine in state.mines))
    for answer in (*screens(GAME, state), GAME.result_screen(GAME.view(before), GAME.view(state))):
        for language in LANGUAGES:
            fits(answer, language)


LONGEST: dict[str, Param] = {
    "colour": "yellow", "phase": "building", "ore": "iron", "number": 40, "price": 84,
    "seen": 83, "remove": 99, "count": 83, "mines": (37, 38, 39, 40),
}  # fmt: skip
"""Parameters that make a sentence as long as it may get at a table."""


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_refusal_in_few_words_fits_on_one_leaf(language: Language) -> None:
    short = brief_refusals(GAME, language.code)
    assert len(short) > 12
    for code in short:
        on_one_leaf(with_hint(Screen(text("panel.refused"), (Text(code, LONGEST),)), HOME_HINT), language)
