"""The rulebook: chapters and rules read from a game's folder, put into words, and searched."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.games.registry import folders
from companion.games.rulebook import (
    Rule,
    Rulebook,
    Rulebooks,
    SearchPhrases,
    TranslatedGroup,
    TranslatedRule,
    find_id,
    read,
    translate_rule,
    translate_rulebook,
)
from companion.language.messages import CatalogueFolders, Messages, catalogues, rulebook_catalogues
from tests.fakes.evening import TOY

RULEBOOK = TOY["toy"].rulebook()
MESSAGES = Messages(rulebook_catalogues(folders(TOY)))


def words(language: str) -> tuple[TranslatedGroup, ...]:
    return translate_rulebook(RULEBOOK, MESSAGES.language(language))


def test_chapters_stand_in_the_order_of_their_files_and_rules_as_written() -> None:
    assert [group.name for group in RULEBOOK.groups] == ["01-dice", "02-end"]
    assert [rule.id for rule in RULEBOOK.rules()] == ["TOY-01", "TOY-02", "TOY-03", "TOY-04"]


def test_a_rule_is_found_by_its_id_and_by_its_phase() -> None:
    assert RULEBOOK.rule("TOY-01") == Rule("TOY-01", "track", ("rolling",), ("faces",), ("TV-TOY-01",))
    assert RULEBOOK.rule("TOY-99") is None
    books = Rulebooks({"toy": lambda: RULEBOOK}, MESSAGES)
    rolling = books.of_phase("toy", "en", "rolling")
    assert [rule.rule.id for group in rolling for rule in group.rules] == ["TOY-01"]
    assert books.of_phase("toy", "en", "resting") == ()


@pytest.mark.parametrize(
    "rule", ['{"id": "A"}', '{"id": "A", "coverage": "guess"}', '{"id": "A", "coverage": "track", "x": 1}']
)
def test_what_is_not_a_rule_is_not_read(rule: str, tmp_path: Path) -> None:
    (tmp_path / "groups").mkdir()
    (tmp_path / "groups" / "01.json").write_text(f"[{rule}]")
    with pytest.raises(msgspec.ValidationError):
        read(tmp_path)


def test_a_rule_is_shown_with_its_reading_and_its_examples() -> None:
    dice, end = words("it")
    assert (dice.title, end.title) == ("Dadi", "La fine")
    assert [rule.title for rule in dice.rules] == ["Tirare il dado", "Annullare un tiro"]
    assert dice.rules[0].text == "Chi tira aggiunge il dado al contatore."
    assert dice.rules[0].reading == "Qualcuno dice il doppio del dado. Vale una volta sola."
    assert dice.rules[0].examples == (("TV-TOY-01", "Il contatore è a 7; un 5 lo porta a 12."),)
    assert (dice.rules[1].reading, dice.rules[1].examples) == (None, ())


def test_a_rule_without_a_title_has_that_of_its_chapter(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    (tmp_path / "rulebook" / "catalogues" / "en").mkdir(parents=True)
    said = 'msgid "rulegroup.01-dice"\nmsgstr "Dice"\n\nmsgid "rule.TOY-01"\nmsgstr "Roll."\n'
    (tmp_path / "rulebook" / "catalogues" / "en" / "all.po").write_text(header + said)
    messages = Messages(rulebook_catalogues({"toy": tmp_path}))
    books = Rulebooks({"toy": lambda: RULEBOOK}, messages)
    assert books.groups("toy", "en")[0].rules[0].title == "Dice"
    assert books.title("TOY-01", "en") == "Dice"


def test_a_rule_is_named_by_its_title_and_one_that_there_is_not_by_its_id() -> None:
    books = Rulebooks({"toy": lambda: RULEBOOK}, MESSAGES)
    assert books.title("TOY-03", "it") == "Quanto manca"
    assert books.title("TOY-99", "it") == "TOY-99"


def test_what_people_ask_stands_beside_the_chapters_and_other_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "groups").mkdir()
    (tmp_path / "groups" / "notes.txt").write_text("not a chapter")
    assert read(tmp_path) == Rulebook()
    (tmp_path / "asked").mkdir()
    (tmp_path / "asked" / "en.json").write_text('{"instead": {"cube": "die"}, "asked": {"A": ["how"]}}')
    assert read(tmp_path).search_phrases == {"en": SearchPhrases({"cube": "die"}, {"A": ("how",)})}
    (tmp_path / "asked" / "en.json").write_text('{"insted": {}}')
    with pytest.raises(msgspec.ValidationError):
        read(tmp_path)


def test_a_rulebook_is_searched_without_anything_that_people_ask_and_its_ids_are_found() -> None:
    books = Rulebooks({"toy": lambda: RULEBOOK}, MESSAGES)
    english = Messages(catalogues(folders(TOY))).language("en", "toy")
    assert books.search("toy", english, "taking back rolls", {}).names[0] == "TOY-02"
    assert books.search("toy", english, "tv-toy-01", {}).names == ("TOY-01",)
    assert books.search("toy", english, "TOY-77", {}).names == ()


def test_an_aid_never_stands_before_the_best_rule() -> None:
    books = Rulebooks({"toy": lambda: RULEBOOK}, MESSAGES)
    english = Messages(catalogues(folders(TOY))).language("en", "toy")
    aids = {"aid.roll": "Rolling the die"}
    assert books.search("toy", english, "rolling the die", aids).names[:2] == ("TOY-01", "aid.roll")
    assert books.search("toy", english, "rolling the die", aids).stems


def test_what_a_language_lacks_is_shown_in_english(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    for code, text in (("en", 'msgid "rule.TOY-04"\nmsgstr "It ends."\n'), ("fi", 'msgid "x"\nmsgstr "y"\n')):
        (tmp_path / code).mkdir()
        (tmp_path / code / "all.po").write_text(header + text)
    assert (
        translate_rule(Rule("TOY-04", "explain"), Messages(CatalogueFolders((tmp_path,))).language("fi")).text
        == "It ends."
    )


@pytest.mark.parametrize(("how_many", "open_at_once"), [(0, 0), (1, 1), (5, 5), (6, 3), (11, 3)])
def test_of_very_many_examples_three_stand_open(how_many: int, open_at_once: int) -> None:
    examples = tuple((f"TV-{number}", f"Worked, {number}.") for number in range(how_many))
    told = TranslatedRule(Rule("TOY-01", "track"), "Rolling", "A rule.", None, examples)
    assert told.first_examples == examples[:open_at_once]
    assert told.first_examples + told.more_examples == examples


@pytest.mark.parametrize(
    ("search", "rules"),
    [
        ("TOY-02", ["TOY-02"]),
        ("tv-toy-01", ["TOY-01"]),
        ("toy-0", ["TOY-01", "TOY-02", "TOY-03", "TOY-04"]),
        ("toy-77", []),
    ],
)
def test_an_id_finds_its_rule_else_those_in_which_it_stands(search: str, rules: list[str]) -> None:
    assert [rule.rule.id for group in find_id(words("en"), search) for rule in group.rules] == rules


def test_a_whole_id_finds_that_rule_alone_though_others_name_it() -> None:
    group = words("en")[0]
    other = msgspec.structs.replace(group.rules[1], text="As toy-01 says.")
    named = msgspec.structs.replace(group, rules=(group.rules[0], other))
    assert [rule.rule.id for each in find_id([named], "toy-01") for rule in each.rules] == ["TOY-01"]
