"""Setting up each part goes as it is written down, in the terminal's own words."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from hardware.setup.display import TEST_NUMBERS, picture
from tests.hardware.setup.scenes import FILES, play, same
from tests.scenes import Scene, compare, scenes

CASES = [pytest.param(scene, id=f"{path.stem}: {scene.title}") for path in FILES for scene in scenes(path)]


@pytest.mark.parametrize("scene", CASES)
def test_a_part_is_set_up_as_it_is_written(scene: Scene, tmp_path: Path) -> None:
    compare(scene, play(scene, tmp_path))


def test_the_numbers_that_are_to_be_read_look_otherwise_in_a_mirror() -> None:
    for number in map(picture, TEST_NUMBERS):
        assert not same(number, number.transpose(Image.Transpose.FLIP_LEFT_RIGHT))


@pytest.mark.parametrize("steps", [0, 2, 5, 8])
def test_leaving_at_any_point_changes_nothing(tmp_path: Path, steps: int) -> None:
    whole = ("type 4", "type", "type", "tap 17", "tap 26", "tap 22", "type n", "lay 0F0184F07B", "wait")
    before = ("file", "display sh1106", "port ttyUSB0", "walk")
    shown = play(Scene("", (), (*before, *whole[:steps]), ""), tmp_path)
    assert "\n  gone\n" in shown
    assert shown.endswith("\n  kept nothing\n")
