"""A cache that forgets first what was asked for the longest ago."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.lru import Lru
from tests.patience import PATIENCE


def test_a_value_is_made_once_and_what_was_asked_for_the_longest_ago_goes() -> None:
    cache: Lru[int, str] = Lru(2)
    made: list[int] = []

    def make(key: int) -> str:
        made.append(key)
        return str(key)

    def ask(key: int) -> str:
        return cache.get(key, lambda: make(key))

    assert [ask(each) for each in (1, 2, 1, 3, 1, 2)] == ["1", "2", "1", "3", "1", "2"]
    assert made == [1, 2, 3, 2]


def test_a_failed_value_is_made_by_the_next_request() -> None:
    cache: Lru[str, int] = Lru(1)
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: 1 // 0)
    assert cache.get("a", lambda: 1) == 1


def test_a_slow_value_blocks_no_other_and_is_made_once() -> None:
    cache: Lru[str, str] = Lru(2)
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        return "slow"

    with ThreadPoolExecutor() as pool:
        first = pool.submit(cache.get, "a", slowly)
        assert begun.wait(PATIENCE)
        second = pool.submit(cache.get, "a", lambda: "again")
        assert cache.get("b", lambda: "quick") == "quick"
        go_on.set()
        assert (first.result(), second.result()) == ("slow", "slow")
