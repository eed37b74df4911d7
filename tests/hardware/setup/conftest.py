"""What the tests of the setting up share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.person import Parts, wired
from tests.hardware.setup.reader_lines import TunedLine


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with wired(tmp_path) as parts:
        yield parts


@pytest.fixture
def line() -> Iterator[TunedLine]:
    line = TunedLine()
    yield line
    line.unplug()
