"""What the tests of the journal share: a journal that was killed."""

from __future__ import annotations

import pytest

from tests.journal.left import Left, killed
from tests.journal.writing import entry


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    return killed(tmp_path_factory.mktemp("left"), [entry(n, f"k{n}") for n in range(1, 41)])
