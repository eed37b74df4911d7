"""The aids: printed tables, and laws of all questions. Everyday questions are scenes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.games.roads_and_boats.buildings import BLUEPRINTS, Structure
from companion.games.roads_and_boats.commands import BuyBrick
from companion.games.roads_and_boats.fleets import FIGURES
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import GOODS, LAND, SUBJECTS, TRANSPORTERS
from tests.games.roads_and_boats.aid_queries import ask, produced, refused
from tests.games.roads_and_boats.playing import Play
from tests.games.roads_and_boats.printed_rules import PRICES, ROW_POINTS

TILES = ("woods", "pasture", "rock", "mountain", "desert", "sea")
FERTILE = ["woods", "pasture", "rock", "mountain"]
BOATS = ("raft", "rowboat", "steamer")
FLEETS = st.dictionaries(st.sampled_from(TRANSPORTERS), st.integers(0, 7))
STRENGTHS = st.integers(0, 30)


def tiles(building: str, state: Any = None, /, **more: Any) -> list[str]:
    """Where it may stand."""
    known = {"building": building, "researched": list(SUBJECTS), **more}
    return [tile for tile in TILES if ask("build", state, tile=tile, **known)["allowed"]]


@pytest.mark.rule(*(f"RB-BLDG-{number:02}" for number in range(1, 17)), "RB-MINE-02")
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


@pytest.mark.rule("RB-BUILD-07")
def test_a_building_without_a_terrain_stands_on_any_land_but_desert() -> None:
    assert tiles("sawmill") == FERTILE
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
    assert tiles(building, river=True) == tiles(building, coast=True) == FERTILE


@pytest.mark.rule("RB-BUILD-11")
@pytest.mark.parametrize(
    ("building", "subject"),
    [("rowboat-factory", "rowboat"), ("truck-factory", "truck"), ("steamer-factory", "steamer"),
     ("oil-rig", "oil-rig")],
)  # fmt: skip
def test_only_a_player_with_the_research_may_build_it(building: str, subject: Any) -> None:
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


def allowed(transporter: str, **move: Any) -> bool:
    return bool(ask("movement", transporter=transporter, **move)["allowed"])


@pytest.mark.rule("RB-FLEET-01", "RB-BOAT-01")
@pytest.mark.parametrize(
    ("transporter", "load", "steps"),
    [
        ("donkey", 2, 2),
        ("wagon", 3, 3),
        ("truck", 6, 4),
        ("raft", 3, 3),
        ("rowboat", 5, 4),
        ("steamer", 8, 6),
    ],
)
def test_each_kind_has_its_load_and_its_steps(transporter: str, load: int, steps: int) -> None:
    assert ask("movement", transporter=transporter) == {"load": load, "steps": steps, "allowed": True}


@pytest.mark.rule("RB-MOVE-01")
@pytest.mark.parametrize("transporter", FIGURES)
def test_a_transporter_moves_once_a_turn_in_the_movement_phase_up_to_its_limit(transporter: str) -> None:
    by = "off_road" if transporter in BOATS else "road"
    most = ask("movement", transporter=transporter)["steps"]
    assert all(allowed(transporter, **{by: steps}) for steps in range(most + 1))
    assert not allowed(transporter, **{by: most + 1})
    assert not allowed(transporter, **{by: 1}, moved=True)
    assert allowed(transporter, **{by: 0}, moved=True)
    assert not any(
        allowed(transporter, **{by: 1}, phase=phase) for phase in ("production", "building", "wonder")
    )


@given(st.sampled_from(list(FIGURES)), st.integers(0, 9), st.integers(0, 9))
def test_fewer_steps_are_never_forbidden_where_more_are_allowed(
    transporter: str, road: int, without: int
) -> None:
    if allowed(transporter, road=road, off_road=without):
        assert allowed(transporter, road=max(0, road - 1), off_road=without)
        assert allowed(transporter, road=road, off_road=max(0, without - 1))


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


@pytest.mark.rule("RB-SCORE-03", "TV-RB-TABLE")
def test_a_row_gives_the_printed_tables_values() -> None:
    for others, points in ROW_POINTS.items():
        assert [ask("row", own=own, others=others)["points"] for own in range(1, 8 - others)] == points
        assert ask("row", own=0, others=others) == {"points": 0}
        assert refused("row", own=8 - others, others=others).rule == "RB-WON-04"


def in_the_wonder_phase(bricks: int, **options: Any) -> Play:
    play = Play("red", "blue", "yellow", neutral=80, **options)
    play.correct(bricks=[None] * bricks)
    play.to("wonder")
    return play


@pytest.mark.rule("RB-WON-08")
def test_it_comes_true_at_the_table() -> None:
    play = in_the_wonder_phase(13)
    play.do(BuyBrick("red"))
    said = ask("what-if", play.state, colour="red", bricks=2, before={"blue": 2})
    play.do(BuyBrick("blue", 2))
    assert ask("bricks", play.state, colour="red", bricks=2)["prices"] == said["prices"] == [2, 4]


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


def born(state: State | None = None, /, **asked: Any) -> tuple[dict[str, int], str]:
    answer = ask("breeding", state, **asked)
    return answer["born"], answer["rule"]


@given(st.fixed_dictionaries(
    {"donkeys": st.integers(0, 9), "geese": st.integers(0, 9)},
    optional={
        "tile": st.sampled_from(["woods", "pasture", "rock", "mountain", "desert", "sea"]),
        "building": st.booleans(), "goods": st.booleans() | st.integers(0, 2), "same_owner": st.booleans(),
        "irrigated": st.booleans(), "wanted": st.booleans(), "carried": st.integers(0, 2),
    },
), st.booleans())  # fmt: skip
def test_there_is_never_more_than_one_young_for_each_pair(asked: dict[str, Any], every_even: bool) -> None:
    young, rule = born(Play(amb_04=every_even).state, **asked)
    assert 2 * young["donkeys"] <= asked["donkeys"]
    assert 2 * young["geese"] <= asked["geese"]
    assert (sum(young.values()) > 0) == (rule == "RB-LIVE-01")
    if not every_even:
        assert sum(young.values()) <= 1


def cut(fleet: dict[str, int], remove: int, excess_land: int, excess_water: int) -> dict[str, int]:
    """The fleet after so many went: what is over in a medium first."""
    kept = dict(fleet)
    for _ in range(remove):
        land_first = excess_land > 0 or excess_water <= 0
        kinds = [each for each in kept if kept[each] and (each in LAND) == land_first]
        kinds = kinds or [each for each in kept if kept[each]]
        kept[kinds[0]] -= 1
        excess_land, excess_water = (excess_land - 1, excess_water) if land_first else (0, excess_water - 1)
    return kept


@pytest.mark.rule("RB-FLEET-12")
@given(FLEETS)
def test_removing_so_many_makes_a_fleet_legal_and_fewer_do_not(fleet: dict[str, int]) -> None:
    answer = ask("fleet", fleet=fleet)
    over = answer["land"] - 5, answer["water"] - 5
    assert ask("fleet", fleet=cut(fleet, answer["remove"], *over))["legal"]
    if answer["remove"]:
        assert not ask("fleet", fleet=cut(fleet, answer["remove"] - 1, *over))["legal"]


@given(FLEETS, FLEETS)
def test_what_may_go_is_there_and_enough(fleet: dict[str, int], at_factory: dict[str, int]) -> None:
    answer = ask("fleet", Play(amb_03=True).state, fleet=fleet, at_factory=at_factory)
    assert ("removal" in answer) == (not answer["legal"])
    if not answer["legal"]:
        may_go = answer["removal"]["may_go"]
        assert sum(may_go.values()) >= answer["remove"]
        assert all(0 < count <= fleet[kind] for kind, count in may_go.items())


@pytest.mark.rule("RB-PROD-06", "RB-PROD-07")
@given(
    st.sampled_from([each for each, plan in BLUEPRINTS.items() if plan.gives]),
    st.dictionaries(st.sampled_from(GOODS), st.integers(0, 30)),
    st.integers(0, 6),
    st.booleans(),
    st.sampled_from(["boards", "trunks"]),
    st.sampled_from(list(FIGURES)),
    st.data(),
)
def test_nothing_is_used_that_is_not_there_nothing_made_beyond_the_maximum_and_no_set_is_left_over(
    building: Structure,
    goods: dict[str, int],
    before: int,
    automatic: bool,
    first: str,
    transporter: Any,
    data: st.DataObject,
) -> None:
    plan = BLUEPRINTS[building]
    assume(before <= plan.most)
    load = data.draw(st.integers(0, FIGURES[transporter].load))
    answer = ask(
        "production", building=building, goods=goods, made=before, automatic=automatic, first=first,
        carrier={"transporter": transporter, "load": load},
    )  # fmt: skip
    count = answer["makes"][plan.gives]
    for good in GOODS:
        used, rest = answer["uses"].get(good, 0), answer["left"].get(good, 0)
        assert used >= 0
        assert used + rest == goods.get(good, 0)
    assert count % plan.each == 0
    assert sum(answer["uses"].values()) == count // plan.each * sum(each.count for each in plan.takes)
    assert count + before + answer["capacity_left"] == plan.most
    assert 0 <= answer["on_carrier"] <= FIGURES[transporter].load
    assert answer["on_carrier"] + answer["on_tile"] == count
    if not (automatic and building == "wagon-factory"):
        assert produced(building, answer["left"], made=before + count) == 0


def stone(strength: int, tokens: int = 1, **more: Any) -> int:
    answer = ask("walls", strength=strength, tokens=tokens, **more)
    assert set(answer) == {"stone"}
    return int(answer["stone"])


@pytest.mark.rule("RB-WALL-04")
@given(STRENGTHS, st.integers(1, 20), st.integers(1, 20), st.booleans())
def test_tokens_cost_the_same_at_once_and_one_after_the_other(
    strength: int, first: int, then: int, from_sea: bool
) -> None:
    together = stone(strength, first + then, from_sea=from_sea)
    assert together == stone(strength, first, from_sea=from_sea) + stone(
        strength + first, then, from_sea=from_sea
    )
