"""The aids: printed tables, and laws of all questions. Everyday questions are scenes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.roads_and_boats.words import SUBJECTS
from tests.games.roads_and_boats.aid_queries import ask, refused
from tests.games.roads_and_boats.playing import Play

TILES = ("woods", "pasture", "rock", "mountain", "desert", "sea")
FERTILE = ["woods", "pasture", "rock", "mountain"]
BOATS = ("raft", "rowboat", "steamer")


def tiles(building: str, state: Any = None, /, **more: Any) -> list[str]:
    """Where it may stand."""
    known = {"building": building, "researched": list(SUBJECTS), **more}
    return [tile for tile in TILES if ask("build", state, tile=tile, **known)["allowed"]]


@pytest.mark.rule(*(f"RB-BLDG-{number:02}" for number in range(1, 17)), "RB-MINE-02", "RB-BUILD-09")
@pytest.mark.parametrize(
    ("building", "cost", "terrain", "needs", "takes", "makes", "most"),
    [
        ("woodcutter", {"boards": 1}, "woods", None, {}, {"trunks": 1}, 1),
        ("quarry", {"boards": 2}, "rock", None, {}, {"stone": 1}, 1),
        ("clay-pit", {"boards": 3}, "shore", None, {}, {"clay": 1}, 1),
        ("mine", {"boards": 3, "stone": 1}, "mountain", None, {}, None, 1),
        ("oil-rig", {"boards": 3, "stone": 1}, "sea", "oil-rig", {}, {"fuel": 1}, 1),
        ("sawmill", {"boards": 2, "stone": 1}, "land", None, {"trunks": 1}, {"boards": 2}, 6),
        ("coal-burner", {"boards": 3}, "land", None, {"trunks": 1, "boards": 1}, {"fuel": 1}, 6),
        ("papermill", {"boards": 1, "stone": 1}, "land", None, {"trunks": 1, "boards": 1}, {"paper": 1}, 1),
        ("stone-factory", {"boards": 2}, "land", None, {"clay": 1}, {"stone": 2}, 6),
        ("mint", {"boards": 2, "stone": 1}, "land", None, {"fuel": 1, "gold": 2}, {"coins": 1}, 1),
        ("stock-exchange", {"stone": 3}, "land", None, {"paper": 1, "coins": 2}, {"stock": 1}, 6),
        ("wagon-factory", {"boards": 2, "stone": 1}, "land", None,
         {"donkeys": 1, "boards": 2}, {"wagon": 1}, 1),
        ("truck-factory", {"boards": 2, "stone": 2}, "land", "truck",
         {"fuel": 1, "iron": 1}, {"truck": 1}, 1),
        ("raft-factory", {"boards": 1, "stone": 1}, "shore", None, {"trunks": 2}, {"raft": 1}, 1),
        ("rowboat-factory", {"boards": 2, "stone": 1}, "shore", "rowboat", {"boards": 5}, {"rowboat": 1}, 1),
        ("steamer-factory", {"boards": 2, "stone": 2}, "shore", "steamer",
         {"fuel": 2, "iron": 1}, {"steamer": 1}, 1),
    ],
)  # fmt: skip
def test_a_building_costs_stands_and_makes_what_is_printed(
    building: str,
    cost: dict[str, int],
    terrain: str,
    needs: str | None,
    takes: dict[str, int],
    makes: dict[str, int] | None,
    most: int,
) -> None:
    assert ask("build", building=building, researched=list(SUBJECTS)) == {
        "cost": cost, "terrain": terrain, "needs": needs, "allowed": True
    }  # fmt: skip
    assert ask("build", building=building, researched=[])["allowed"] == (needs is None)
    right = {"shore": FERTILE, "land": FERTILE}.get(terrain, [terrain])
    assert tiles(building, coast=True) == tiles(building, river=True) == right
    assert tiles(building) == ([] if terrain == "shore" else right)
    if makes is None:
        by_bag = refused("production", building=building)
        assert (by_bag.code, by_bag.rule) == ("mine-by-bag", "RB-MINE-08")
        return
    one = ask("production", building=building, goods=takes)
    assert (one["uses"], one["makes"], one["left"]) == (takes, makes, {})
    seven = ask("production", building=building, goods={good: 7 * n for good, n in takes.items()})
    assert seven["makes"] == dict.fromkeys(makes, most)


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


@pytest.mark.rule("RB-BUILD-08", "RB-BUILD-07")
def test_a_desert_takes_roads_until_it_is_irrigated() -> None:
    play = Play(neutral=200)
    assert [each for each in BLUEPRINTS if "desert" in tiles(each, play.state, coast=True)] == []
    assert tiles("road", play.state) == [*FERTILE, "desert"]
    play.correct(bricks=[None] * 45)
    assert tiles("mint", play.state) == tiles("mint", irrigated=True) == [*FERTILE, "desert"]
    assert "desert" not in tiles("woodcutter", play.state)


@pytest.mark.rule("RB-BUILD-11")
def test_only_a_player_with_the_research_may_build_it() -> None:
    play = Play("red", "blue")

    def allowed(**who: Any) -> bool:
        return bool(ask("build", play.state, building="truck-factory", **who)["allowed"])

    assert not allowed()
    play.know("red", "truck")
    assert allowed()
    assert allowed(colour="red")
    assert not allowed(colour="blue")
    assert allowed(colour="blue", researched=True)
    assert allowed(colour="blue", researched="truck")
    assert not allowed(colour="red", researched=["new-shaft"])
    assert not allowed(colour="red", researched=False)
    assert refused("build", play.state, building="truck-factory", colour="green").rule == "RB-SETUP-01"
    assert not ask("build", building="truck-factory")["allowed"]


@pytest.mark.rule("RB-FLEET-01", "RB-BOAT-01", "RB-MOVE-01")
@pytest.mark.parametrize(
    ("transporter", "load", "steps", "by"),
    [
        ("donkey", 2, 2, "road"),
        ("wagon", 3, 3, "road"),
        ("truck", 6, 4, "road"),
        ("raft", 3, 3, "off_road"),
        ("rowboat", 5, 4, "off_road"),
        ("steamer", 8, 6, "off_road"),
    ],
)
def test_a_transporter_has_its_load_and_moves_its_steps_once_a_turn_in_the_movement_phase(
    transporter: str, load: int, steps: int, by: str
) -> None:
    def allowed(**move: Any) -> bool:
        return bool(ask("movement", transporter=transporter, **move)["allowed"])

    assert ask("movement", transporter=transporter) == {"load": load, "steps": steps, "allowed": True}
    assert [step for step in range(9) if allowed(**{by: step})] == list(range(steps + 1))
    assert not allowed(**{by: 1}, moved=True)
    assert allowed(**{by: 0}, moved=True)
    assert not any(allowed(**{by: 1}, phase=phase) for phase in ("production", "building", "wonder"))


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


@pytest.mark.rule("RB-SOLO-04", "TV-RB-SOLO-05", "TV-RB-SOLO-06", "TV-RB-SOLO-08")
@pytest.mark.parametrize(
    ("gold", "iron", "ores"), [(5, 5, "GIGIGIGIGI"), (7, 3, "GGGGGIGIGI"), (1, 2, "IGI")]
)
def test_alone_nothing_is_left_to_chance(gold: int, iron: int, ores: str) -> None:
    state = Play("red").state
    for draws in range(len(ores) + 1):
        golds = ores[:draws].count("G")
        answer = ask("bag", state, gold=gold, iron=iron, draws=draws)
        assert answer["gold_in_draws"] == [float(some == golds) for some in range(draws + 1)]
    assert answer["next"] == {"gold": float(ores[0] == "G"), "iron": float(ores[0] == "I")}
    assert ask("bag", state, gold=0, iron=0)["next"] == {"gold": 0, "iron": 0}
