"""A sitting for each test: an empty table, and one with a game on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.sitting import START, RecordingBox, Sitting, act


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """Nothing on the table, and a simulated box that only takes notes."""
    sitting = Sitting(tmp_path / "data", RecordingBox())
    yield sitting
    sitting.close()


@pytest.fixture
def playing(sitting: Sitting) -> Sitting:
    """A game of two in its first turn, version 1."""
    assert act(sitting.phone(), START).status_code == 200
    return sitting
