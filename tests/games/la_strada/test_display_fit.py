"""Every text of every screen in every language, measured: no word is cut or lost, four rows hold all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.games import Game
from companion.games.la_strada.game import GAME
from companion.games.la_strada.state import State
from companion.games.registry import folders
from companion.games.screen import Screen, token
from companion.language.messages import Language, Messages, catalogues
from companion.language.text import Param, Text, text
from companion.panel.pages import HOME_HINT, with_hint
from tests.games.catalogues import brief_refusals
from tests.games.la_strada.states import states
from tests.games.random_walk import screens
from tests.panel.measuring import fits, on_one_leaf

GAMES: dict[str, Game] = {GAME.system: GAME}
MESSAGES = Messages(catalogues(folders(GAMES)))
LANGUAGES = [MESSAGES.language(code, GAME.system) for code in MESSAGES.codes]


@given(states())
@settings(max_examples=25)
def test_every_screen_of_every_state_fits_in_every_language(state: State) -> None:
    nobody = tuple(replace(each, linked=(), merchants=()) for each in state.colonies)
    before = (replace(state, colonies=nobody), replace(state, turn=state.turn + 1))
    for answer in (
        *screens(GAME, state),
        *(GAME.result_screen(GAME.view(each), GAME.view(state)) for each in before),
    ):
        for language in LANGUAGES:
            fits(answer, language)


LONGEST: dict[str, Param] = {
    "colour": "yellow", "token": token("yellow"), "number": 19, "terrain": "forests", "left": 12, "cost": 10,
    "resources": 10, "kept": 10,
}  # fmt: skip
"""Parameters that make a sentence as long as it may get at a table."""


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_refusal_in_few_words_fits_on_one_leaf(language: Language) -> None:
    short = brief_refusals(GAME, language.code)
    assert len(short) > 7
    for code in short:
        on_one_leaf(with_hint(Screen(text("panel.refused"), (Text(code, LONGEST),)), HOME_HINT), language)


STEPS = [
    Text("did.connect", {**LONGEST, "colony": text("colony.named", name="W" * 12)}),
    Text("did.connect", {**LONGEST, "colony": text("colony.numbered", number=19)}),
    *(Text(f"did.{code}", LONGEST) for code in ("end-turn", "cannot-connect", "end")),
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.code)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_what_is_taken_back_and_where_that_leads_fits_on_one_leaf(language: Language, step: Text) -> None:
    began = text("moment.turn", turn=99, colour="yellow")
    for way, moment in (("undo", began), ("redo", began), ("redo", text("moment.ended", reason="called"))):
        led = text(f"panel.{way}.to", step=step, moment=moment)
        on_one_leaf(Screen(text(f"panel.{way}"), (led,), text("panel.hint.yes")), language)
