"""Every aid, everything asked and everything answered has a name that people read, in each language."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from companion.fields import Choice, Counts, Field, Group, Row, fields_of
from companion.games.registry import registered
from companion.games.roads_and_boats import aids
from companion.messages import Language, Messages, catalogues
from tests.games.roads_and_boats.playing import GAME

MESSAGES = Messages(catalogues(registered()))
WORD = {
    "goods": "good", "carried": "good", "first": "good", "fleet": "transporter", "at_factory": "transporter",
    "new": "transporter", "brought_by": "transporter", "researched": "subject",
}  # fmt: skip
"""What a field's words are called where not by its own name."""


@pytest.fixture(params=MESSAGES.codes)
def language(request: pytest.FixtureRequest) -> Language:
    return MESSAGES.language(str(request.param), "roads-and-boats")


def every(fields: tuple[Field, ...]) -> list[Field]:
    inner = [
        each for field in fields for kind in field.kinds if isinstance(kind, Group) for each in kind.fields
    ]
    return [*fields, *inner]


@pytest.mark.parametrize("name", GAME.aids)
def test_each_field_and_each_of_its_choices_has_words(name: str, language: Language) -> None:
    assert language.knows(f"aid.{name}")
    for field in every(fields_of(GAME.aids[name].asks)):
        assert language.knows(f"aid.{name}.{field.name}")
        for kind in field.kinds:
            inner = kind.each if isinstance(kind, Row) else kind
            for word in inner.words if isinstance(inner, Choice | Counts) else ():
                assert language.knows(f"{WORD.get(field.name, field.name)}.{word}")


@pytest.mark.parametrize("name", GAME.aids)
def test_each_part_of_an_answer_has_words(name: str, language: Language) -> None:
    for answer in GAME.aids[name].answers:
        for part in msgspec.structs.fields(answer):
            assert language.knows(f"aid.{name}.{part.encode_name}")


def test_each_refusal_has_words(language: Language) -> None:
    folder = Path(aids.__file__).parent
    codes = {
        code
        for file in folder.glob("*.py")
        for code in re.findall(r'Refused\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8"))
    }
    assert len(codes) >= 12
    for code in (*codes, "wall-both-sides", "wall-goods-short"):
        assert language.knows(f"refused.{code}"), code
