"""The page about adding a game shows the files of the tests' third game, whole and as they are."""

from __future__ import annotations

import re

from tests.tree import ROOT

GAME = ROOT / "tests" / "fakes" / "tally"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""A file's name within the game's folder, and its text."""


def test_the_page_shows_every_file_of_the_game_as_it_is() -> None:
    files = {
        path.relative_to(GAME).as_posix(): path.read_text(encoding="utf-8")
        for path in GAME.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert dict(SHOWN.findall(PAGE)) == files


def test_what_the_page_sends_its_readers_to_is_there() -> None:
    named = re.findall(r"`((?:companion|docs|tests|web)/[\w./-]+)`", SHOWN.sub("", PAGE))
    assert len(named) > 10
    assert [each for each in named if not (ROOT / each).exists()] == []
