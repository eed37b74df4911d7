"""Fleets: counts, limits, and when they are enforced."""

from __future__ import annotations

import pytest

from companion.games.roads_and_boats import fleets
from companion.games.roads_and_boats.commands import Advance, ChangeFleet
from tests.games.roads_and_boats.playing import Play, warned


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


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-21", "TV-RB-FLEET-06")
def test_a_donkey_that_becomes_a_wagon_still_counts_once() -> None:
    play = Play()
    play.do(ChangeFleet("red", "donkey", 2), ChangeFleet("red", "donkey", -1), ChangeFleet("red", "wagon", 1))
    assert play.view()["fleets"]["red"] == {"donkey": 4, "wagon": 1}
    assert fleets.over_limit(play.state) == ()


@pytest.mark.rule("RB-FLEET-13", "RB-FLEET-01", "RB-FLEET-07")
def test_a_fleet_over_its_limit_warns_at_once_and_holds_every_phase_up() -> None:
    play = Play()
    play.do(Advance(), ChangeFleet("red", "donkey", 3))
    expected = {"colour": "red", "remove": 1}
    assert warned(play)["fleet-over-limit"] == expected | {"when": "now"}
    refused = play.refused(Advance())
    assert (refused.code, refused.rule, refused.params) == ("fleet-over-limit", "RB-FLEET-13", expected)
    play.do(ChangeFleet("red", "donkey", -1), Advance())
    assert warned(play) == {}


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-13")
def test_a_house_rule_holds_up_only_the_end_of_production() -> None:
    play = Play(amb_38=True)
    play.do(Advance(), ChangeFleet("red", "donkey", 4))
    assert warned(play)["fleet-over-limit"] == {"colour": "red", "remove": 2, "when": "production-end"}
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


@pytest.mark.rule("RB-FLEET-08")
def test_a_wagon_does_not_take_the_donkey_away_by_itself() -> None:
    play = Play()
    play.do(ChangeFleet("red", "wagon", 1))
    assert play.view()["fleets"]["red"] == {"donkey": 3, "wagon": 1}


def test_fleets_that_nobody_enters_never_nag() -> None:
    assert warned(Play()) == {}
