"""Two boxes, each with a game of the toy on its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.evening import START, Evening


@pytest.fixture
def evening(bare: Evening) -> Evening:
    """A game whose die has so many faces that no two rolls are alike."""
    bare.do({**START, "options": {"target": 900, "faces": 100}})
    return bare


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Evening]:
    """Another box, with another game on its table."""
    evening = Evening(tmp_path / "other", seed="other")
    evening.do(START)
    yield evening
    evening.table.close()
