"""Fleets: counts, limits, and when they are enforced."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats import fleets
from companion.games.roads_and_boats.commands import Advance, ChangeFleet
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule(
    "RB-FLEET-12", "TV-RB-FLEET-01", "TV-RB-FLEET-02", "TV-RB-FLEET-03", "TV-RB-FLEET-05", "TV-RB-FLEET-07"
)
@pytest.mark.parametrize(
    ("land", "water", "remove"),
    [(5, 3, 0), (3, 5, 0), (4, 4, 0), (3, 0, 0), (5, 4, 1), (4, 5, 1), (6, 0, 1), (6, 2, 1), (5, 5, 2),
     (6, 6, 4), (0, 7, 2), (9, 0, 4)],
)  # fmt: skip
def test_at_most_five_on_land_five_on_water_and_eight_together(land: int, water: int, remove: int) -> None:
    assert fleets.to_remove({"truck": land - 1, "donkey": 1, "raft": water}) == remove


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-13")
@pytest.mark.parametrize(
    ("on_land", "on_water", "land", "water", "either"),
    [(5, 3, 0, 0, 0), (5, 4, 0, 0, 1), (6, 2, 1, 0, 0), (5, 5, 0, 0, 2), (6, 6, 1, 1, 2), (0, 7, 0, 2, 0),
     (7, 4, 2, 0, 1)],
)  # fmt: skip
def test_the_excess_of_a_medium_goes_from_that_medium_and_the_rest_from_either(
    on_land: int, on_water: int, land: int, water: int, either: int
) -> None:
    play = Play()
    play.correct(fleet={"red": {"wagon": on_land, "steamer": on_water}})
    over = fleets.excess({"wagon": on_land, "steamer": on_water})
    assert over == fleets.Excess(land, water, either)
    if over.remove:
        said = {"from_land": land, "from_water": water, "from_either": either, "remove": over.remove}
        assert said.items() <= play.warned()["fleet-over-limit"].items()
        assert said.items() <= play.refused(Advance()).params.items()


@pytest.mark.rule("RB-FLEET-14", "RB-FLEET-16", "RB-FLEET-17")
@pytest.mark.parametrize(
    ("switches", "where", "refund"),
    [({}, "factory", "lost"), ({"amb_03": True}, "anywhere", "lost"), ({"amb_02": True}, "factory", "back")],
)
def test_the_warning_says_what_may_go_and_whether_its_goods_come_back(
    switches: dict[str, Any], where: str, refund: str
) -> None:
    play = Play(**switches)
    play.do(ChangeFleet("red", "donkey", 3))
    warning = play.warned()["fleet-over-limit"]
    assert (warning["where"], warning["refund"]) == (where, refund)


def test_a_group_that_enters_no_fleet_is_told_nothing_of_fleets() -> None:
    play = Play()
    for _ in range(8):
        assert play.warned() == {}
        play.do(Advance())
    assert play.view()["fleets"] == {"red": {"donkey": 3}, "yellow": {"donkey": 3}}


@pytest.mark.rule("RB-FLEET-12", "TV-RB-FLEET-06")
def test_a_donkey_that_becomes_a_wagon_still_counts_once() -> None:
    play = Play()
    play.do(ChangeFleet("red", "donkey", 2), ChangeFleet("red", "donkey", -1), ChangeFleet("red", "wagon", 1))
    assert play.view()["fleets"]["red"] == {"donkey": 4, "wagon": 1}
    assert fleets.over_limit(play.state) == ()


@pytest.mark.rule("RB-FLEET-13")
def test_a_fleet_over_its_limit_warns_at_once_and_holds_every_phase_up() -> None:
    play = Play()
    play.do(Advance(), ChangeFleet("red", "donkey", 3))
    expected = {"colour": "red", "remove": 1, "from_land": 1, "from_water": 0, "from_either": 0}
    said = {"when": "now", "where": "factory", "refund": "lost"}
    assert play.warned()["fleet-over-limit"] == expected | said
    refused = play.refused(Advance())
    assert (refused.code, refused.rule, refused.params) == ("fleet-over-limit", "RB-FLEET-13", expected)
    play.do(ChangeFleet("red", "donkey", -1), Advance())
    assert play.warned() == {}


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-13")
def test_a_house_rule_holds_up_only_the_end_of_production() -> None:
    play = Play(amb_38=True)
    play.do(Advance(), ChangeFleet("red", "donkey", 4))
    assert play.warned()["fleet-over-limit"]["remove"] == 2
    assert play.warned()["fleet-over-limit"]["when"] == "production-end"
    play.to("production")
    refused = play.refused(Advance())
    assert (refused.code, refused.rule) == ("fleet-over-limit", "RB-FLEET-12")


@pytest.mark.rule("RB-FLEET-18")
def test_nobody_loses_a_transporter_that_he_has_not() -> None:
    play = Play()
    refused = play.refused(ChangeFleet("red", "donkey", -4))
    assert (refused.code, refused.params["owned"]) == ("fleet-below-zero", 3)
    assert play.refused(ChangeFleet("red", "raft", -1)).code == "fleet-below-zero"
    play.do(ChangeFleet("red", "donkey", -3))
    assert play.view()["fleets"]["red"] == {}
    assert play.refused(ChangeFleet("red", "raft", 0)).code == "changes-nothing"
    assert play.refused(ChangeFleet("blue", "raft", 1)).code == "not-playing"
    play.do(ChangeFleet("red", "raft", 99))
    assert play.refused(ChangeFleet("red", "raft", 1)).params == {"most": 99}


def test_a_wagon_does_not_take_the_donkey_away_by_itself() -> None:
    play = Play()
    play.do(ChangeFleet("red", "wagon", 1))
    assert play.view()["fleets"]["red"] == {"donkey": 3, "wagon": 1}


def test_fleets_that_nobody_enters_never_nag() -> None:
    assert Play().warned() == {}
