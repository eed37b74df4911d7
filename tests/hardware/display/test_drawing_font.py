from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from companion.language.letters import FONTS, LETTERS, fold

FILES = sorted(FONTS.glob("*.otb"))
SIZES = (12, 16, 20, 22, 24, 28, 32)


def test_both_weights_and_their_licence_lie_in_the_tree() -> None:
    assert [font.name for font in FILES] == ["terminus-bold.otb", "terminus-normal.otb"]
    licence = FILES[0].with_name("OFL.TXT").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Dimitar Toshkov Zhekov" in licence


@pytest.mark.parametrize("font", FILES, ids=lambda font: font.stem)
@pytest.mark.parametrize("size", SIZES)
def test_every_letter_is_half_as_wide_as_it_is_high_in_every_size_used(font: Path, size: int) -> None:
    drawn = ImageFont.truetype(font, size, layout_engine=ImageFont.Layout.BASIC)
    nothing = bytes(drawn.getmask("\uffff", "1"))
    for letter in LETTERS:
        assert drawn.getlength(letter, "1") == size / 2
        assert bytes(drawn.getmask(letter, "1")) != nothing, letter


def test_the_letters_of_italian_finnish_dutch_and_german_are_not_folded() -> None:
    words = "àèéìòùÀÈÉÌÒÙ äöåšžÄÖÅŠŽ ëïéèêüĳËÏ äöüßÄÖÜ „“”—…€"
    assert fold(words) == words


@given(st.text())
def test_folded_text_has_only_letters_of_the_font_and_folds_to_itself(text: str) -> None:
    folded = fold(text)
    assert set(folded) <= LETTERS
    assert fold(folded) == folded


@given(st.characters(categories=["L", "N", "P", "S"]))
def test_no_letter_is_dropped(letter: str) -> None:
    assert fold(letter)
