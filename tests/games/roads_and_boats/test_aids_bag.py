"""The aid for the odds of a bag."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import BuildMine
from tests.games.roads_and_boats.asking import ask, refused
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("RB-MINE-16", "TV-RB-BAG-04")
def test_the_chance_of_gold_is_its_share_of_what_is_left() -> None:
    assert ask("bag", gold=3, iron=3)["next"] == {"gold": 0.5, "iron": 0.5}
    assert ask("bag", gold=2, iron=3)["next"] == {"gold": pytest.approx(2 / 5), "iron": pytest.approx(3 / 5)}
    assert ask("bag", gold=3, iron=3, draws=6)["gold_in_draws"] == [0, 0, 0, 1, 0, 0, 0]


@pytest.mark.rule("RB-MINE-16")
def test_a_bag_of_one_ore_gives_that_ore_four_times() -> None:
    assert ask("bag", gold=4, iron=0, draws=4) == {
        "next": {"gold": 1, "iron": 0}, "gold_in_draws": [0, 0, 0, 0, 1]
    }  # fmt: skip
    assert ask("bag", gold=0, iron=4, draws=4)["gold_in_draws"] == [1, 0, 0, 0, 0]


@pytest.mark.rule("RB-MINE-16")
def test_an_empty_bag_gives_nothing() -> None:
    assert ask("bag", gold=0, iron=0) == {"next": {"gold": 0, "iron": 0}, "gold_in_draws": [1]}
    refusal = refused("bag", gold=0, iron=0, draws=1)
    assert (refusal.code, refusal.rule, refusal.params) == ("draws-too-many", "RB-MINE-09", {"count": 0})
    assert refused("bag", gold=3, iron=3, draws=7).params == {"count": 6}


@pytest.mark.rule("RB-MINE-08", "RB-MINE-16")
@given(st.integers(0, 5), st.integers(0, 5), st.data())
def test_the_odds_are_those_of_counting_every_way_to_draw(gold: int, iron: int, data: st.DataObject) -> None:
    draws = data.draw(st.integers(0, gold + iron))
    ways = [sum(each) for each in combinations([1] * gold + [0] * iron, draws)]
    counted = [float(Fraction(ways.count(some), len(ways))) for some in range(draws + 1)]
    answer = ask("bag", gold=gold, iron=iron, draws=draws)
    assert answer["gold_in_draws"] == pytest.approx(counted)
    if draws == 1:
        assert answer["gold_in_draws"] == pytest.approx([answer["next"]["iron"], answer["next"]["gold"]])


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 198))
def test_odds_add_up(gold: int, iron: int, draws: int) -> None:
    answer = ask("bag", gold=gold, iron=iron, draws=min(draws, gold + iron))
    assert sum(answer["gold_in_draws"]) == pytest.approx(1)
    assert all(0 <= each <= 1 for each in answer["gold_in_draws"])


def test_what_is_left_out_is_what_the_mines_bag_holds() -> None:
    play = Play("red", "blue")
    play.know("red", "big-mine")
    play.do(BuildMine(3, "red", "standard", late=True))
    assert ask("bag", play.state)["next"]["gold"] == 0.5
    play.do(BuildMine(7, "red", "big", late=True))
    play.correct(bag={"number": 7, "gold": 1, "iron": 3})
    assert ask("bag", play.state, number=7)["next"] == {"gold": 0.25, "iron": 0.75}
    assert ask("bag", play.state, number=7, gold=9)["next"] == {"gold": 0.75, "iron": 0.25}
    assert ask("bag", play.state, gold=1, iron=1)["next"]["gold"] == 0.5
    which, none = refused("bag", play.state), refused("bag", play.state, number=4)
    assert (which.code, which.rule) == ("which-mine", "RB-MINE-16")
    assert (none.code, none.rule) == ("no-such-mine", "RB-MINE-01")
    assert ask("bag")["next"]["gold"] == 0.5


@pytest.mark.rule("RB-SOLO-04", "TV-RB-SOLO-05", "TV-RB-SOLO-06", "TV-RB-SOLO-08")
@pytest.mark.parametrize(
    ("gold", "iron", "ores"), [(5, 5, "GIGIGIGIGI"), (7, 3, "GGGGGIGIGI"), (1, 2, "IGI"), (4, 0, "GGGG")]
)
def test_alone_nothing_is_left_to_chance(gold: int, iron: int, ores: str) -> None:
    state = Play("red").state
    for draws in range(len(ores) + 1):
        golds = ores[:draws].count("G")
        answer = ask("bag", state, gold=gold, iron=iron, draws=draws)
        assert answer["gold_in_draws"] == [float(some == golds) for some in range(draws + 1)]
    assert answer["next"] == {"gold": float(ores[0] == "G"), "iron": float(ores[0] == "I")}
    assert ask("bag", state, gold=0, iron=0)["next"] == {"gold": 0, "iron": 0}
