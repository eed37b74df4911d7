"""The rulebook of La Strada is whole: every rule and example in every language, every switch named."""

from __future__ import annotations

import re

import pytest

from companion.games.la_strada.game import GAME
from companion.games.la_strada.options import COLONIES, SUPPLY, WORTH, Options
from companion.games.rulebook import translate_rule, translate_rulebook
from companion.language.messages import Messages, catalogues, rulebook_catalogues
from tests.rulebook.coverage import cited

RULEBOOK = GAME.rulebook()
RULES = tuple(RULEBOOK.rules())
MESSAGES = Messages(rulebook_catalogues({GAME.system: GAME.folder}))
LANGUAGES = MESSAGES.codes
EXAMPLES = tuple(example for rule in RULES for example in rule.examples)
SWITCHES = {f"LS-AMB-{name[4:]}": name for name in Options.__struct_fields__ if name.startswith("amb_")}
"""The house rules by the names that readings call them by."""


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_example_and_nothing_else_is_in_the_rulebook_of_every_language(language: str) -> None:
    codes = {
        *(f"rulegroup.{group.name}" for group in RULEBOOK.groups),
        *(f"rule.{rule.id}" for rule in RULES),
        *(f"title.{rule.id}" for rule in RULES),
        *(f"example.{example}" for example in EXAMPLES),
    }
    said = MESSAGES.codes_of(language)
    assert {code for code in said if not code.startswith("reading.")} == codes
    readings = {code for code in said if code.startswith("reading.")}
    assert readings == {code for code in MESSAGES.codes_of("en") if code.startswith("reading.")}
    assert readings <= {f"reading.{rule.id}" for rule in RULES}


def test_every_house_rule_changes_some_rule() -> None:
    assert {switch for rule in RULES for switch in rule.switches} == set(SWITCHES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_names_the_switches_that_change_it(language: str) -> None:
    words = MESSAGES.language(language)
    for rule in RULES:
        named = re.findall(r"LS-AMB-\d\d", translate_rule(rule, words).reading or "")
        assert {SWITCHES[name] for name in named} == set(rule.switches), rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_short_and_end_as_sentences_do(language: str) -> None:
    for group in translate_rulebook(RULEBOOK, MESSAGES.language(language)):
        for rule in group.rules:
            assert len(rule.text) <= 350, rule.rule.id
            for words in (rule.text, rule.reading, *(text for _, text in rule.examples)):
                assert words is None or words.endswith((".", "!", "?")), rule.rule.id


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


def test_what_a_test_cites_is_a_rule_an_example_or_a_question(request: pytest.FixtureRequest) -> None:
    ours = {each for each in cited(request.session.items) if each.startswith(("LS-", "TV-LS-"))}
    questions = {f"LS-AMB-{number:02}" for number in range(1, 13)}
    assert sorted(ours - {rule.id for rule in RULES} - set(EXAMPLES) - questions) == []
