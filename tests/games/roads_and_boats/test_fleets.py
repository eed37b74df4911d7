"""Fleets: counts, limits, and when they are enforced."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.roads_and_boats import fleets
from companion.games.roads_and_boats.commands import Advance, ChangeFleet, Done, MakeWagon
from tests.games.roads_and_boats.aid_queries import ask, refused
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("RB-FLEET-12", "TV-RB-FLEET-01", "TV-RB-FLEET-02", "TV-RB-FLEET-03", "TV-RB-FLEET-05")
@pytest.mark.parametrize(
    ("land", "water", "remove"),
    [(5, 3, 0), (3, 5, 0), (4, 4, 0), (3, 0, 0), (5, 4, 1), (4, 5, 1), (6, 0, 1), (6, 2, 1), (5, 5, 2),
     (6, 6, 4), (0, 7, 2), (9, 0, 4)],
)  # fmt: skip
def test_at_most_five_on_land_five_on_water_and_eight_together(land: int, water: int, remove: int) -> None:
    assert fleets.excess({"truck": land - 1, "donkey": 1, "raft": water}).remove == remove


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
        refused = play.refused(Advance())
        assert (refused.code, refused.rule) == ("fleet-over-limit", "RB-FLEET-13")
        assert said.items() <= refused.params.items()


@pytest.mark.rule("RB-FLEET-14", "RB-FLEET-17")
@pytest.mark.parametrize(
    ("switches", "where", "refund"),
    [({}, "factory", "lost"), ({"amb_03": True}, "anywhere", "lost"), ({"amb_02": True}, "factory", "back")],
)
def test_the_warning_names_what_may_go_and_whether_its_goods_come_back(
    switches: dict[str, Any], where: str, refund: str
) -> None:
    play = Play(**switches)
    play.do(ChangeFleet("red", "donkey", 3))
    warning = play.warned()["fleet-over-limit"]
    assert (warning["where"], warning["refund"]) == (where, refund)


@pytest.mark.rule("TV-RB-FLEET-07", "RB-FLEET-13", "RB-FLEET-14")
def test_for_a_raft_beyond_eight_one_at_a_factory_goes_and_its_goods_are_lost() -> None:
    play = Play(fleet={"donkey": 3, "truck": 2, "raft": 3})
    play.do(ChangeFleet("red", "raft", 1))
    over = {"colour": "red", "remove": 1, "from_land": 0, "from_water": 0, "from_either": 1}
    said = {"when": "now", "where": "factory", "refund": "lost"}
    assert play.warned()["fleet-over-limit"] == over | said
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-13")
    asked: dict[str, Any] = {"colour": "red", "at_factory": {"truck": 1, "raft": 1}}
    assert ask("fleet", play.state, **asked)["removal"] == {
        "may_go": {"truck": 1, "raft": 1}, "when": "now", "refund": "lost",
    }  # fmt: skip
    nowhere = refused("fleet", play.state, colour="red", at_factory={})
    assert (nowhere.code, nowhere.rule) == ("foal-not-born", "RB-FLEET-17")
    play.do(ChangeFleet("red", "truck", -1), Advance())


def test_a_group_that_enters_no_fleet_sees_nothing_of_fleets() -> None:
    play = Play()
    for _ in range(8):
        assert play.warned() == {}
        play.do(Advance())
    assert play.view().fields["fleets"] == {"red": {"donkey": 3}, "yellow": {"donkey": 3}}


@pytest.mark.rule("RB-FLEET-12", "TV-RB-FLEET-06")
def test_a_donkey_that_becomes_a_wagon_still_counts_once() -> None:
    play = Play()
    play.do(ChangeFleet("red", "donkey", 2), MakeWagon("red"))
    assert play.view().fields["fleets"]["red"] == {"donkey": 4, "wagon": 1}
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


@pytest.mark.rule("RB-FLEET-13")
def test_no_player_passes_on_with_a_fleet_over_its_limit() -> None:
    play = Play()
    play.determine()
    first, second = play.state.sequence
    play.do(ChangeFleet(first, "donkey", 3), ChangeFleet(second, "donkey", 3, out_of_order=True))
    assert play.refusal(Done(first)) == ("fleet-over-limit", "RB-FLEET-13")
    play.do(ChangeFleet(first, "donkey", -1), Done(first))
    assert play.refusal(Done(second)) == ("fleet-over-limit", "RB-FLEET-13")


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
def test_no_player_loses_a_transporter_not_in_the_fleet() -> None:
    play = Play()
    assert play.refused(ChangeFleet("red", "donkey", -4)).params["owned"] == 3
    for kind, by in (("donkey", -4), ("raft", -1)):
        too_many = msgspec.convert({"colour": "red", "transporter": kind, "by": by}, ChangeFleet)
        assert play.refusal(too_many) == ("fleet-below-zero", "RB-FLEET-18")
    play.do(ChangeFleet("red", "donkey", -3))
    assert play.view().fields["fleets"] == {"red": {}, "yellow": {"donkey": 3}}
    assert play.refused(ChangeFleet("red", "raft", 0)).code == "changes-nothing"
    assert play.refusal(ChangeFleet("blue", "raft", 1)) == ("not-playing", "RB-SETUP-01")
    play.do(ChangeFleet("red", "raft", 99))
    assert play.refused(ChangeFleet("red", "raft", 1)).params == {"most": 99}


def test_a_wagon_does_not_take_the_donkey_away_by_itself() -> None:
    play = Play()
    play.do(ChangeFleet("red", "wagon", 1))
    assert play.view().fields["fleets"]["red"] == {"donkey": 3, "wagon": 1}


def test_fleets_that_no_player_enters_never_nag() -> None:
    assert Play().warned() == {}
