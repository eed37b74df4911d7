"""The scenes of games at the box go as they are written down; each sheet and each refusal is shown there."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from tests.fakes.sheet import lines
from tests.scenes import Scene, cases, compare, play
from tests.tree import ROOT

GAMES = ("la_strada", "roads_and_boats")
NEVER_SENT = {"players-too-few"}
"""The refusal of a start without players, which no command can be."""


@pytest.mark.parametrize("scene", cases("games", pytest.mark.rule))
def test_a_scene_at_the_box_goes_as_it_is_written(scene: Scene, tmp_path: Path) -> None:
    compare(scene, play(scene, tmp_path))


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_sheet_and_every_refusal_of_a_game_is_shown_by_a_scene(game: str) -> None:
    catalogues = ROOT / "companion/games" / game / "catalogues/en"
    shown: list[Scene] = [case.values[0] for case in cases(f"games/{game}", pytest.mark.rule)]
    assert lines(catalogues / "sheet.po") <= {scene.title for scene in shown}
    rules = polib.pofile(str(catalogues / "rules.po"))
    codes = {each.msgid[8:] for each in rules if each.msgid.startswith("refused.")}
    text = "".join(scene.text for scene in shown)
    assert codes - set(re.findall(r"^  refused (\S+)", text, re.MULTILINE)) <= NEVER_SENT
