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

FAMILIES = {
    "GEN": 7, "SETUP": 16, "TURN": 8, "PROD": 21, "MINE": 17, "FLEET": 21, "LIVE": 8, "EXCH": 4, "MOVE": 14,
    "BOAT": 12, "CARRY": 6, "GOOSE": 5, "BUILD": 13, "BLDG": 16, "ROAD": 5, "BRIDGE": 3, "WALL": 14,
    "WON": 14, "RES": 7, "UPG": 7, "CONF": 10, "END": 3, "SCORE": 7, "SOLO": 7, "HINT": 12,
}  # fmt: skip
"""How many rules each family has, in the order in which the families are told."""


def test_every_rule_stands_there_once_in_order() -> None:
    assert [rule.id for rule in RULES] == [
        f"RB-{family}-{number:02}" for family, most in FAMILIES.items() for number in range(1, most + 1)
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
    ("rule", "words"),
    [
        ("RB-SETUP-04", {"en": "woods (dark green), pasture (light green), rock (grey), mountain (brown)",
                         "it": "bosco (verde scuro), pascolo (verde chiaro), roccia (grigio)"}),
        ("RB-SETUP-06", {"en": "room to build", "it": "spazio per costruire"}),
        ("RB-SETUP-09", {"en": "a source or a mouth", "it": "una sorgente o una foce"}),
        ("RB-GEN-07", {"en": "3 sheets each of A and C", "it": "3 fogli A e 3 C, 1 B e 1 D"}),
        ("RB-GEN-07", {"en": "numbers for mines and bags, 8 for the discs",
                       "it": "numeri per miniere e sacchetti, 8 per i dischi"}),
        ("RB-FLEET-11", {"en": "the whole coast", "it": "tutta la costa"}),
    ],
)  # fmt: skip
def test_a_rule_is_shown_whole(rule: str, words: dict[str, str]) -> None:
    shown = RULEBOOK.rule(rule)
    assert shown is not None
    for language in LANGUAGES:
        assert words[language] in translate_rule(shown, MESSAGES.language(language, GAME.system)).text


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("rb.card.unclaimed", {"en": "has made nothing yet this turn", "it": "non ne ha ancora fatti"}),
        ("rb.card.own-transporter", {"en": "or a boat in the river", "it": "un’imbarcazione nel fiume"}),
        ("rb.now-building", {"en": "on the tile or on a transporter", "it": "sulla tessera o su un mezzo"}),
        ("line.roads-and-boats", {"en": "1 to 4 players, 5 or 6 by house rule", "it": "Da 1 a 4 giocatori"}),
    ],
)
def test_a_pages_text_of_a_rule_is_the_whole_condition(code: str, words: dict[str, str]) -> None:
    said = Messages(catalogues({GAME.system: GAME.folder}))
    for language in LANGUAGES:
        assert words[language] in said.language(language, GAME.system).phrase(code)


def test_what_the_code_names_can_be_read_in_the_rulebook() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    named = set(re.findall(r'"(RB-[A-Z]+-\d\d)"', sources))
    assert len(named) > 20
    assert named <= {rule.id for rule in RULES}


def test_what_a_test_cites_is_a_rule_or_an_example(request: pytest.FixtureRequest) -> None:
    ours = {each for each in cited(request.session.items) if each.startswith(("RB-", "TV-RB-"))}
    assert sorted(ours - {rule.id for rule in RULES} - set(EXAMPLES)) == []
