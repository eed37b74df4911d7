"""Boxes with La Strada on their tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.box import Box
from tests.games.la_strada.boxed import TWO, playing


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """Four players; grey begins, yellow is Anna."""
    with playing(tmp_path) as box:
        yield box


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Box]:
    """Two players; yellow, the second one, begins."""
    with playing(tmp_path, TWO) as box:
        yield box
