"""Another box, for games that go from one to the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.evening import START, Evening


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Evening]:
    """Another box, with another game on its table."""
    evening = Evening(tmp_path / "other", seed="other")
    evening.do(START)
    yield evening
    evening.table.close()
