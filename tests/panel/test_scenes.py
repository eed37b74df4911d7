"""The scenes at the box go as they are written down: those of the panel, and those of every game."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from tests.fakes.sheet import lines
from tests.scenes import FILES, Scene, compare, play, scenes
from tests.tree import ROOT

CASES = [
    pytest.param(scene, id=f"{path.stem}: {scene.title}", marks=pytest.mark.rule(*scene.rules))
    for path in FILES
    for scene in scenes(path)
]
SHEETS = {
    "companion/language/catalogues/en/sheet_pages.po": "tests/panel/scenes/sheet.txt",
    "companion/games/la_strada/catalogues/en/sheet.po": "tests/games/la_strada/scenes/sheet.txt",
    "companion/games/roads_and_boats/catalogues/en/sheet.po": "tests/games/roads_and_boats/scenes/sheet.txt",
}
"""Catalogues with what the printed sheets say of the buttons, and the scenes that show it."""
ELSEWHERE: dict[str, set[str]] = {"la_strada": set(), "roads_and_boats": {"players-too-few"}}
"""Refusals of a start without players, which no command can be."""


@pytest.mark.parametrize("scene", CASES)
def test_a_scene_at_the_box_goes_as_it_is_written(scene: Scene, tmp_path: Path) -> None:
    compare(scene, play(scene, tmp_path))


@pytest.mark.parametrize("catalogue", SHEETS)
def test_every_line_of_the_sheet_is_shown_by_a_scene(catalogue: str) -> None:
    assert lines(ROOT / catalogue) <= {scene.title for scene in scenes(ROOT / SHEETS[catalogue])}


@pytest.mark.parametrize("game", ELSEWHERE)
def test_every_refusal_of_a_game_is_shown_by_a_scene(game: str) -> None:
    catalogue = polib.pofile(str(ROOT / f"companion/games/{game}/catalogues/en/rules.po"))
    codes = {each.msgid[8:] for each in catalogue if each.msgid.startswith("refused.")}
    text = "".join(path.read_text("utf-8") for path in FILES if game in path.parts)
    assert codes - ELSEWHERE[game] == codes & set(re.findall(r"^  refused (\S+)", text, re.MULTILINE))
