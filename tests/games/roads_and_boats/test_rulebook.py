"""The rulebook of Roads & Boats is whole: every rule and example in every language, every switch named."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.games.registry import folders, registered
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import PHASES
from companion.games.rulebook import translate_rule, translate_rulebook
from companion.language.messages import Messages, catalogues, rulebook_catalogues
from tests.rulebook.coverage import cited

SOURCES = Path(str(GAME.folder))
RULEBOOK = GAME.rulebook()
RULES = tuple(RULEBOOK.rules())
MESSAGES = Messages(rulebook_catalogues(folders(registered())))
LANGUAGES = MESSAGES.codes
EXAMPLES = tuple(example for rule in RULES for example in rule.examples)
SWITCHES = {f"AMB-{name[4:]}": name for name in Options.__struct_fields__ if name.startswith("amb_")} | {
    "AMB-20": "more_players"
}
"""The house rules by the names that readings call them by."""


def test_every_rule_stands_there_once_in_order() -> None:
    names = [rule.id.rpartition("-")[0] for rule in RULES]
    most = Counter(names)
    assert [rule.id for rule in RULES] == [
        f"{family}-{number:02}" for family in most for number in range(1, most[family] + 1)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_title_and_every_reading_is_in_every_language(language: str) -> None:
    said = MESSAGES.codes_of(language, GAME.system)
    assert {code for code in said if code.startswith("title.")} == {f"title.{rule.id}" for rule in RULES}
    readings = {code for code in said if code.startswith("reading.")}
    assert readings == {code for code in MESSAGES.codes_of("en", GAME.system) if code.startswith("reading.")}
    assert readings <= {f"reading.{rule.id}" for rule in RULES}


def test_an_example_stands_beside_one_rule() -> None:
    assert [example for example, times in Counter(EXAMPLES).items() if times > 1] == []


def test_phases_and_switches_are_the_games() -> None:
    for rule in RULES:
        assert set(rule.phases) <= set(PHASES), rule.id
        assert set(rule.switches) <= set(SWITCHES.values()), rule.id


def test_every_house_rule_changes_some_rule() -> None:
    assert {switch for rule in RULES for switch in rule.switches} == set(SWITCHES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_names_the_switches_that_change_it(language: str) -> None:
    words = MESSAGES.language(language, GAME.system)
    for rule in RULES:
        named = re.findall(r"AMB-\d\d", translate_rule(rule, words).reading or "")
        assert {SWITCHES[name] for name in named} == set(rule.switches), rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_short_and_end_as_sentences_do(language: str) -> None:
    for group in translate_rulebook(RULEBOOK, MESSAGES.language(language, GAME.system)):
        for rule in group.rules:
            assert len(rule.text) <= 600, rule.rule.id
            for words in (rule.text, rule.reading, *(text for _, text in rule.examples)):
                assert words is None or words.endswith((".", "!", "?")), rule.rule.id


@pytest.mark.parametrize(
    ("code", "english", "italian"),
    [
        ("rule.RB-SETUP-04", "woods (dark green), pasture (light green), rock (grey), mountain (brown)",
         "bosco (verde scuro), pascolo (verde chiaro), roccia (grigio)"),
        ("rule.RB-SETUP-06", "room to build", "spazio per costruire"),
        ("rule.RB-SETUP-09", "a source or a mouth", "una sorgente o una foce"),
        ("rule.RB-GEN-07", "3 sheets each of A and C", "3 fogli A e 3 C, 1 B e 1 D"),
        ("rule.RB-GEN-07", "numbers for mines and bags, 8 for the discs",
         "numeri per miniere e sacchetti, 8 per i dischi"),
        ("rule.RB-FLEET-11", "the whole coast", "tutta la costa"),
        ("rb.card.unclaimed", "has made nothing yet this turn", "non ne ha ancora fatti"),
        ("rb.card.own-transporter", "or a boat in the river", "un’imbarcazione nel fiume"),
        ("rb.now-building", "on the tile or on a transporter", "sulla tessera o su un mezzo"),
        ("line.roads-and-boats", "1 to 4 players, 5 or 6 by house rule", "Da 1 a 4 giocatori"),
    ],
)  # fmt: skip
def test_a_text_of_a_rule_is_its_whole_condition(code: str, english: str, italian: str) -> None:
    said = MESSAGES if code.startswith("rule.") else Messages(catalogues({GAME.system: GAME.folder}))
    assert english in said.language("en", GAME.system).phrase(code)
    assert italian in said.language("it", GAME.system).phrase(code)


def test_what_the_code_names_can_be_read_in_the_rulebook() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    named = set(re.findall(r'"(RB-[A-Z]+-\d\d)"', sources))
    assert len(named) > 20
    assert named <= {rule.id for rule in RULES}


def test_what_a_test_cites_is_a_rule_or_an_example(request: pytest.FixtureRequest) -> None:
    ours = {each for each in cited(request.session.items) if each.startswith(("RB-", "TV-RB-"))}
    assert sorted(ours - {rule.id for rule in RULES} - set(EXAMPLES)) == []
