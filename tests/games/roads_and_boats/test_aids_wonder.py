"""The aids for bricks, for a row of the wonder, and for the size of the map."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import BuyBrick
from tests.games.roads_and_boats.asking import ask, refused
from tests.games.roads_and_boats.playing import Play
from tests.games.roads_and_boats.printed import PRICES, ROW_POINTS


def laid(bricks: int, **switches: Any) -> Play:
    """The wonder phase of a later turn of two players, with so many bricks laid."""
    play = Play(neutral=200, **switches)
    play.correct(bricks=[None] * bricks)
    play.to("wonder")
    return play


@pytest.mark.rule(
    "RB-WON-05", "RB-WON-06", "RB-WON-08", "TV-RB-WON-05", "TV-RB-WON-06", "TV-RB-WON-08", "TV-RB-WON-09",
    "TV-RB-WON-10", "TV-RB-WON-12",
)  # fmt: skip
@pytest.mark.parametrize(("filled", "prices"), PRICES)
def test_bricks_cost_what_they_cost_at_the_table(filled: int, prices: list[int]) -> None:
    cost = {"prices": prices, "total": sum(prices)}
    assert ask("bricks", filled=filled, bricks=len(prices)) == cost
    assert ask("bricks", laid(filled).state, bricks=len(prices)) == cost
    assert ask("bricks", laid(40).state, filled=filled, bricks=len(prices)) == cost


@pytest.mark.rule("RB-WON-07", "TV-RB-WON-13")
def test_only_ones_own_bricks_of_this_turn_make_the_next_dearer() -> None:
    play = laid(4)
    play.do(BuyBrick("red", 2))
    assert ask("bricks", play.state, colour="red", bricks=1) == {"prices": [3], "total": 3}
    assert ask("bricks", play.state, colour="yellow", bricks=2) == {"prices": [1, 2], "total": 3}
    assert ask("bricks", play.state, bricks=2) == {"prices": [1, 2], "total": 3}
    assert ask("bricks", play.state, colour="red", bought=0, bricks=1)["total"] == 1
    assert ask("bricks", filled=5, bought=1, bricks=1)["total"] == 2
    nobody = refused("bricks", play.state, colour="blue", bricks=1)
    assert (nobody.code, nobody.rule) == ("not-playing", "RB-SETUP-01")


@pytest.mark.rule("TV-RB-WON-14", "TV-RB-WON-16")
@pytest.mark.parametrize(
    ("filled", "goods", "bricks", "left"),
    [(0, 6, 3, 0), (0, 10, 4, 0), (0, 14, 4, 4), (15, 6, 2, 3), (15, 7, 3, 0), (17, 1, 0, 1), (0, 0, 0, 0)],
)
def test_goods_buy_as_many_bricks_as_they_pay_for(filled: int, goods: int, bricks: int, left: int) -> None:
    bought = ask("bricks", filled=filled, goods=goods)
    assert (bought["bricks"], bought["left"]) == (bricks, left)
    assert bought == ask("bricks", laid(filled).state, goods=goods)
    assert len(bought["prices"]) == bricks


@given(
    filled=st.integers(0, 83),
    goods=st.integers(0, 999),
    carried=st.integers(0, 99),
    bought=st.integers(0, 20),
)
def test_goods_never_buy_more_than_they_pay_for_and_one_brick_more_would_be_too_dear(
    filled: int, goods: int, carried: int, bought: int
) -> None:
    answer = ask("bricks", filled=filled, goods=goods, carried=carried, bought=bought)
    assert sum(answer["prices"]) + answer["left"] == goods + carried
    assert answer["left"] >= 0
    if filled + answer["bricks"] < 83:
        more = ask("bricks", filled=filled, bricks=answer["bricks"] + 1, bought=bought)
        assert more["prices"][:-1] == answer["prices"]
        assert more["total"] > goods + carried
    else:
        assert filled + answer["bricks"] == 83


def test_no_more_bricks_than_the_wonder_has_room_for() -> None:
    refusal = refused("bricks", filled=80, bricks=4)
    assert (refusal.code, refusal.rule, refusal.params) == ("too-many-bricks", "RB-WON-12", {"count": 3})
    assert refused("bricks", laid(60).state, bricks=3).params == {"count": 2}
    assert ask("bricks", laid(60, amb_09=True).state, bricks=3)["total"] == 9
    assert ask("bricks", laid(60).state, goods=99) == {"bricks": 2, "prices": [2, 3], "left": 94}


def test_donkeys_are_no_goods_and_geese_pay_unless_a_house_rule_says_no() -> None:
    goods = {"geese": 2, "stone": 1, "donkeys": 3}
    assert ask("bricks", goods=goods) == {"bricks": 2, "prices": [1, 2], "left": 3}
    assert ask("bricks", laid(0, amb_07=True).state, goods=goods) == {"bricks": 1, "prices": [1], "left": 5}


def test_goods_on_transporters_pay_unless_a_house_rule_says_no() -> None:
    assert ask("bricks", goods=1, carried={"paper": 2}) == {"bricks": 2, "prices": [1, 2], "left": 0}
    tile_only = laid(0, amb_11=True).state
    assert ask("bricks", tile_only, goods=1, carried=2) == {"bricks": 1, "prices": [1], "left": 2}


def test_a_house_rule_keeps_the_price_base_of_the_beginning_of_the_phase() -> None:
    play = laid(15, amb_08=True)
    play.do(BuyBrick("red", 2))
    assert ask("bricks", play.state, bricks=3)["prices"] == [1, 2, 3]
    assert ask("bricks", play.state, filled=15, bricks=4)["prices"] == [1, 2, 3, 4]
    assert ask("bricks", play.state, filled=17, bricks=2)["prices"] == [2, 3]
    assert ask("bricks", Play(amb_08=True).state, filled=16, bricks=2)["prices"] == [1, 2]


@pytest.mark.parametrize(
    "asked", [{}, {"filled": 3}, {"bricks": 1, "goods": 1}, {"bricks": 0}, {"goods": -1}]
)
def test_bricks_or_goods_are_asked_about_and_not_both(asked: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        ask("bricks", **asked)


@pytest.mark.rule("RB-SCORE-03", "TV-RB-TABLE")
def test_a_row_gives_what_the_printed_table_says() -> None:
    for others, points in ROW_POINTS.items():
        assert [ask("row", own=own, others=others)["points"] for own in range(1, 8 - others)] == points
        assert ask("row", own=0, others=others) == {"points": 0}
        assert refused("row", own=8 - others, others=others).rule == "RB-WON-04"


@pytest.mark.rule("RB-SCORE-03", "TV-RB-SCORE-02", "TV-RB-SCORE-05", "TV-RB-SCORE-06", "TV-RB-SCORE-07")
@pytest.mark.parametrize(
    ("bricks", "points"),
    [([2, 3, 1], [3, 5, 1]), ([1], [10]), ([1, 1, 1], [3, 3, 3]), ([1, 1, 1, 1], [2] * 4), ([3, 4], [4, 5])],
)
def test_a_row_is_shared_among_coloured_bricks(bricks: list[int], points: list[int]) -> None:
    shares = [ask("row", own=own, others=sum(bricks) - own)["points"] for own in bricks]
    assert shares == points


def test_a_row_may_be_as_long_as_the_groups_own_rows() -> None:
    play = Play(rows=[9, 9, 9, 9], marks={"2": 36})
    assert ask("row", play.state, own=5, others=4) == {"points": 5}
    assert refused("row", play.state, own=5, others=5).params == {"bricks": 10, "most": 9}


@pytest.mark.rule("RB-SETUP-06")
@pytest.mark.parametrize("players", range(1, 7))
def test_a_map_has_ten_land_tiles_for_each_player(players: int) -> None:
    assert ask("map", players=players) == {"land_tiles": 10 * players}


@pytest.mark.rule("RB-SETUP-06")
def test_a_map_is_for_those_who_play_unless_it_is_said() -> None:
    state = Play("red", "blue", "green").state
    assert ask("map", state) == {"land_tiles": 30}
    assert ask("map", state, players=2) == {"land_tiles": 20}
    refusal = refused("map")
    assert (refusal.code, refusal.rule) == ("how-many-players", "RB-SETUP-06")
