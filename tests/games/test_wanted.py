"""What is made only when it is wanted."""

from __future__ import annotations

import pytest

from companion.games.wanted import Wanted


def test_each_is_made_when_it_is_first_asked_for_and_not_again() -> None:
    made: list[str] = []

    def maker(name: str) -> str:
        made.append(name)
        return name.upper()

    wanted = Wanted({"a": lambda: maker("a"), "b": lambda: maker("b")})
    assert (list(wanted), len(wanted), "a" in wanted, "c" in wanted, made) == (["a", "b"], 2, True, False, [])
    assert (wanted["b"], wanted["b"], made) == ("B", "B", ["b"])
    assert (dict(wanted), made) == ({"a": "A", "b": "B"}, ["b", "a"])
    with pytest.raises(KeyError):
        wanted["c"]


def test_what_is_nothing_is_made_once_as_well() -> None:
    made: list[None] = []
    wanted = Wanted({"a": lambda: made.append(None)})
    assert (wanted["a"], wanted["a"], made) == (None, None, [None])
