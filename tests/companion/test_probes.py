"""What the doctor finds of the clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion import probes


@pytest.mark.parametrize(
    ("year", "state"), [(1970, "missing"), (2024, "missing"), (2025, "ok"), (2040, "ok")]
)
def test_a_clock_that_was_never_set_is_missing(year: int, state: str) -> None:
    assert probes.clock(lambda: datetime(year, 6, 1, tzinfo=UTC)).state == state
