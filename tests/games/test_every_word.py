"""Every registered game in words: what its modules name is said in each language, with what it is given."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest

from companion.games import Game, Refused
from companion.games.registry import folders
from companion.language.messages import Messages, catalogues
from companion.panel.layout import BRIEF
from tests.fakes.every import every
from tests.games.catalogues import brief_refusals, entries, fields, notices, refusals, rules, sentences

GAMES = every()
MESSAGES = Messages(catalogues(folders(GAMES)))


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


@pytest.fixture(params=MESSAGES.codes)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_refusal_names_a_rule_that_can_be_read(game: Game) -> None:
    named = rules(game)
    assert named
    assert named <= {rule.id for rule in game.rulebook().rules()}


def test_every_refusal_and_warning_has_words_with_what_it_is_given(game: Game, language: str) -> None:
    said = sentences(game, language)
    for kind, codes in (("refused", refusals(game)), ("warning", notices(game))):
        assert codes
        for code, given in codes:
            assert said[f"{kind}.{code}"] <= given, code
        assert {each for each in said if each.startswith(f"{kind}.")} == {
            f"{kind}.{code}" for code, _ in codes
        }


def test_a_short_refusal_has_the_plural_of_the_long_one_and_no_more(game: Game, language: str) -> None:
    said = {entry.msgid: entry for entry in entries(game, language)}
    assert set(brief_refusals(game, language)) <= set(said)
    for code, given in refusals(game):
        long, brief = said[f"refused.{code}"], said.get(f"{BRIEF}refused.{code}")
        assert brief is None or bool(brief.msgid_plural) == bool(long.msgid_plural), code
        assert brief is None or fields(brief) <= given, code


def test_every_colour_of_a_player_has_its_names_and_its_signs(game: Game, language: str) -> None:
    common = Messages(catalogues({})).language(language)
    for kind in ("colour", "players", "letter", "shape"):
        assert [each for each in game.colours if not common.has(f"{kind}.{each}")] == [], kind


def test_every_thing_to_lay_out_has_a_sentence_and_a_rule_that_can_be_read(game: Game, language: str) -> None:
    speaker, laws = MESSAGES.language(language, game.system), {rule.id for rule in game.rulebook().rules()}
    for players in range(1, 7):
        with suppress(Refused):
            for each in game.checklist(None, players, game.options()):
                assert "{" not in speaker.phrase(f"lay.{each.code}", each.params), each
                assert speaker.has(f"lay.{each.code}"), each
                assert each.rule is None or each.rule in laws, each


def test_every_aid_and_each_part_of_its_answers_has_words(game: Game, language: str) -> None:
    speaker = MESSAGES.language(language, game.system)
    for name, aid in game.aids.items():
        parts = [part.encode_name for each in aid.answers for part in msgspec.structs.fields(each)]
        codes = [f"aid.{name}", *(f"aid.{name}.{part}" for part in parts)]
        assert [code for code in codes if not speaker.has(code)] == []
