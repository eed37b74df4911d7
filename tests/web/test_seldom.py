"""What is said once in a while: each kind, and not more kinds than can be remembered."""

from __future__ import annotations

from web.seldom import PAUSE, Seldom


def test_each_kind_is_said_once_in_a_while() -> None:
    at = [0.0]
    seldom = Seldom(lambda: at[0])
    assert [seldom.now(kind) for kind in "aabba"] == [True, False, True, False, False]
    at[0] = PAUSE
    assert [seldom.now(kind) for kind in "aab"] == [True, False, True]


def test_kinds_without_end_are_not_said_without_end() -> None:
    seldom = Seldom(lambda: 0.0)
    assert sum(seldom.now(str(kind)) for kind in range(10_000)) <= 100
