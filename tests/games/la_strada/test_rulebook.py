"""The rulebook of La Strada: it counts and pays as the game does."""

from __future__ import annotations

import re

import pytest

from companion.games.la_strada.game import GAME
from companion.games.la_strada.options import COLONIES, SUPPLY, WORTH
from companion.games.rulebook import translate_rule
from companion.language.messages import Messages, catalogues, rulebook_catalogues

RULEBOOK = GAME.rulebook()
MESSAGES = Messages(rulebook_catalogues({GAME.system: GAME.folder}))


def text_of(rule: str) -> str:
    shown = RULEBOOK.rule(rule)
    assert shown is not None
    return translate_rule(shown, MESSAGES.language("en")).text


def numbers_in(words: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", words)]


@pytest.mark.parametrize(("language", "words"), [("en", "at random"), ("it", "presi a caso")])
def test_the_land_is_laid_out_at_random_in_the_rule_and_in_the_list(language: str, words: str) -> None:
    table = Messages(catalogues({GAME.system: GAME.folder})).language(language, GAME.system)
    assert words in MESSAGES.language(language).phrase("rule.LS-SETUP-01")
    assert words in table.phrase("lay.frame")


def test_the_rulebook_counts_the_parts_as_the_game_does() -> None:
    assert numbers_in(text_of("LS-COMP-03")) == [*COLONIES.values(), sum(COLONIES.values())]
    given = [SUPPLY[each] for each in ("plains", "forests", "hills", "merchants")]
    assert numbers_in(text_of("LS-SETUP-04")) == [1, *given]
    assert numbers_in(text_of("LS-BUILD-11")) == given[:3]


def test_the_rulebooks_table_of_gold_is_the_games() -> None:
    rule = RULEBOOK.rule("LS-SCORE-01")
    assert rule is not None
    table = dict(translate_rule(rule, MESSAGES.language("en")).examples)["TV-LS-08"]
    rows = [WORTH[kind] for kind in ("hamlet", "village", "town", "city")]
    assert numbers_in(table) == [1, 2, 3, 4, *(gold for row in rows for gold in row)]
