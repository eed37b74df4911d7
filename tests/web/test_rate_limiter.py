"""Limits that no honest table or program meets."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Clock
from web.membership import COMMAND_LIMIT, GUESS_LIMIT
from web.server.rate_limiter import Limit, RateLimiter


def taken(limiter: RateLimiter, key: str, times: int = 2000) -> int:
    """How many tokens of so many that are wanted at once there are."""
    return sum(limiter.take(key) == 0 for _ in range(times))


def test_each_phone_has_a_burst_of_a_thousand_and_then_twenty_a_second() -> None:
    clock = Clock()
    phones = RateLimiter(COMMAND_LIMIT, clock.monotonic)
    assert taken(phones, "one") == 1000
    assert phones.take("one") == 1
    for _ in range(10):
        clock.seconds += 1
        assert taken(phones, "one") == 20
    assert taken(phones, "another") == 1000


def test_the_longest_unused_key_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimiter, "KEPT", 3)
    limiter = RateLimiter(Limit(1, 60.0), Clock().monotonic)
    assert [limiter.take(each) for each in "abcab"] == [0, 0, 0, 60, 60]
    assert limiter.take("d") == 0  # and c is forgotten
    assert [limiter.take(each) for each in "abc"] == [60, 60, 0]


@pytest.mark.parametrize("now", [0.0, 86_400.3, 1e6 + 0.1, 3e7 + 1 / 3])
@pytest.mark.parametrize("limit", [COMMAND_LIMIT, GUESS_LIMIT])
def test_the_burst_is_that_of_the_limit_however_long_the_machine_runs(limit: Limit, now: float) -> None:
    clock = Clock()
    clock.seconds = now
    limiter = RateLimiter(limit, clock.monotonic)
    assert taken(limiter, "one") == limit.size
    clock.seconds += limit.every
    assert taken(limiter, "one") == 1
