"""Rules are found by everyday questions from the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import folders, registered
from companion.games.rulebook import Rulebooks, aid_titles
from companion.language.messages import Messages, catalogues, rulebook_catalogues

GAMES = registered()
TABLE = Messages(catalogues(folders(GAMES)))
BOOKS = Rulebooks(
    {system: game.rulebook for system, game in GAMES.items()}, Messages(rulebook_catalogues(folders(GAMES)))
)
FIRST = 2
"""The rule must be among so many answers, which a small phone shows without scrolling."""
BY_SYSTEM = {system: Path(__file__).parent / Path(str(game.folder)).name for system, game in GAMES.items()}


def questions(system: str, language: str) -> list[tuple[str, list[str]]]:
    """The questions of a file `<the question> = <rules>`."""
    lines = (BY_SYSTEM[system] / "questions" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [(question, rules.split()) for question, rules in (line.split(" = ") for line in lines)]


def answers(system: str, code: str, search: str) -> tuple[str, ...]:
    language = TABLE.language(code, system)
    return BOOKS.search(system, language, search, aid_titles(GAMES[system].aids, language)).names


BOTH = pytest.mark.parametrize(
    ("system", "language"), [(system, code) for system in GAMES for code in TABLE.codes]
)


@BOTH
def test_everyday_questions_are_answered_at_the_top_and_most_of_them_first(
    system: str, language: str
) -> None:
    asked = questions(system, language)
    assert len(asked) > 60
    found = {question: answers(system, language, question)[:FIRST] for question, _ in asked}
    assert {question: found[question] for question, rules in asked if not {*found[question]} & {*rules}} == {}
    assert sum(found[question][0] in rules for question, rules in asked) >= 0.9 * len(asked)


@pytest.mark.parametrize(
    ("system", "language", "question", "rule"),
    [
        ("roads-and-boats", "en", "last row of the wonder not full", "RB-SCORE-05"),
        ("roads-and-boats", "it", "ultima fila della meraviglia non piena", "RB-SCORE-05"),
        ("roads-and-boats", "en", "goods across the river without a bridge", "RB-EXCH-02"),
        ("roads-and-boats", "it", "merci attraverso il fiume senza ponte", "RB-EXCH-02"),
        ("roads-and-boats", "en", "may I use another player's road", "RB-ROAD-05"),
        ("roads-and-boats", "it", "posso usare la strada di un altro giocatore", "RB-ROAD-05"),
        ("roads-and-boats", "en", "goods left on a tile at the end", "RB-SCORE-02"),
        ("roads-and-boats", "it", "merci lasciate su una tessera alla fine", "RB-SCORE-02"),
        ("roads-and-boats", "en", "wonder bricks with goods not at home", "RB-WON-02"),
        ("roads-and-boats", "it", "mattoni della meraviglia con merci non a casa", "RB-WON-02"),
        ("la-strada", "en", "may I use another player's road", "LS-BUILD-05"),
        ("la-strada", "it", "posso usare la strada di un altro giocatore", "LS-BUILD-05"),
        ("la-strada", "en", "end", "LS-END-01"),
        ("la-strada", "it", "fine", "LS-END-01"),
        ("la-strada", "en", "La Strada's end", "LS-END-01"),
        ("la-strada", "it", "fine de La Strada", "LS-END-01"),
    ],
)
def test_a_question_once_answered_by_another_rule_has_its_own_first(
    system: str, language: str, question: str, rule: str
) -> None:
    assert answers(system, language, question)[0] == rule


@BOTH
def test_questions_belong_to_existing_rules_and_aids(system: str, language: str) -> None:
    game = GAMES[system]
    known = game.rulebook().search_phrases[language].questions
    assert set(known) <= {rule.id for rule in game.rulebook().rules()} | {f"aid.{name}" for name in game.aids}


@BOTH
def test_a_rule_is_found_by_its_title(system: str, language: str) -> None:
    rules = [rule for group in BOOKS.groups(system, language) for rule in group.rules]
    titles = [rule.title for rule in rules]
    assert len(set(titles)) == len(titles)
    assert max(map(len, titles)) <= 50
    assert {
        rule.title for rule in rules if rule.rule.id not in answers(system, language, rule.title)[:3]
    } == set()


@pytest.mark.parametrize(
    ("search", "aid"),
    [
        ("price of bricks", "aid.bricks"),
        ("breed", "aid.breeding"),
        ("chance of gold", "aid.bag"),
        ("demolish a wall", "aid.walls"),
    ],
)
def test_aids_stand_among_the_answers(search: str, aid: str) -> None:
    assert aid in answers("roads-and-boats", "en", search)[:5]


def test_an_id_finds_its_rule_and_a_house_rule_the_rule_it_changes() -> None:
    assert answers("roads-and-boats", "en", "rb-mine-09") == ("RB-MINE-09",)
    assert answers("roads-and-boats", "it", "AMB-04") == ("RB-LIVE-04",)
    assert answers("roads-and-boats", "it", "TV-RB-TEMPLE-15") == ("RB-CONF-04",)
