"""Entries of Roads & Boats in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import kebab
from companion.games.registry import folders, registered
from companion.games.roads_and_boats.commands import Advance
from companion.games.roads_and_boats.words import BUILDINGS, PHASES, SUBJECTS, TRANSPORTERS
from companion.language.messages import Messages, catalogues
from companion.language.text import Param
from tests.games.aids_asked import asked_codes
from tests.games.roads_and_boats.playing import CODEC, GAME, Play
from tests.games.telling import sentences

LANGUAGES = ("en", "it")
MESSAGES = Messages(catalogues(folders(registered())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_game_has_a_name(language: str) -> None:
    said = sentences(GAME, language)
    for param, words in {
        "phase": (*PHASES, "ended"),
        "subject": SUBJECTS,
        "transporter": TRANSPORTERS,
        "building": BUILDINGS,
        "ore": ("gold", "iron", "nothing"),
        "mixture": ("standard", "gold", "iron", "big"),
        "reason": ("wonder-complete", "last-neutral-brick", "called"),
    }.items():
        assert {f"{param}.{word}" for word in words} <= set(said)


CALLED = {
    "before": "colour",
    "goods": "good", "carried": "good", "first": "good", "fleet": "transporter", "at_factory": "transporter",
    "new": "transporter", "brought_by": "transporter", "researched": "subject",
}  # fmt: skip
"""What the words of an aid's field are called where not by its name."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAME.aids)
def test_everything_that_an_aid_asks_and_offers_has_words(name: str, language: str) -> None:
    speaker = MESSAGES.language(language, GAME.system)
    assert [code for code in asked_codes(GAME, name, CALLED) if not speaker.knows(code)] == []


STORY: list[dict[str, Any]] = [
    {"type": "research", "colour": "red", "subject": "new-shaft"},
    {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True},
    {"type": "build-mine", "number": 4, "colour": "red", "mixture": "standard", "late": True},
    {"type": "sink-shaft", "number": 3, "colour": "red", "mixture": "standard", "late": True},
    {"type": "ready", "colour": "red", "ready": True},
    {"type": "draw", "number": 3},
    {"type": "void-draw", "number": 3, "reason": "two came out"},
    {"type": "record-draw", "number": 3, "ore": "gold"},
    {"type": "draw-all"},
    {"type": "advance"},
    {"type": "call-for-order", "colour": "blue"},
    {"type": "pray", "colour": "red", "keep": False},
    {"type": "take-position", "colour": "red", "position": 2},
    {"type": "done", "colour": "blue"},
    {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1},
    {"type": "build", "building": "mint", "by": 2, "late": True},
    {"type": "correct", "field": "phase", "value": "wonder", "reason": "we went on"},
    {"type": "buy-brick", "colour": "red", "count": 3},
    {"type": "buy-brick", "colour": "blue"},
    {"type": "count-wealth", "colour": "blue", "gold": 1, "coins": 2, "stock": 3},
    {"type": "join", "colour": "green", "name": "Gianni", "mark": "follows"},
    {"type": "leave", "colour": "blue", "board": "cleared"},
    {"type": "end"},
]
OUTCOMES: dict[str, dict[str, Param]] = {
    "advance": {"phase": "movement", "turn": 1},
    "buy-brick": {"colour": "red", "count": 3, "price": 6},
    "record-draw": {"number": 3, "ore": "gold"},
    "void-draw": {"number": 3, "why": "two came out"},
    "pray": {"colour": "red", "keep": False},
    "take-position": {"colour": "red", "position": 2},
    "change-fleet": {"colour": "red", "transporter": "raft", "by": 1, "change": "+1"},
    "correct": {"field": "phase", "why": "we went on"},
    "join": {"colour": "green"},
    "leave": {"colour": "blue", "board": "cleared"},
}


def test_every_command_is_told_with_its_outcome_in_a_whole_sentence() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    told: dict[str, Mapping[str, Param]] = {}
    for plain in STORY:
        command = CODEC.command(plain)
        entry = GAME.told(command, play.do(command))
        assert entry.what == plain["type"]
        told.setdefault(entry.what, entry.params)
        for language in LANGUAGES:
            sentence = MESSAGES.language(language, GAME.system).phrase(f"did.{entry.what}", entry.params)
            assert not re.search(r"[{}]|did\.|\w+\.\w", sentence), sentence
    assert set(told) == {kebab(kind.__name__) for kind in GAME.commands}
    for what, params in OUTCOMES.items():
        assert params.items() <= told[what].items()
    assert told["draw"]["ore"] == told["void-draw"]["ore"]
    assert told["draw-all"]["mines"] == (4,)


def test_the_entry_that_ends_the_game_says_so() -> None:
    play = Play(marks={"2": 1})
    play.to("wonder")
    advance = Advance()
    entry = GAME.told(advance, play.do(advance))
    said = MESSAGES.language("en", GAME.system).phrase(f"did.{entry.what}", entry.params)
    assert said == "On to the end of the game"
