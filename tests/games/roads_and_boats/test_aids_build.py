"""The aids for building and upgrading: costs, terrain, research."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.roads_and_boats.commands import Advance, Research
from companion.games.roads_and_boats.words import SUBJECTS
from tests.games.roads_and_boats.asking import ask, refused
from tests.games.roads_and_boats.playing import Play

TILES = ("woods", "pasture", "rock", "mountain", "desert", "sea")
LAND = ["woods", "pasture", "rock", "mountain"]


def tiles(building: str, state: Any = None, /, **more: Any) -> list[str]:
    """Where it may stand."""
    known = {"building": building, "researched": list(SUBJECTS), **more}
    return [tile for tile in TILES if ask("build", state, tile=tile, **known)["allowed"]]


@pytest.mark.rule(
    "RB-BLDG-01",
    "RB-BLDG-02",
    "RB-BLDG-03",
    "RB-BLDG-04",
    "RB-BLDG-05",
    "RB-BLDG-06",
    "RB-BLDG-07",
    "RB-BLDG-08",
    "RB-BLDG-09",
    "RB-BLDG-10",
    "RB-BLDG-11",
    "RB-BLDG-12",
    "RB-BLDG-13",
    "RB-BLDG-14",
    "RB-BLDG-15",
    "RB-BLDG-16",
    "RB-MINE-02",
)
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
    right = {"shore": LAND, "land": LAND}.get(terrain, [terrain])
    assert tiles(building, coast=True) == right
    if makes is None:
        by_bag = refused("production", building=building)
        assert (by_bag.code, by_bag.rule) == ("mine-by-bag", "RB-MINE-08")
        return
    one = ask("production", building=building, goods=takes)
    assert (one["uses"], one["makes"], one["left"]) == (takes, makes, {})
    seven = ask("production", building=building, goods={good: 7 * n for good, n in takes.items()})
    assert seven["makes"] == dict.fromkeys(makes, most)


def test_every_building_of_the_printed_aid_is_in_its_row() -> None:
    assert sorted(plan.rule for plan in BLUEPRINTS.values()) == [f"RB-BLDG-{n:02}" for n in range(1, 17)]


@pytest.mark.rule("TV-RB-START-01")
def test_the_start_stock_is_a_woodcutter_a_sawmill_and_a_quarry() -> None:
    costs = [ask("build", building=each)["cost"] for each in ("woodcutter", "sawmill", "quarry")]
    assert sum(cost.get("boards", 0) for cost in costs) == 5
    assert sum(cost.get("stone", 0) for cost in costs) == 1


@pytest.mark.rule("RB-BUILD-07")
def test_a_building_without_a_terrain_stands_on_any_land_but_desert() -> None:
    assert tiles("sawmill") == LAND
    assert tiles("sawmill", irrigated=True) == ["woods", "pasture", "rock", "mountain", "desert"]
    on_sea = [each for each in BLUEPRINTS if "sea" in tiles(each, river=True, coast=True)]
    assert on_sea == ["oil-rig"]


@pytest.mark.rule("RB-BUILD-08", "RB-BUILD-07")
def test_a_desert_takes_roads_until_it_is_irrigated() -> None:
    play = Play(neutral=200)
    assert [each for each in BLUEPRINTS if "desert" in tiles(each, play.state, coast=True)] == []
    assert tiles("road", play.state) == ["woods", "pasture", "rock", "mountain", "desert"]
    play.correct(bricks=[None] * 45)
    assert "desert" in tiles("mint", play.state)
    assert "desert" not in tiles("woodcutter", play.state)


@pytest.mark.rule("RB-BUILD-09")
@pytest.mark.parametrize("building", ["clay-pit", "raft-factory", "rowboat-factory", "steamer-factory"])
def test_shore_is_land_with_a_river_or_beside_the_sea(building: str) -> None:
    assert tiles(building) == []
    assert tiles(building, river=True) == tiles(building, coast=True) == LAND


@pytest.mark.rule("RB-BUILD-11")
@pytest.mark.parametrize(
    ("building", "subject"),
    [("rowboat-factory", "rowboat"), ("truck-factory", "truck"), ("steamer-factory", "steamer"),
     ("oil-rig", "oil-rig")],
)  # fmt: skip
def test_only_who_has_researched_it_may_build_it(building: str, subject: Any) -> None:
    play = Play("red", "blue")

    def allowed(**who: Any) -> bool:
        return bool(ask("build", play.state, building=building, **who)["allowed"])

    assert not allowed()
    play.know("red", subject)
    assert allowed(colour="red")
    assert not allowed(colour="blue")
    assert allowed()
    assert allowed(colour="blue", researched=True)
    assert allowed(colour="blue", researched=subject)
    assert not allowed(colour="red", researched=["new-shaft"])
    assert not allowed(colour="red", researched=False)
    nobody = refused("build", play.state, building=building, colour="green")
    assert (nobody.code, nobody.rule) == ("not-playing", "RB-SETUP-01")
    assert not ask("build", building=building)["allowed"]


@pytest.mark.rule("RB-ROAD-01")
def test_a_road_costs_one_stone_on_any_land() -> None:
    road = {"cost": {"stone": 1}, "terrain": "any-land", "needs": None, "allowed": True}
    assert ask("build", road=True) == ask("build", building="road") == road
    assert ask("build", road=3)["cost"] == {"stone": 3}
    assert not ask("build", road=True, tile="sea")["allowed"]


@pytest.mark.rule("RB-BRIDGE-01")
def test_a_bridge_costs_one_stone_on_a_river() -> None:
    bridge = {"cost": {"stone": 1}, "terrain": "river", "needs": None, "allowed": True}
    assert ask("build", bridge=True) == ask("build", building="bridge") == bridge
    assert ask("build", bridge=True, tile="woods", river=True)["allowed"]
    assert not ask("build", bridge=True, tile="woods")["allowed"]


@pytest.mark.rule("RB-BRIDGE-03")
def test_a_fork_takes_two_bridges() -> None:
    fork = {"cost": {"stone": 2}, "terrain": "river", "needs": None, "allowed": True}
    assert ask("build", fork=True) == ask("build", building="fork") == ask("build", bridge=1, fork=1) == fork


@pytest.mark.rule("TV-RB-WALL-15")
def test_a_bridge_and_then_a_wall_on_the_far_bank_cost_two_stone() -> None:
    bridge, wall = ask("build", bridge=True)["cost"], ask("walls", tokens=1, stands="docked")
    assert bridge == wall == {"stone": 1}


def test_a_source_needs_no_bridge_and_by_a_house_rule_a_mouth_neither() -> None:
    assert ask("build", bridge=True, source=True)["cost"] == {}
    assert ask("build", bridge=True, mouth=True)["cost"] == {"stone": 1}
    assert ask("build", Play(amb_16=True).state, bridge=True, mouth=True)["cost"] == {}


@pytest.mark.rule("RB-BUILD-08")
def test_a_bridge_in_a_desert_takes_a_house_rule() -> None:
    asked: dict[str, Any] = {"bridge": True, "tile": "desert", "river": True}
    assert not ask("build", Play().state, **asked)["allowed"]
    assert ask("build", Play(amb_17=True).state, **asked)["allowed"]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"building": "woodcutter", "tile": "rock"}, "RB-BLDG-01"),
        ({"building": "oil-rig", "tile": "woods"}, "RB-BLDG-05"),
        ({"building": "oil-rig", "tile": "desert"}, "RB-BLDG-05"),
        ({"building": "mint", "tile": "sea"}, "RB-BUILD-07"),
        ({"road": 1, "tile": "sea"}, "RB-BUILD-07"),
        ({"building": "mint", "tile": "desert"}, "RB-BUILD-08"),
        ({"bridge": 1, "tile": "desert", "river": True}, "RB-BUILD-08"),
        ({"building": "raft-factory", "tile": "pasture"}, "RB-BUILD-09"),
        ({"bridge": 1, "tile": "pasture"}, "RB-BRIDGE-01"),
        ({"building": "truck-factory", "tile": "pasture"}, "RB-BUILD-11"),
        ({"building": "truck-factory"}, "RB-BUILD-11"),
    ],
)
def test_what_may_not_be_built_is_refused_by_a_rule(asked: dict[str, Any], rule: str) -> None:
    answer = ask("build", **asked)
    assert (answer["allowed"], answer["rule"]) == (False, rule)


def test_one_says_what_is_to_be_built() -> None:
    with pytest.raises(msgspec.ValidationError, match="building"):
        ask("build", researched=True)


@pytest.mark.rule("RB-UPG-07", "TV-RB-UPG-04")
@pytest.mark.parametrize(
    ("building", "researched", "to", "rule"),
    [
        ("wagon-factory", "truck", ["truck-factory"], None),
        ("raft-factory", "rowboat", ["rowboat-factory"], None),
        ("raft-factory", "steamer", ["steamer-factory"], None),
        ("rowboat-factory", "steamer", ["steamer-factory"], None),
        ("raft-factory", ["rowboat", "steamer"], ["rowboat-factory", "steamer-factory"], None),
        ("raft-factory", "truck", [], "RB-UPG-07"),
        ("wagon-factory", "steamer", [], "RB-UPG-07"),
        ("steamer-factory", "rowboat", [], "RB-UPG-07"),
        ("truck-factory", "truck", [], "RB-UPG-07"),
        ("raft-factory", "oil-rig", [], "RB-UPG-01"),
        ("raft-factory", [], [], "RB-UPG-02"),
        ("sawmill", "truck", [], "RB-UPG-06"),
        ("mine", "big-mine", [], "RB-UPG-06"),
    ],
)
def test_a_factory_becomes_a_better_one_of_its_medium_or_stays_by_a_rule(
    building: str, researched: Any, to: list[str], rule: str | None
) -> None:
    answer = ask("upgrade", building=building, researched=researched)
    assert (answer["to"], answer.get("rule")) == (to, rule)


@pytest.mark.rule("TV-RB-UPG-02")
def test_without_an_own_transporter_there_nothing_is_upgraded() -> None:
    asked: dict[str, Any] = {"building": "raft-factory", "researched": "steamer"}
    assert ask("upgrade", **asked, present=False) == {"to": [], "rule": "RB-UPG-04"}
    assert ask("upgrade", **asked, present=True) == {"to": ["steamer-factory"]}


def test_what_is_left_out_is_what_was_researched_in_this_production() -> None:
    play = Play("red", "blue")
    play.do(Research("red", "steamer"))
    assert ask("upgrade", play.state, building="raft-factory", colour="red") == {"to": ["steamer-factory"]}
    assert ask("upgrade", play.state, building="raft-factory") == {"to": ["steamer-factory"]}
    assert ask("upgrade", play.state, building="raft-factory", colour="blue")["to"] == []
    play.do(Advance())
    assert ask("upgrade", play.state, building="raft-factory", colour="red")["to"] == []
    assert ask("upgrade", building="raft-factory")["to"] == []
