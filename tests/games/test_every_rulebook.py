"""The rulebook of every game is whole: every rule and example in every language, every switch named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games import Game
from companion.games.registry import folders, registered
from companion.games.rulebook import Rulebook, translate_rule, translate_rulebook
from companion.language.messages import Messages, rulebook_catalogues
from tests.rulebook.coverage import cited

MESSAGES = Messages(rulebook_catalogues(folders(registered())))


def switches(game: Game, prefix: str) -> dict[str, str]:
    """A game's house rules, by the names that readings call them by."""
    names = (name for name in game.options.__struct_fields__ if name.startswith("amb_"))
    return {f"{prefix}AMB-{name[4:]}": name for name in names}


class Case(NamedTuple):
    """A game with its house rules, and the most letters of one of its rules."""

    game: Game
    switches: Mapping[str, str]
    most: int

    @property
    def book(self) -> Rulebook:
        return self.game.rulebook()


ROADS, STRADA = registered()["roads-and-boats"], registered()["la-strada"]
CASES = {
    "roads-and-boats": Case(ROADS, {**switches(ROADS, ""), "AMB-20": "more_players"}, 600),
    "la-strada": Case(STRADA, switches(STRADA, "LS-"), 350),
}
QUESTIONS = {f"LS-AMB-{number:02}" for number in range(1, 13)}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture(params=MESSAGES.codes)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_game_is_looked_at() -> None:
    assert set(CASES) == set(registered())


def test_every_rule_stands_there_once_in_order_and_an_example_beside_one_rule(case: Case) -> None:
    rules = list(case.book.rules())
    most = Counter(rule.id.rpartition("-")[0] for rule in rules)
    assert [rule.id for rule in rules] == [
        f"{family}-{number:02}" for family in most for number in range(1, most[family] + 1)
    ]
    examples = Counter(example for rule in rules for example in rule.examples)
    assert [example for example, times in examples.items() if times > 1] == []


def test_every_rule_and_example_and_nothing_else_is_in_the_rulebook_of_every_language(
    case: Case, language: str
) -> None:
    rules = list(case.book.rules())
    codes = {
        *(f"rulegroup.{group.name}" for group in case.book.groups),
        *(f"{kind}.{rule.id}" for rule in rules for kind in ("rule", "title")),
        *(f"example.{example}" for rule in rules for example in rule.examples),
    }
    said, english = (MESSAGES.codes_of(each, case.game.system) for each in (language, "en"))
    readings = {code for code in said if code.startswith("reading.")}
    assert said - readings == codes
    assert readings == {code for code in english if code.startswith("reading.")}
    assert readings <= {f"reading.{rule.id}" for rule in rules}


def test_every_house_rule_changes_some_rule_and_its_reading_names_it(case: Case, language: str) -> None:
    words, rules = MESSAGES.language(language, case.game.system), list(case.book.rules())
    assert {switch for rule in rules for switch in rule.switches} == set(case.switches.values())
    for rule in rules:
        named = re.findall(r"(?:LS-)?AMB-\d\d", translate_rule(rule, words).reading or "")
        assert {case.switches[name] for name in named} == set(rule.switches), rule.id


def test_words_are_short_and_end_as_sentences_do(case: Case, language: str) -> None:
    for group in translate_rulebook(case.book, MESSAGES.language(language, case.game.system)):
        for rule in group.rules:
            assert len(rule.text) <= case.most, rule.rule.id
            for words in (rule.text, rule.reading, *(text for _, text in rule.examples)):
                assert words is None or words.endswith((".", "!", "?")), rule.rule.id


def test_what_the_code_and_the_tests_name_can_be_read_there(request: pytest.FixtureRequest) -> None:
    rules = [rule for case in CASES.values() for rule in case.book.rules()]
    known = {rule.id for rule in rules}
    paths = [path for case in CASES.values() for path in Path(str(case.game.folder)).rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in paths)
    named = set(re.findall(r'"((?:RB|LS)-[A-Z0-9]+-\d\d)"', sources))
    assert len(named) > 40
    assert named <= known
    ours = {each for each in cited(request.session.items) if re.match("(TV-)?(RB|LS)-", each)}
    examples = {example for rule in rules for example in rule.examples}
    assert sorted(ours - known - examples - QUESTIONS) == []
