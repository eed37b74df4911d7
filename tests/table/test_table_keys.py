"""Two people never overwrite each other: keys, versions, and eight phones at once."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest

from companion.games import Refused
from companion.games.registry import registered
from companion.table.commands import ForgetTag, PairTag
from companion.table.table import Stale
from tests.fakes.evening import START, Evening
from tests.fakes.toy.words import Add
from tests.table.refusing import refused

ADD: dict[str, Any] = {"type": "add", "colour": "red", "by": 3}


def test_the_same_key_is_the_same_action_as_long_as_its_game_is_on_the_table(evening: Evening) -> None:
    first = evening.do("roll", key="k")
    evening.do(ADD)
    for _ in range(2):
        again = evening.do("roll", key="k")
        assert (again.version, again.events) == (first.version, first.events)
        assert again.snapshot is evening.table.snapshot
        evening.restart()
    assert evening.game["counter"] == first.events[0]["face"] + 3


def test_a_key_with_another_body_is_refused(evening: Evening) -> None:
    evening.do(ADD, key="k")
    for body in ({**ADD, "by": 4}, "roll", {"type": "undo"}):
        assert refused(partial(evening.do, body, key="k", expects=0)).code == "key-reused"
    assert evening.body["version"] == 2


def test_a_key_that_was_refused_is_free_again(evening: Evening) -> None:
    with pytest.raises(Refused):
        evening.do("void", key="k")
    evening.do("roll")
    assert evening.do("void", key="k").version == 3


def test_left_out_fields_and_letter_case_make_no_other_command(evening: Evening) -> None:
    assert evening.do("advance", key="k").version == 2
    assert evening.do({"type": "advance", "quick": False}, key="k").version == 2
    evening.do({"type": "pair-tag", "tag": "aabbccdd", "number": 3}, key="t")
    assert evening.table.perform(PairTag("AABBCCDD", 3), source="panel", key="t").version == 3


def test_a_repeated_command_is_read_by_the_game_it_was_for_once_that_is_back(evening: Evening) -> None:
    evening.do("roll", key="k")
    first = evening.game["id"]
    evening.games = {**evening.games, **registered()}
    evening.restart()
    other = next(iter(registered()))
    evening.do({**START, "system": other, "options": {}, "replace": True})
    with pytest.raises(Refused, match="other-game"):
        evening.do("roll", key="k")
    evening.do({"type": "resume", "game": first})
    assert evening.do("roll", key="k").version == 2


def test_a_command_for_an_older_version_is_refused_with_the_table_as_it_is(evening: Evening) -> None:
    evening.do("roll", expects=1)
    with pytest.raises(Stale) as caught:
        evening.do("roll", expects=1)
    assert caught.value.code == "stale"
    assert caught.value.snapshot is evening.table.snapshot
    with pytest.raises(Stale):
        evening.do("roll", expects=99)
    evening.do("roll", expects=2)


def test_staleness_is_judged_before_the_rules(evening: Evening) -> None:
    with pytest.raises(Stale):
        evening.table.perform(ForgetTag("AABBCCDD"), source="phone", expects=0)


def race(evening: Evening, expects: int | None, key: str | None) -> list[str]:
    """Eight threads do the same at once; what came of it, sorted."""
    start, results = threading.Barrier(8), []

    def run(number: int) -> None:
        start.wait()
        try:
            done = evening.table.perform(Add("red", 1), source="phone", expects=expects, key=key)
        except Stale:
            results.append("stale")
        else:
            results.append(f"done {done.version}" if key or expects is not None else f"done by {number}")

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(results)


def test_of_eight_concurrent_commands_one_wins_and_the_others_are_stale(evening: Evening) -> None:
    for version in range(1, 40):
        assert race(evening, version, None) == [f"done {version + 1}"] + ["stale"] * 7
    assert evening.game["counter"] == 39


def test_eight_commands_with_one_key_get_one_answer_and_act_once(evening: Evening) -> None:
    for version in range(1, 20):
        assert race(evening, version, f"k{version}") == [f"done {version + 1}"] * 8
    assert evening.game["counter"] == 19


def test_eight_without_a_version_all_get_their_turn(evening: Evening) -> None:
    assert race(evening, None, None) == [f"done by {number}" for number in range(8)]
    assert evening.game["counter"] == 8
    assert [each["n"] for each in evening.table.log()] == list(range(1, 10))
