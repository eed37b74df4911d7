"""Looking after the box by phone goes as it is written down, and the pages say no more and no less."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenes import Scene, compare, scenes
from tests.web.admin.scenes import FILES, play

CASES = [pytest.param(scene, id=f"{path.stem}: {scene.title}") for path in FILES for scene in scenes(path)]


@pytest.mark.parametrize("scene", CASES)
def test_the_admin_pages_are_as_their_transcripts_show(scene: Scene, tmp_path: Path) -> None:
    compare(scene, play(scene, tmp_path))
