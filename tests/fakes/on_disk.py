"""A folder for each test of a whole companion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Not in memory: the box's own check finds that, and says it wherever it says what is amiss."""
    with TemporaryDirectory() as folder:
        yield Path(folder)
