"""Entries, refusals and warnings of La Strada in words."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import VALUES
from companion.games.la_strada.game import GAME
from companion.games.la_strada.options import SWITCHES, Options
from companion.games.la_strada.words import KINDS, STOCKS, TERRAINS
from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from tests.games.aid_fields import field_codes
from tests.games.catalogues import sentences
from tests.games.la_strada.playing import Play

MESSAGES = Messages(catalogues(folders(registered())))
LANGUAGES = MESSAGES.codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_game_has_a_name(language: str) -> None:
    said = sentences(GAME, language)
    blocked = ("cannot-connect", "no-merchants", "no-tiles")
    proposed = ("turn-not-ended", "first-contact")  # by forms
    for param, words in {
        "kind": KINDS,
        "terrain": TERRAINS,
        "stock": STOCKS,
        "why": (*blocked, *proposed),
        "reason": (*blocked, "all-colonies", "called"),
        "field": (*VALUES, "names"),
        "option": ("kinds", "names", "supply", "worth"),
    }.items():
        assert {each for each in said if each.startswith(f"{param}.")} == {
            f"{param}.{word}" for word in words
        }
    assert {"kinds", "names", "supply", "worth", *SWITCHES} == set(Options.__struct_fields__)


def test_the_first_name_of_a_colony_is_no_correction_in_the_log() -> None:
    play, said = Play(), []
    for name in ("Ca’ Bianca", "Lodi", ""):
        naming = play.correction("option", {"names": {"10": name}})
        entry = GAME.log_text(naming, play.do(naming)).text()
        said.append(MESSAGES.language("en", GAME.system).say(entry))
    assert said == [
        "Colony 10 is called Ca’ Bianca",
        "Corrected, colony 10 is Lodi (before: Ca’ Bianca): test",
        "Corrected, colony 10 has no name (before: Lodi): test",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAME.aids)
def test_everything_that_an_aid_asks_and_offers_has_words(name: str, language: str) -> None:
    speaker = MESSAGES.language(language, GAME.system)
    assert [code for code in field_codes(GAME, name, {}) if not speaker.has(code)] == []
