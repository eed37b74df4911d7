"""The page about a new game shows the files of the tests' small game."""

from __future__ import annotations

import re

from companion.games import Game
from tests.tree import ROOT

GAME = ROOT / "tests" / "fakes" / "tally"
PAGE = (ROOT / "docs" / "howto" / "game.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""A file's name within the game's folder, and a part of its text."""


def test_the_page_shows_parts_of_the_game_as_they_are() -> None:
    shown = SHOWN.findall(PAGE)
    assert len(shown) > 5
    assert [name for name, part in shown if part not in (GAME / name).read_text(encoding="utf-8")] == []


def test_the_page_names_every_file_of_the_game_and_every_part_of_the_contract() -> None:
    files = {each.name for each in GAME.rglob("*") if each.is_file() and each.suffix != ".pyc"}
    names = {*files, *Game.__struct_fields__} - {"__init__.py"}
    assert [each for each in names if not re.search(rf"\b{re.escape(each)}\b", PAGE)] == []
