"""Entries, refusals and warnings of La Strada in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games import kebab
from companion.games.la_strada.commands import VALUES, Connect
from companion.games.la_strada.options import SWITCHES, Options
from companion.games.la_strada.words import KINDS, STOCKS, TERRAINS
from companion.games.registry import folders, registered
from companion.language.messages import Language, Messages, catalogues
from companion.language.text import Param, text
from tests.fakes.evening import Evening
from tests.games.aids_asked import asked_codes
from tests.games.la_strada.playing import CODEC, GAME, Play
from tests.games.telling import sentences

LANGUAGES = ("en", "it")
MESSAGES = Messages(catalogues(folders(registered())))


def undo_said(evening: Evening, speaker: Language) -> str:
    """What undo would take back, in words."""
    play = evening.table.snapshot.play
    assert play is not None
    assert play.undo is not None
    return speaker.say(play.undo.said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_game_has_a_name(language: str) -> None:
    said = sentences(GAME, language)
    blocked = ("cannot-connect", "no-merchants", "no-tiles")
    proposed = ("the turn had not been ended", "il turno non era finito")  # by a form
    for param, words in {
        "kind": KINDS,
        "terrain": TERRAINS,
        "stock": STOCKS,
        "why": (*blocked, *proposed),
        "reason": (*blocked, "all-colonies", "called"),
        "field": tuple(VALUES),
        "option": ("kinds", "names", "supply", "worth"),
    }.items():
        assert {each for each in said if each.startswith(f"{param}.")} == {
            f"{param}.{word}" for word in words
        }
    assert {"kinds", "names", "supply", "worth", *SWITCHES} == set(Options.__struct_fields__)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAME.aids)
def test_everything_that_an_aid_asks_and_offers_has_words(name: str, language: str) -> None:
    speaker = MESSAGES.language(language, GAME.system)
    assert [code for code in asked_codes(GAME, name, {}) if not speaker.knows(code)] == []


STORY: list[dict[str, Any]] = [
    {"type": "connect", "colour": "grey", "colony": 7, "plains": 2, "forests": 0},
    {"type": "end-turn"},
    {"type": "correct", "field": "turn", "value": 2, "reason": "we forgot one"},
    {"type": "cannot-connect", "colour": "red"},
    {"type": "end"},
]
COMING_AND_GOING: list[dict[str, Any]] = [
    {"type": "leave", "colour": "black", "board": "cleared"},
    {"type": "join", "colour": "yellow", "name": "Ylva"},
]
TOLD: dict[str, dict[str, Param]] = {
    "connect": {
        "colour": "grey", "colony": text("colony.numbered", number=7), "number": 7, "cost": 4, "placed": True,
    },
    "end-turn": {"colour": "grey", "kept": 2},
    "correct": {"field": "turn", "why": "we forgot one"},
    "cannot-connect": {"colour": "red"},
    "end": {},
    "leave": {"colour": "black", "board": "cleared"},
    "join": {"colour": "yellow"},
}  # fmt: skip
SAID = {
    "en": [
        "Grey linked colony 7 for 4",
        "Grey ended the turn and kept 2",
        "Corrected, turn: we forgot one",
        "Red can link no colony any more",
        "The group ended the game",
        "Black left the game: merchants taken off",
        "Yellow joined the game",
    ],
    "it": [
        "Grigio ha collegato la colonia 7 per 4",
        "Grigio ha chiuso il turno e tiene 2",
        "Corretto, turno: we forgot one",
        "Rosso non può più collegare colonie",
        "Il gruppo ha chiuso la partita",
        "Nero ha lasciato la partita: mercanti tolti",
        "Giallo è in gioco",
    ],
}


def test_every_command_is_told_with_its_outcome_in_a_whole_sentence() -> None:
    told: dict[str, Mapping[str, Param]] = {}
    for play, story in ((Play("red", "grey"), STORY), (Play("red", "grey", "black"), COMING_AND_GOING)):
        for plain in story:
            command = CODEC.command(plain)
            entry = GAME.told(command, play.do(command))
            assert entry.what == plain["type"]
            told[entry.what] = entry.params
    assert set(told) == {kebab(kind.__name__) for kind in GAME.commands}
    assert told == TOLD
    for language, expected in SAID.items():
        speaker = MESSAGES.language(language, GAME.system)
        assert [speaker.phrase(f"did.{what}", params) for what, params in told.items()] == expected


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Grey linked Genova for 4"), ("it", "Grigio ha collegato Genova per 4")]
)
def test_a_colony_is_told_by_the_name_it_had_then(tmp_path: Path, language: str, said: str) -> None:
    evening = Evening(tmp_path, {GAME.system: GAME})
    players = [{"colour": "red"}, {"colour": "grey"}]
    evening.do(
        {"type": "start", "system": GAME.system, "players": players, "options": {"names": {"3": "Genova"}}}
    )
    evening.do({"type": "connect", "colour": "grey", "colony": 3, "hills": 1})
    speaker = MESSAGES.language(language, GAME.system)
    assert undo_said(evening, speaker) == said
    names = {"type": "correct", "field": "option", "value": {"names": {"3": "Zena"}}, "reason": "dialect"}
    evening.do(names)
    evening.do("undo")
    assert undo_said(evening, speaker) == said
    told = evening.table.tale(9)[2].told
    assert speaker.phrase(f"did.{told.what}", told.params) == said
    evening.table.close()


def test_a_road_that_placed_no_merchant_is_told_as_such() -> None:
    play = Play("red", "grey")
    play.link(1)
    play.pass_on()
    command = Connect("red", 1, plains=1)
    assert GAME.told(command, play.do(command)).params["placed"] is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_warnings_come_out_as_whole_sentences(language: str) -> None:
    speaker = MESSAGES.language(language, GAME.system)
    play = Play("grey", "red", supply={"merchants": 3, "plains": 3, "hills": 1})
    said = [speaker.phrase(f"warning.{code}", params) for code, params in play.warned().items()]
    play.link(1)
    said += [speaker.phrase(f"warning.{code}", params) for code, params in play.warned().items()]
    for command in (
        Connect("grey", 1, plains=1), Connect("red", 1, plains=1), Connect("red", 2, hills=2),
        Connect("red", 2, forests=2), Connect("red", 30, plains=1), Connect("red", 2), Connect("black", 2),
    ):  # fmt: skip
        no = play.refused(command)
        said.append(speaker.phrase(f"refused.{no.code}", no.params))
    assert len(set(said)) >= 9
    for sentence in said:
        assert not re.search(r"[{}]|\w\.\w", sentence), sentence
        assert sentence.endswith("."), sentence
