"""The aid for walls: what tokens and demolishing cost, from where, and with whose goods."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.roads_and_boats.asking import ask, refused
from tests.games.roads_and_boats.playing import Play

STRENGTHS = st.integers(0, 30)


def stone(strength: int, tokens: int = 1, **more: Any) -> int:
    answer = ask("walls", strength=strength, tokens=tokens, **more)
    assert set(answer) == {"stone"}
    return int(answer["stone"])


def boards(strength: int, **more: Any) -> int:
    answer = ask("walls", strength=strength, demolish=True, **more)
    assert set(answer) == {"boards"}
    return int(answer["boards"])


@pytest.mark.rule("RB-WALL-03", "TV-RB-CONF-13", "TV-RB-WALL-14", "TV-RB-WALL-19")
def test_the_first_token_costs_one_stone_from_either_tile() -> None:
    assert stone(0) == stone(0, stands="docked") == stone(0, here=2) == 1
    assert stone(0) + stone(0) == 2
    assert stone(0, here=1, there=0) == stone(0, here=0, there=1) == 1
    neither = refused("walls", strength=0, tokens=1, here=0, there=0)
    assert (neither.code, neither.rule) == ("wall-goods-short", "RB-WALL-09")


@pytest.mark.rule("RB-WALL-04", "TV-RB-WALL-02", "TV-RB-WALL-03")
@pytest.mark.parametrize(("tokens", "cost"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_a_new_wall_costs_one_stone_then_two_then_three(tokens: int, cost: int) -> None:
    assert stone(0, tokens) == cost


@pytest.mark.rule("RB-WALL-04", "TV-RB-WALL-04")
@pytest.mark.parametrize(("strength", "cost"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_a_wall_is_strengthened_for_its_strength_and_one(strength: int, cost: int) -> None:
    assert stone(strength) == cost


@pytest.mark.rule("RB-WALL-04")
@given(STRENGTHS, st.integers(1, 20), st.integers(1, 20), st.booleans())
def test_tokens_cost_the_same_at_once_and_one_after_the_other(
    strength: int, first: int, then: int, from_sea: bool
) -> None:
    together = stone(strength, first + then, from_sea=from_sea)
    assert together == stone(strength, first, from_sea=from_sea) + stone(
        strength + first, then, from_sea=from_sea
    )


@pytest.mark.rule("RB-WALL-06", "TV-RB-WALL-06")
@pytest.mark.parametrize(("strength", "cost"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_demolishing_costs_the_strength_and_one_in_boards(strength: int, cost: int) -> None:
    assert boards(strength) == cost
    assert stone(strength) == cost, "as many neutral tokens stand there as before"


@pytest.mark.rule("RB-WALL-06")
def test_where_no_wall_stands_there_is_nothing_to_demolish() -> None:
    refusal = refused("walls", strength=0, demolish=True)
    assert (refusal.code, refusal.rule) == ("no-wall", "RB-WALL-06")


@pytest.mark.rule("RB-WALL-07")
def test_a_wall_is_demolished_whole_or_not_at_all() -> None:
    refusal = refused("walls", strength=3, tokens=2, demolish=True)
    assert (refusal.code, refusal.rule, refusal.params) == ("wall-in-part", "RB-WALL-07", {"strength": 3})
    assert boards(3, tokens=3) == 4


@pytest.mark.rule("RB-WALL-08", "RB-WALL-07", "TV-RB-WALL-16")
def test_the_neutral_tokens_that_stay_make_the_next_one_as_dear_as_before() -> None:
    assert stone(3) == 4
    assert (stone(0), boards(1), stone(1)) == (1, 2, 2)


@pytest.mark.rule("RB-WALL-09", "TV-RB-WALL-18")
def test_goods_on_both_sides_do_not_add_up() -> None:
    refusal = refused("walls", strength=2, tokens=1, here=2, there=2)
    assert (refusal.code, refusal.rule) == ("wall-both-sides", "RB-WALL-09")
    assert refusal.params == {"good": "stone", "cost": 3}
    short = refused("walls", strength=2, tokens=1, here=1, there=1)
    assert (short.code, short.rule) == ("wall-goods-short", "RB-WALL-09")
    assert refused("walls", strength=2, demolish=True, here=2, there=1).params == {
        "good": "boards",
        "cost": 3,
    }
    assert stone(2, here=3, there=0) == stone(2, there=3) == 3


@pytest.mark.rule("RB-WALL-11")
@pytest.mark.parametrize("strength", [1, 2, 5])
def test_a_docked_boat_pays_what_is_paid_on_land(strength: int) -> None:
    assert stone(strength, stands="docked") == stone(strength, stands="land") == stone(strength)
    assert boards(strength, stands="docked") == boards(strength, stands="land") == boards(strength)


@pytest.mark.rule("RB-WALL-13")
@pytest.mark.parametrize("strength", [1, 2, 5])
def test_a_boat_on_a_river_pays_nothing_more(strength: int) -> None:
    assert stone(strength, 2, stands="river") == stone(strength, 2)
    assert boards(strength, stands="river") == boards(strength)


@pytest.mark.rule("RB-WALL-12", "TV-RB-WALL-07", "TV-RB-WALL-08", "TV-RB-WALL-10")
def test_from_open_sea_each_token_and_each_demolition_costs_two_more() -> None:
    assert stone(0, from_sea=True) == 3
    assert boards(1, from_sea=True) == 4
    assert stone(0, 2, from_sea=True) == 7
    assert stone(0, 2, stands="open-sea") == 7


@pytest.mark.rule("RB-WALL-12", "TV-RB-WALL-12")
@pytest.mark.parametrize(("strength", "cost"), [(1, 4), (2, 5), (3, 6), (4, 7)])
def test_demolishing_from_open_sea(strength: int, cost: int) -> None:
    assert boards(strength, from_sea=True) == cost


@pytest.mark.rule("RB-WALL-12", "TV-RB-WALL-11")
def test_a_house_rule_takes_the_extra_once_for_each_action() -> None:
    state = Play(amb_15=True).state
    assert ask("walls", state, tokens=2, from_sea=True) == {"stone": 5}
    assert ask("walls", state, strength=1, demolish=True, from_sea=True) == {"boards": 4}
    assert ask("walls", state, strength=1, tokens=1, from_sea=True) == {"stone": 4}
    assert ask("walls", Play().state, tokens=2, from_sea=True) == {"stone": 7}


@pytest.mark.parametrize("asked", [{}, {"strength": 2}, {"tokens": 0}, {"tokens": 100}, {"strength": -1}])
def test_tokens_or_demolishing_are_asked_about(asked: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        ask("walls", **asked)
