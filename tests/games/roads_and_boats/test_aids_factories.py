"""The aid for production: transporter factories, primary producers, and what a mine is not asked for."""

from __future__ import annotations

import pytest

from companion.games.roads_and_boats.commands import BuildMine, Draw
from tests.games.roads_and_boats.asking import ask, left, made, refused
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule(
    "RB-FLEET-02",
    "RB-FLEET-03",
    "RB-FLEET-04",
    "RB-FLEET-05",
    "RB-FLEET-06",
)
@pytest.mark.parametrize(
    ("building", "inputs", "makes"),
    [
        ("wagon-factory", {"donkeys": 1, "boards": 2}, "wagon"),
        ("truck-factory", {"fuel": 1, "iron": 1}, "truck"),
        ("raft-factory", {"trunks": 2}, "raft"),
        ("rowboat-factory", {"boards": 5}, "rowboat"),
        ("steamer-factory", {"fuel": 2, "iron": 1}, "steamer"),
    ],
)  # fmt: skip
def test_a_transporter_factory_makes_one_transporter_a_turn(
    building: str, inputs: dict[str, int], makes: str
) -> None:
    one = {"uses": inputs, "makes": {makes: 1}, "left": {}, "capacity_left": 0}
    assert ask("production", building=building, goods=inputs) == one
    double = {good: 2 * count for good, count in inputs.items()}
    assert ask("production", building=building, goods=double) == one | {"left": inputs}
    assert made(building, inputs, made=1) == 0
    for good, count in inputs.items():
        assert made(building, {**inputs, good: count - 1}) == 0


def test_a_house_rule_lets_an_upgraded_factory_make_one_more() -> None:
    goods = {"fuel": 1, "iron": 1}
    again = {"building": "truck-factory", "goods": goods, "made": 1, "upgraded": True}
    assert ask("production", Play(amb_13=True).state, **again)["makes"] == {"truck": 1}
    assert ask("production", Play().state, **again)["makes"] == {"truck": 0}
    without = again | {"upgraded": False}
    assert ask("production", Play(amb_13=True).state, **without)["makes"] == {"truck": 0}


def test_nobody_may_claim_what_a_transporter_factory_makes_by_itself() -> None:
    answer = ask("production", building="raft-factory", goods={"trunks": 2}, automatic=True)
    assert (answer["uses"], answer["unclaimed"]) == ({"trunks": 2}, 1)
    assert "unclaimed" not in ask("production", building="raft-factory", goods={"trunks": 2})
    assert left("wagon-factory", {"donkeys": 1, "boards": 2}, automatic=True) == {"donkeys": 1, "boards": 2}


@pytest.mark.parametrize(
    ("building", "product"),
    [("woodcutter", "trunks"), ("quarry", "stone"), ("clay-pit", "clay"), ("oil-rig", "fuel")],
)
def test_a_primary_producer_gives_one_good_a_turn_whatever_is_there(building: str, product: str) -> None:
    assert ask("production", building=building) == {
        "uses": {}, "makes": {product: 1}, "left": {}, "capacity_left": 0
    }  # fmt: skip
    assert left(building, {"gold": 2}) == {"gold": 2}
    assert made(building, {}, made=1) == 0


@pytest.mark.rule("RB-BLDG-04")
def test_what_a_mine_gives_is_for_its_bag_to_say() -> None:
    by_bag = refused("production", building="mine")
    assert (by_bag.code, by_bag.rule) == ("mine-by-bag", "RB-MINE-08")
    assert ask("build", building="mine")["cost"] == {"boards": 3, "stone": 1}
    assert [ask("build", building="mine", tile=tile)["allowed"] for tile in ("mountain", "rock")] == [
        True,
        False,
    ]
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True), Draw(7))
    assert sum(play.view().fields["mines"][0][ore] for ore in ("gold", "iron")) == 6 - 1
    assert play.view().fields["mines"][0]["drawn"] in {"gold", "iron"}
