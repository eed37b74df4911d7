"""The hours in which the buzzer says nothing."""

from __future__ import annotations

import pytest

from hardware.buzzer.driver import QuietHours


@pytest.mark.parametrize(
    ("begins", "ends", "quiet"),
    [
        (22, 8, {22, 23, *range(8)}),
        (0, 7, set(range(7))),
        (13, 15, {13, 14}),
        (23, 0, {23}),
        (8, 8, set()),
        (0, 0, set()),
    ],
)
def test_it_is_quiet_from_one_hour_until_another_also_across_midnight(
    begins: int, ends: int, quiet: set[int]
) -> None:
    assert {hour for hour in range(24) if QuietHours(begins, ends).cover(hour)} == quiet
