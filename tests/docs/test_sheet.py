"""The sheets to print are there for each game and language, and say what the box's own page says today."""

from __future__ import annotations

import re

from docs.sheet import FOLDER, MADE_OF, NAMES, made_of

PRINTED = re.compile(rb"/Type /Page\b(?!s)")
WORDS = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_every_game_has_a_sheet_of_three_pages_in_every_language() -> None:
    files = {each.name for each in FOLDER.iterdir() if each.suffix in {".pdf", ".png"}}
    assert files == {f"{name}.{kind}" for name in NAMES for kind in ("pdf", "png")}
    assert [name for name in NAMES if f"({name}.pdf)" not in WORDS] == []
    pages = {name: len(PRINTED.findall((FOLDER / f"{name}.pdf").read_bytes())) for name in NAMES}
    assert pages == dict.fromkeys(NAMES, 3)


def test_they_were_printed_from_the_present_words() -> None:
    assert MADE_OF.read_text(encoding="utf-8") == made_of(), "make sheet prints them anew"
