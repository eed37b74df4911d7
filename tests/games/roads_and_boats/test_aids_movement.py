"""The aid for movement: figures, roads, water, loads."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.fleets import FIGURES
from tests.games.roads_and_boats.asking import ask, refused

BOATS = ("raft", "rowboat", "steamer")


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


@pytest.mark.rule("RB-MOVE-02")
def test_wagons_and_trucks_move_on_roads_only() -> None:
    assert [allowed("wagon", road=steps) for steps in (3, 4)] == [True, False]
    assert [allowed("truck", road=steps) for steps in (4, 5)] == [True, False]
    for transporter in ("wagon", "truck"):
        assert not allowed(transporter, off_road=1)
        assert not allowed(transporter, road=1, off_road=1)
        assert ask("movement", transporter=transporter, off_road=1)["steps"] == 0


@pytest.mark.rule("RB-MOVE-03", "TV-RB-MOVE-01", "TV-RB-MOVE-02")
def test_a_donkey_goes_two_tiles_by_road_or_one_without() -> None:
    assert [allowed("donkey", road=steps) for steps in (1, 2, 3)] == [True, True, False]
    assert [allowed("donkey", off_road=steps) for steps in (1, 2)] == [True, False]
    assert ask("movement", transporter="donkey", off_road=1)["steps"] == 1


@pytest.mark.rule("RB-MOVE-04", "TV-RB-MOVE-03")
def test_a_donkey_does_not_mix_road_and_open_country() -> None:
    assert not allowed("donkey", road=1, off_road=1)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"transporter": "donkey", "road": 1, "off_road": 1}, "RB-MOVE-04"),
        ({"transporter": "donkey", "road": 3}, "RB-MOVE-03"),
        ({"transporter": "donkey", "off_road": 2}, "RB-MOVE-03"),
        ({"transporter": "wagon", "road": 4}, "RB-MOVE-02"),
        ({"transporter": "truck", "off_road": 1}, "RB-MOVE-02"),
        ({"transporter": "truck", "road": 1, "off_road": 1}, "RB-MOVE-02"),
        ({"transporter": "donkey", "course": ["river", "sea"]}, "RB-MOVE-07"),
        ({"transporter": "raft", "off_road": 4}, "RB-BOAT-01"),
        ({"transporter": "raft", "road": 1}, "RB-BOAT-01"),
        ({"transporter": "raft", "course": ["sea"] * 5}, "RB-BOAT-01"),
        ({"transporter": "raft", "off_road": 1, "moved": True}, "RB-MOVE-01"),
        ({"transporter": "donkey", "road": 1, "phase": "building"}, "RB-MOVE-01"),
        ({"transporter": "wagon", "road": 3, "loads": [4]}, "RB-MOVE-10"),
    ],
)
def test_a_move_is_refused_by_a_rule(asked: dict[str, Any], rule: str) -> None:
    answer = ask("movement", **asked)
    assert (answer["allowed"], answer["rule"]) == (False, rule)


@pytest.mark.rule("RB-MOVE-06", "TV-RB-MOVE-05")
def test_going_back_and_forth_on_a_road_costs_its_steps_each_time() -> None:
    there, back = 1, 1
    assert allowed("truck", road=[there, back, 2])
    assert allowed("truck", road=[1, 1, 1, 1])
    assert allowed("truck", road=4)
    assert not allowed("truck", road=[2, 2, 1])
    assert allowed("donkey", road=[there, back])
    assert not allowed("donkey", road=[there, back, there])


def test_a_road_round_a_corner_costs_its_tiles_and_a_donkey_may_cut_it() -> None:
    assert allowed("donkey", road=2)
    assert allowed("donkey", off_road=1)
    assert not allowed("donkey", road=[2, 2])


@pytest.mark.rule("RB-MOVE-10", "TV-RB-MOVE-11")
def test_a_transporter_never_carries_more_than_it_can_but_more_in_all_by_dropping_first() -> None:
    assert allowed("wagon", road=[1, 1, 1], loads=[3, 0, 2])
    assert not allowed("wagon", road=[1, 1, 1], loads=[3, 4, 2])
    for transporter, figures in FIGURES.items():
        assert allowed(transporter, loads=[figures.load, 0, figures.load])
        assert not allowed(transporter, loads=[0, figures.load + 1])


@pytest.mark.rule("RB-BOAT-01")
def test_boats_move_on_water_only() -> None:
    for boat, most in zip(BOATS, (3, 4, 6), strict=True):
        assert allowed(boat, course=["river"] * (most + 1))
        assert allowed(boat, course=["sea"] * (most + 1))
        assert not allowed(boat, course=["sea"] * (most + 2))
        assert not allowed(boat, road=1)
    for transporter in ("donkey", "wagon", "truck"):
        assert not allowed(transporter, course=["sea", "sea"])


@pytest.mark.rule("RB-BOAT-03")
def test_from_a_river_into_open_sea_is_one_point() -> None:
    assert allowed("raft", course=["river", "sea", "sea", "sea"])
    assert not allowed("raft", course=["river", "sea", "sea", "sea", "sea"])
    assert allowed("raft", course=["river", "sea", "river", "river"])


@pytest.mark.rule("RB-BOAT-04", "TV-RB-BOAT-02")
def test_coast_to_sea_sea_to_sea_and_sea_to_coast_are_one_point_each() -> None:
    assert allowed("raft", course=["coast", "sea", "sea", "coast"])
    assert not allowed("raft", course=["coast", "sea", "sea", "sea", "coast"])
    assert allowed("steamer", course=["coast", *["sea"] * 5, "coast"])
    assert not allowed("steamer", course=["coast", *["sea"] * 6, "coast"])
    assert not allowed("steamer", off_road=7)


def test_docking_ends_the_move_and_a_docked_boat_leaves_into_the_sea() -> None:
    ends = refused("movement", transporter="steamer", course=["sea", "coast", "sea"])
    assert (ends.code, ends.rule) == ("docking-ends", "RB-BOAT-05")
    for course in (["coast", "coast"], ["coast", "river"], ["river", "coast"]):
        refusal = refused("movement", transporter="steamer", course=course)
        assert (refusal.code, refusal.rule) == ("no-such-course", "RB-BOAT-06")
    assert allowed("steamer", course=["coast"])


@given(st.sampled_from(list(FIGURES)), st.integers(0, 9), st.integers(0, 9))
def test_fewer_steps_are_never_forbidden_where_more_are_allowed(
    transporter: str, road: int, without: int
) -> None:
    if allowed(transporter, road=road, off_road=without):
        assert allowed(transporter, road=max(0, road - 1), off_road=without)
        assert allowed(transporter, road=road, off_road=max(0, without - 1))
