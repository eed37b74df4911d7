"""The table's fixtures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.evening import START, Evening


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Evening]:
    """A table without a game."""
    evening = Evening(tmp_path / "data")
    yield evening
    evening.table.close()


@pytest.fixture
def evening(bare: Evening) -> Evening:
    """A table with a toy game just started: its entry is number 1."""
    bare.do(START, key="start")
    return bare
