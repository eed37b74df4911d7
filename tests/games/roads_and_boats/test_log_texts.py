"""Entries of Roads & Boats in words."""

from __future__ import annotations

import pytest

from companion.games.registry import folders, registered
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.words import BUILDINGS, PHASES, SUBJECTS, TRANSPORTERS
from companion.language.messages import Messages, catalogues
from tests.games.aid_fields import field_codes
from tests.games.catalogues import sentences

MESSAGES = Messages(catalogues(folders(registered())))


CALLED = {
    "before": "colour",
    "goods": "good", "carried": "good", "first": "good", "fleet": "transporter", "at_factory": "transporter",
    "new": "transporter", "brought_by": "transporter", "researched": "subject",
}  # fmt: skip
"""What the words of an aid's field are called where not by its name."""


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_every_word_of_the_game_and_of_its_aids_has_a_name(language: str) -> None:
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
    speaker = MESSAGES.language(language, GAME.system)
    for name in GAME.aids:
        assert [code for code in field_codes(GAME, name, CALLED) if not speaker.has(code)] == []
