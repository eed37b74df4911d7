"""La Strada's aids, everything asked and everything answered has a name that people read."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from companion.fields import Choice, fields_of
from companion.games.la_strada import aids
from companion.games.la_strada.game import LaStrada
from companion.messages import Language, Messages, catalogues

GAME = LaStrada()
MESSAGES = Messages(catalogues({GAME.system: GAME}))


@pytest.fixture(params=MESSAGES.codes)
def language(request: pytest.FixtureRequest) -> Language:
    return MESSAGES.language(str(request.param), GAME.system)


@pytest.mark.parametrize("name", GAME.aids)
def test_each_field_and_each_of_its_choices_has_words(name: str, language: Language) -> None:
    assert language.knows(f"aid.{name}")
    for field in fields_of(GAME.aids[name].asks):
        assert language.knows(f"aid.{name}.{field.name}")
        for kind in field.kinds:
            for word in kind.words if isinstance(kind, Choice) else ():
                assert language.knows(f"{field.name}.{word}")


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
    assert len(codes) >= 3
    for code in (*codes, "tiles-short", "too-dear", "no-such-colony", "not-playing"):
        assert language.knows(f"refused.{code}"), code
