"""Limits that no honest table or program meets, and that nobody can use up for somebody else."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Clock
from web.membership import ACTS
from web.pace import Addresses, Bucket, Crowd, Limit, Pace


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def phones(clock: Clock) -> Crowd:
    """The crowd that joined phones are."""
    own, share, together = ACTS
    return Crowd(clock.monotonic, own=own, share=share, together=together)


def flood(crowd: Crowd, pace: Pace, times: int = 5000) -> int:
    """How many of so many things at once are done."""
    return sum(crowd.wait(pace) == 0 for _ in range(times))


def test_a_phone_does_a_thousand_things_at_once_and_then_twenty_a_second(phones: Crowd, clock: Clock) -> None:
    one = phones.pace()
    assert flood(phones, one) == 1000
    assert phones.wait(one) == 1
    for _ in range(10):
        clock.seconds += 1
        assert flood(phones, one) == 20


def test_all_phones_together_are_bounded(phones: Crowd, clock: Clock) -> None:
    many = [phones.pace() for _ in range(20)]
    at_once = sum(flood(phones, each) for each in many)
    assert at_once == 3000 + 20 * 100
    clock.seconds += 10
    assert sum(flood(phones, each) for each in many) == 60 * 10 + 20 * 2 * 10


def test_a_phone_within_its_share_is_done_while_all_others_flood(phones: Crowd, clock: Clock) -> None:
    others, one = [phones.pace() for _ in range(20)], phones.pace()
    for _ in range(100):
        for each in others:
            flood(phones, each, 100)
        clock.seconds += 1
        assert flood(phones, one, 2) == 2


def test_one_phone_that_floods_takes_nothing_from_the_limits_of_the_others(
    phones: Crowd, clock: Clock
) -> None:
    one, another = phones.pace(), phones.pace()
    for _ in range(50):
        flood(phones, one)
        clock.seconds += 1
    assert flood(phones, another) == 1000


def test_addresses_have_a_pace_each_and_the_one_that_is_silent_longest_is_forgotten(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Addresses, "KEPT", 3)
    addresses = Addresses(
        Crowd(clock.monotonic, own=Limit(1, 60.0), share=Limit(0, 1.0), together=Limit(1000, 1.0))
    )
    assert [addresses.wait(each) for each in "abcab"] == [0, 0, 0, 60, 60]
    assert addresses.wait("d") == 0  # and c is forgotten
    assert [addresses.wait(each) for each in "abc"] == [60, 60, 0]


def test_many_addresses_are_bounded_together(clock: Clock) -> None:
    addresses = Addresses(
        Crowd(clock.monotonic, own=Limit(10, 1.0), share=Limit(0, 1.0), together=Limit(30, 1.0))
    )
    assert sum(addresses.wait(f"address {number}") == 0 for number in range(100)) == 30


@pytest.mark.parametrize("now", [0.0, 86_400.3, 1e6 + 0.1, 3e7 + 1 / 3])
@pytest.mark.parametrize("limit", [Limit(1000, 1 / 20), Limit(3000, 1 / 60), Limit(5, 15.0)])
def test_as_many_are_done_at_once_as_the_limit_says_however_long_the_machine_runs(
    limit: Limit, now: float
) -> None:
    bucket, done = Bucket(limit, now), 0
    while not bucket.wait(now):
        bucket.take(now)
        done += 1
    assert done == limit.size
    assert bucket.wait(now) == round(limit.every, 3)
    assert bucket.wait(now + limit.every) == 0
