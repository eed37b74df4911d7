"""The scenes at the box go as they are written down, and show what its sheet says of the buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.sheet import lines
from tests.scenes import Scene, cases, compare, play
from tests.tree import ROOT

SHEET = ROOT / "companion/language/catalogues/en/sheet_pages.po"

CASES = cases("panel", pytest.mark.rule)


@pytest.mark.parametrize("scene", CASES)
def test_a_scene_at_the_box_goes_as_it_is_written(scene: Scene, tmp_path: Path) -> None:
    compare(scene, play(scene, tmp_path))


def test_every_line_of_the_sheet_is_shown_by_a_scene() -> None:
    assert lines(SHEET) <= {case.values[0].title for case in CASES}
