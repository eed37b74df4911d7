"""The aid for production: complete sets, maximum, automatic run, and where the product goes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.games.roads_and_boats.buildings import BLUEPRINTS, Structure
from companion.games.roads_and_boats.fleets import FIGURES
from companion.games.roads_and_boats.words import GOODS
from tests.games.roads_and_boats.asking import ask, left, made, refused


@pytest.mark.rule("RB-PROD-08", "TV-RB-SAW-01")
@pytest.mark.parametrize(("trunks", "boards"), [(0, 0), (1, 2), (2, 4), (3, 6)])
def test_a_sawmill_makes_two_boards_of_each_trunk(trunks: int, boards: int) -> None:
    assert ask("production", building="sawmill", goods={"trunks": trunks}) == {
        "uses": {"trunks": trunks} if trunks else {},
        "makes": {"boards": boards},
        "left": {},
        "capacity_left": 6 - boards,
    }


@pytest.mark.rule("RB-PROD-08")
def test_a_fourth_trunk_stays_on_the_tile_of_a_sawmill() -> None:
    answer = ask("production", building="sawmill", goods={"trunks": 4})
    assert (answer["makes"], answer["left"], answer["capacity_left"]) == ({"boards": 6}, {"trunks": 1}, 0)


@pytest.mark.rule("RB-PROD-07", "TV-RB-SAW-03", "TV-RB-CONF-06")
def test_the_maximum_is_shared_by_all_who_use_a_building() -> None:
    assert made("woodcutter", {}) == made("quarry", {}) == 1
    first = ask("production", building="sawmill", goods={"trunks": 1})
    assert (first["makes"], first["capacity_left"]) == ({"boards": 2}, 4)
    second = ask("production", building="sawmill", goods={"trunks": 3}, made=2)
    assert second == {
        "uses": {"trunks": 2},
        "makes": {"boards": 4},
        "left": {"trunks": 1},
        "capacity_left": 0,
    }
    assert made("sawmill", {"trunks": 1}, made=6, automatic=True) == 0
    paper = ask("production", building="papermill", goods={"trunks": 2})
    assert (paper["makes"], paper["capacity_left"]) == ({"paper": 1}, 0)


@pytest.mark.rule("RB-PROD-07")
def test_nothing_can_have_made_more_than_its_maximum() -> None:
    refusal = refused("production", building="papermill", goods={}, made=2)
    assert (refusal.code, refusal.rule) == ("made-too-much", "RB-PROD-07")
    assert refusal.params == {"building": "papermill", "most": 1}


@pytest.mark.rule("RB-PROD-11", "TV-RB-STONE-01")
@pytest.mark.parametrize(("clay", "stone", "rest"), [(1, 2, {}), (2, 4, {}), (3, 6, {}), (4, 6, {"clay": 1})])
def test_a_stone_factory_makes_two_stone_of_each_clay(clay: int, stone: int, rest: dict[str, int]) -> None:
    assert made("stone-factory", {"clay": clay}) == stone
    assert left("stone-factory", {"clay": clay}) == rest


@pytest.mark.rule("RB-PROD-09", "TV-RB-COAL-01", "TV-RB-COAL-05")
@pytest.mark.parametrize(
    ("goods", "fuel", "rest"),
    [
        ({"trunks": 2}, 1, {}),
        ({"boards": 2}, 1, {}),
        ({"trunks": 1, "boards": 1}, 1, {}),
        ({"trunks": 1}, 0, {"trunks": 1}),
        ({"trunks": 12}, 6, {}),
        ({"trunks": 13}, 6, {"trunks": 1}),
    ],
)
def test_a_coal_burner_burns_any_two_of_trunks_and_boards(
    goods: dict[str, int], fuel: int, rest: dict[str, int]
) -> None:
    assert made("coal-burner", goods) == fuel
    assert left("coal-burner", goods) == rest


@pytest.mark.rule("RB-PROD-10", "TV-RB-PAPER-03", "TV-RB-CONF-07")
def test_a_papermill_makes_one_paper_a_turn() -> None:
    assert made("papermill", {"trunks": 4}) == made("papermill", {"boards": 1, "trunks": 1}) == 1
    assert left("papermill", {"trunks": 4}) == {"trunks": 2}
    assert ask("production", building="papermill", goods={"trunks": 2})["capacity_left"] == 0
    assert made("papermill", {"trunks": 2}, made=1) == 0


@pytest.mark.rule("RB-PROD-18", "RB-PROD-19", "TV-RB-COAL-03", "TV-RB-COAL-04")
@pytest.mark.parametrize(
    ("goods", "uses"),
    [
        ({"boards": 3, "trunks": 2}, {"boards": 3, "trunks": 1}),
        ({"boards": 2, "trunks": 3}, {"boards": 2, "trunks": 2}),
    ],
)
def test_a_coal_burner_that_runs_by_itself_burns_all_boards_first(
    goods: dict[str, int], uses: dict[str, int]
) -> None:
    for wish in ("boards", "trunks"):
        answer = ask("production", building="coal-burner", goods=goods, automatic=True, first=wish)
        assert answer == {"uses": uses, "makes": {"fuel": 2}, "left": {"trunks": 1}, "capacity_left": 4}


@pytest.mark.rule("RB-PROD-18", "RB-PROD-19", "TV-RB-PAPER-01", "TV-RB-PAPER-02")
def test_a_papermill_that_runs_by_itself_uses_boards_first() -> None:
    one = ask("production", building="papermill", goods={"boards": 1, "trunks": 2}, automatic=True)
    assert (one["uses"], one["makes"], one["left"]) == (
        {"boards": 1, "trunks": 1},
        {"paper": 1},
        {"trunks": 1},
    )
    two = ask("production", building="papermill", goods={"boards": 2, "trunks": 1}, automatic=True)
    assert (two["uses"], two["makes"], two["left"]) == ({"boards": 2}, {"paper": 1}, {"trunks": 1})


@pytest.mark.rule("RB-PROD-09", "RB-PROD-10")
def test_a_player_chooses_what_is_burnt_first() -> None:
    goods = {"boards": 2, "trunks": 2}
    assert left("papermill", goods, first="trunks") == {"boards": 2}
    assert left("papermill", goods, first="boards") == {"trunks": 2}
    goods = {"boards": 2, "trunks": 1}
    assert left("coal-burner", goods, first="trunks") == {"boards": 1}
    assert left("coal-burner", goods, first="boards") == {"trunks": 1}


@pytest.mark.rule("RB-PROD-18")
def test_what_nobody_used_is_processed_by_itself_and_stays_on_the_tile() -> None:
    carrier = {"transporter": "donkey", "load": 0}
    answer = ask(
        "production", building="stone-factory", goods={"clay": 4}, made=2, automatic=True, carrier=carrier
    )
    assert (answer["makes"], answer["left"], answer["capacity_left"]) == ({"stone": 4}, {"clay": 2}, 0)
    assert (answer["on_carrier"], answer["on_tile"]) == (0, 4)


@pytest.mark.rule("RB-PROD-12", "RB-PROD-06")
@pytest.mark.parametrize(
    ("fuel", "gold", "coins"), [(0, 2, 0), (1, 1, 0), (1, 2, 1), (3, 9, 1)]
)  # fmt: skip
def test_a_mint_makes_one_coins_of_a_fuel_and_two_gold(fuel: int, gold: int, coins: int) -> None:
    goods = {"fuel": fuel, "gold": gold}
    assert made("mint", goods) == coins
    assert sum(left("mint", goods).values()) == fuel + gold - 3 * coins


@pytest.mark.rule("RB-PROD-13", "RB-PROD-06", "TV-RB-STOCK-01")
@pytest.mark.parametrize(
    ("paper", "coins", "stock"), [(1, 1, 0), (1, 2, 1), (2, 3, 1), (3, 6, 3), (7, 14, 6)]
)
def test_a_stock_exchange_makes_a_stock_of_a_paper_and_two_coins(paper: int, coins: int, stock: int) -> None:
    answer = ask("production", building="stock-exchange", goods={"paper": paper, "coins": coins})
    assert answer["makes"] == {"stock": stock}
    assert answer["left"].get("paper", 0) == paper - stock
    assert answer["left"].get("coins", 0) == coins - 2 * stock


@pytest.mark.rule("RB-PROD-12", "RB-PROD-13")
def test_four_gold_become_two_coins_in_two_turns_and_then_a_stock() -> None:
    first = ask("production", building="mint", goods={"gold": 4, "fuel": 2})
    second = ask("production", building="mint", goods=first["left"])
    assert (first["makes"], second["makes"], second["left"]) == ({"coins": 1}, {"coins": 1}, {})
    assert made("stock-exchange", {"coins": 2, "paper": 1}) == 1


@pytest.mark.rule("RB-PROD-15", "TV-RB-OUT-01", "TV-RB-OUT-02")
@pytest.mark.parametrize(
    ("trunks", "transporter", "load", "aboard", "on_tile"),
    [
        (1, "donkey", 1, 2, 0),
        (2, "donkey", 2, 2, 2),
        (1, "donkey", 2, 1, 1),
        (3, "donkey", 1, 2, 4),
        (3, "wagon", 3, 3, 3),
        (3, "truck", 6, 3, 3),
        (3, "truck", 3, 6, 0),
        (3, "steamer", 8, 3, 3),
        (0, "donkey", 2, 0, 0),
    ],
)
def test_what_does_not_fit_on_the_transporter_that_brought_the_goods_goes_on_the_tile(
    trunks: int, transporter: str, load: int, aboard: int, on_tile: int
) -> None:
    answer = ask(
        "production", building="sawmill", goods={"trunks": trunks},
        carrier={"transporter": transporter, "load": load},
    )  # fmt: skip
    assert (answer["on_carrier"], answer["on_tile"]) == (aboard, on_tile)


@pytest.mark.rule("RB-MOVE-10", "RB-PROD-15")
def test_nobody_brings_more_than_his_transporter_carries() -> None:
    carrier = {"transporter": "donkey", "load": 3}
    refusal = refused("production", building="sawmill", goods={"trunks": 3}, carrier=carrier)
    assert (refusal.code, refusal.rule) == ("overloaded", "RB-MOVE-10")
    assert refusal.params == {"transporter": "donkey", "most": 2}


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
        assert made(building, answer["left"], made=before + count) == 0
