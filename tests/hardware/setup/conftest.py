"""What the tests of the setting up share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.person import Parts, wired


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with wired(tmp_path) as parts:
        yield parts
