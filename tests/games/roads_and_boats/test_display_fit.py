"""Every text of every screen in every language, measured: no word is cut or lost, four rows hold all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import polib
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.box_pages import box as box_page
from companion.box_pages import box_list, join, no_bags, pairing, part_news, resume_list, unplug, welcome
from companion.desk import Desk, Earlier
from companion.games import Question
from companion.games.registry import registered
from companion.games.roads_and_boats.game import RoadsAndBoats
from companion.games.roads_and_boats.state import State
from companion.layout import BRIEF, lay_out
from companion.letters import fold
from companion.messages import Language, catalogues
from companion.panel import Panel, failed, overtaken, screen
from companion.parts import PartName, PartState
from companion.screen import COLUMNS, Param, Screen, Text, text
from companion.snapshot import Snapshot
from tests.companion.box import MESSAGES, NOW
from tests.companion.measuring import FIELD, asked, measured
from tests.games.roads_and_boats.states import states

GAME = RoadsAndBoats()
LANGUAGES = [MESSAGES.language(code, GAME.system) for code in MESSAGES.codes]
BUTTONS = ("advance", "select", "red")


def answers(state: State) -> Iterator[Screen | Question]:
    """Everything that a press or a tap could bring onto the display."""
    names = [page.name for page in GAME.pages(state)]
    for name in (*names, "join", "box"):
        for button in BUTTONS:
            for held in (False, True):
                answer = GAME.press(state, name, button, held)
                if isinstance(answer, Screen | Question):
                    yield answer
    for number in range(1, 22):
        yield GAME.tapped(state, number)
    before = replace(state, mines=tuple(replace(mine, drawn=None) for mine in state.mines))
    outcome = GAME.outcome(before, state)
    if outcome is not None:
        yield outcome
        answer = GAME.tap(state, number)
        if isinstance(answer, Screen | Question):
            yield answer


def screens(state: State) -> Iterator[tuple[Screen, bool]]:
    """Every screen of a state, and whether it is a question."""
    for page in GAME.pages(state):
        yield page.screen, False
    own = GAME.question(state)
    for answer in (*answers(state), *([own] if own else [])):
        if isinstance(answer, Screen):
            yield answer, False
        else:
            for each in asked(answer):
                yield each, True


@given(states())
@settings(max_examples=80)
def test_every_screen_of_every_state_fits_in_every_language(state: State) -> None:
    for shown, is_question in screens(state):
        for language in LANGUAGES:
            frames = measured(shown, language)
            if is_question:
                assert len(frames) == 1, frames
                assert frames[0].title.endswith("?"), frames


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_no_word_of_a_sentence_that_the_display_may_say_is_longer_than_a_row(language: Language) -> None:
    templates = {
        entry.msgid: (entry.msgstr, *entry.msgstr_plural.values())
        for folder in catalogues(registered()).of(GAME.system)
        for file in folder.joinpath(language.code).iterdir()
        for entry in polib.pofile(file.read_text(encoding="utf-8"))
        if entry.msgid.split(".")[0] in {"refused", "did", "moment", "warning"}
    }
    assert len(templates) > 60
    for code, sentences in templates.items():
        for sentence in sentences:
            for word in FIELD.sub("W" * 12, fold(sentence)).split():
                assert len(word) <= COLUMNS, (code, word)


LONGEST: dict[str, Param] = {
    "colour": "yellow", "phase": "building", "ore": "iron", "number": 21, "price": 84,
    "seen": 83, "remove": 99, "mines": (18, 19, 20, 21),
}  # fmt: skip
"""Parameters that make a sentence as long as it may get at a table."""


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_refusal_in_few_words_fits_on_one_leaf_and_says_what_the_long_one_says(language: Language) -> None:
    plural = {
        entry.msgid: bool(entry.msgid_plural)
        for folder in catalogues(registered()).of(GAME.system)
        for file in folder.joinpath(language.code).iterdir()
        for entry in polib.pofile(file.read_text(encoding="utf-8"))
        if "refused." in entry.msgid
    }
    short = {code: code.removeprefix(BRIEF) for code in plural if code.startswith(BRIEF)}
    assert len(short) > 12
    for code, long in short.items():
        assert plural[code] == plural[long], code
        params = LONGEST | ({"count": 83} if plural[code] else {})
        (frame,) = measured(Screen(text("panel.refused"), (Text(long, params),)), language)
        assert FIELD.search(" ".join(frame.lines)) is None, frame


def desk(state: State | None, **more: Any) -> Desk:
    body = {"tags": {}, "game": None if state is None else {"id": "g", "commitment": "0123abcd" * 8, **more}}
    return Desk(
        Snapshot(1, "e", NOW, body, b"", None if state is None else GAME, state),
        more.get("parts", {"reader": "ok", "display": "ok", "buttons": "ok"}),
        "4821",
        "255.255.255.255:65535",
        lambda _: None,
        lambda shown: max(len(lay_out(shown, language)) for language in LANGUAGES),
        lambda: (Earlier("g", text("moment.turn", turn=33, phase="building"), "2026-11-21"),),
    )


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_panels_own_screens_fit(language: Language) -> None:
    empty = desk(None)
    gone: dict[PartName, PartState] = {"reader": "missing", "display": "off", "buttons": "missing"}
    own: list[Screen] = [
        welcome(empty), join(empty), box_page(empty), unplug(),
        box_page(desk(None, parts=gone)),
        box_page(msgspec.structs.replace(empty, parts=gone)),
        join(msgspec.structs.replace(empty, address=None)), no_bags(),
        screen(overtaken(Panel()), empty), screen(failed(Panel()), empty),
        *(part_news(part, state) for part in gone for state in ("ok", "missing", "off")),
    ]  # fmt: skip
    for shown in own:
        measured(shown, language)
    resume, pair = resume_list(empty), pairing(empty, "0F0184F07B")
    assert resume is not None
    assert pair is not None
    for question in (box_list(), resume, pair):
        for shown in asked(question):
            (frame,) = measured(shown, language)
            assert frame.title.endswith("?")
