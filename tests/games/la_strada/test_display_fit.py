"""Every text of every screen in every language, measured: no word is cut or lost, four rows hold all."""

from __future__ import annotations

from collections.abc import Iterator

import polib
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.games import Game, Question
from companion.games.la_strada.game import LaStrada
from companion.games.la_strada.state import State
from companion.layout import BRIEF
from companion.letters import fold
from companion.messages import Language, Messages, catalogues
from companion.screen import COLUMNS, Param, Screen, Text, text
from tests.companion.measuring import FIELD, asked, measured
from tests.games.la_strada.tables import states

GAME = LaStrada()
GAMES: dict[str, Game] = {GAME.system: GAME}
MESSAGES = Messages(catalogues(GAMES))
LANGUAGES = [MESSAGES.language(code, GAME.system) for code in MESSAGES.codes]


def answers(state: State) -> Iterator[Screen | Question]:
    """Everything that a press or a tap could bring onto the display."""
    for name in (*(page.name for page in GAME.pages(state)), "join", "box"):
        for button, held in (("advance", False), ("select", True), *((each, False) for each in GAME.colours)):
            answer = GAME.press(state, name, button, held)
            if isinstance(answer, Screen | Question):
                yield answer
    yield GAME.tapped(state, 3)
    nobody = tuple(replace(each, linked=(), merchants=()) for each in state.colonies)
    for before in (replace(state, colonies=nobody), replace(state, turn=state.turn + 1)):
        outcome = GAME.outcome(before, state)
        if outcome is not None:
            yield outcome


def screens(state: State) -> Iterator[tuple[Screen, bool]]:
    """Every screen of a state, and whether it is a question."""
    for page in GAME.pages(state):
        yield page.screen, False
    for answer in answers(state):
        if isinstance(answer, Screen):
            yield answer, False
        else:
            for each in asked(answer):
                yield each, True


@given(states())
@settings(max_examples=50)
def test_every_screen_of_every_state_fits_in_every_language(state: State) -> None:
    for shown, is_question in screens(state):
        for language in LANGUAGES:
            frames = measured(shown, language)
            if is_question:
                assert len(frames) == 1, frames
                assert frames[0].title.endswith("?"), frames


def own(language: Language) -> list[polib.POEntry]:
    """Everything that the game's own catalogues say."""
    folder = GAME.folder.joinpath("catalogues", language.code)
    return [entry for file in folder.iterdir() for entry in polib.pofile(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_no_word_of_a_sentence_that_the_display_may_say_is_longer_than_a_row(language: Language) -> None:
    said = [
        each for each in own(language) if each.msgid.split(".")[0] in {"refused", "did", "moment", "warning"}
    ]
    assert len(said) > 30
    for entry in said:
        for sentence in (entry.msgstr, *entry.msgstr_plural.values()):
            for word in FIELD.sub("W" * 12, fold(sentence)).split():
                assert len(word) <= COLUMNS, (entry.msgid, word)


LONGEST: dict[str, Param] = {
    "colour": "yellow", "number": 19, "terrain": "forests", "left": 12, "cost": 10, "resources": 10,
    "kept": 10,
}  # fmt: skip
"""Parameters that make a sentence as long as it may get at a table."""


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_refusal_in_few_words_fits_on_one_leaf(language: Language) -> None:
    codes = {entry.msgid for entry in own(language)}
    short = {code.removeprefix(BRIEF) for code in codes if code.startswith(f"{BRIEF}refused.")}
    assert len(short) > 7
    assert short <= codes
    for code in short:
        (frame,) = measured(Screen(text("panel.refused"), (Text(code, LONGEST),)), language)
        assert FIELD.search(" ".join(frame.lines)) is None, frame


@pytest.mark.parametrize("code", ["connect", "end-turn", "cannot-connect", "end"])
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_what_is_taken_back_and_where_that_leads_fits_on_one_leaf(language: Language, code: str) -> None:
    step = Text(f"did.{code}", LONGEST)
    began = text("moment.turn", turn=99, colour="yellow")
    for way, moment in (("undo", began), ("redo", began), ("redo", text("moment.ended", reason="called"))):
        led = text(f"panel.{way}.to", step=step, moment=moment)
        (frame,) = measured(Screen(text(f"panel.{way}"), (led,), text("panel.hint.yes")), language)
        assert FIELD.search(" ".join(frame.lines)) is None, frame
