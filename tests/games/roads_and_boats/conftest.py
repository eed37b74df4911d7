"""A box with Roads & Boats on its table, and one with nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.box import Box, running


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Box]:
    """Nothing on the table."""
    with running(tmp_path) as box:
        yield box


@pytest.fixture
def box(bare: Box) -> Box:
    """Three players in the temple's order: red nearest, yellow farthest."""
    bare.play("red", "blue", "yellow", names=("", "Bob", ""))
    return bare
