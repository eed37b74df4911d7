"""Fleets: counts, the limits that a group may change or lift, and when they are enforced."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from companion.games import Command, Refused
from companion.games.roads_and_boats import fleets
from companion.games.roads_and_boats.commands import Advance, ChangeFleet, Done, MakeWagon
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import Transporter
from tests.games.roads_and_boats.aid_queries import ask, refused
from tests.games.roads_and_boats.playing import Play

KINDS: tuple[Transporter, ...] = get_args(Transporter)


def owning(fleet: dict[str, int], **limits: Any) -> Play:
    """A game with these limits in which Red has this fleet."""
    play = Play("red", "blue", fleet=limits)
    play.correct(fleet={"red": fleet})
    return play


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-13")
@pytest.mark.rule("TV-RB-FLEET-01", "TV-RB-FLEET-02", "TV-RB-FLEET-03", "TV-RB-FLEET-05")
@pytest.mark.parametrize(
    ("on_land", "on_water", "land", "water", "either"),
    [(5, 3, 0, 0, 0), (3, 5, 0, 0, 0), (3, 0, 0, 0, 0), (5, 4, 0, 0, 1), (4, 5, 0, 0, 1), (6, 0, 1, 0, 0),
     (6, 2, 1, 0, 0), (5, 5, 0, 0, 2), (6, 6, 1, 1, 2), (0, 7, 0, 2, 0), (7, 4, 2, 0, 1)],
)  # fmt: skip
def test_at_most_five_on_land_five_on_water_and_eight_together(
    on_land: int, on_water: int, land: int, water: int, either: int
) -> None:
    play = owning({"wagon": on_land, "steamer": on_water})
    if not land + water + either:
        assert play.warned() == {}
        play.do(Advance())
        return
    must_go = {"from_land": land, "from_water": water, "from_either": either, "remove": land + water + either}
    over = {"colour": "red", **must_go}
    assert play.warned()["fleet-over-limit"] == over | {"when": "now", "where": "factory", "refund": "lost"}
    told = play.refused(Advance())
    assert (told.code, told.rule, told.params) == ("fleet-over-limit", "RB-FLEET-13", over)


@pytest.mark.rule("RB-FLEET-12")
@pytest.mark.parametrize(
    ("limits", "fleet", "must_go"),
    [
        ({"land": 6}, {"donkey": 6}, None),
        ({"land": 6}, {"donkey": 7}, (1, 0, 0)),
        ({"land": None}, {"donkey": 8}, None),
        ({"land": None}, {"donkey": 9}, (0, 0, 1)),
        ({"water": 3}, {"raft": 4}, (0, 1, 0)),
        ({"total": None}, {"donkey": 5, "raft": 5}, None),
        ({"total": 9}, {"donkey": 5, "raft": 5}, (0, 0, 1)),
        ({"land": None, "water": None, "total": None}, {"donkey": 50, "raft": 50}, None),
        ({"each": {"steamer": 1, "donkey": None}}, {"donkey": 2, "steamer": 3}, (0, 2, 0)),
        ({"each": {"truck": 1}}, {"truck": 4, "donkey": 3}, (3, 0, 0)),
    ],
)
def test_each_limit_may_be_another_or_none_and_a_kind_may_have_its_own(
    limits: dict[str, Any], fleet: dict[str, int], must_go: tuple[int, int, int] | None
) -> None:
    warned = owning(fleet, **limits).warned()
    if must_go is None:
        assert warned == {}
        return
    params = warned["fleet-over-limit"]
    assert (params["from_land"], params["from_water"], params["from_either"]) == must_go
    assert [each for code, each in warned.items() if code == "kind-over-limit"] == [
        {"colour": "red", "transporter": kind, "count": {"steamer": 2, "truck": 3}[kind]}
        for kind, most in limits.get("each", {}).items()
        if most is not None
    ]


@pytest.mark.rule("RB-FLEET-14", "RB-FLEET-17")
@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ({"amb_03": True}, {"when": "now", "where": "anywhere", "refund": "lost"}),
        ({"amb_02": True}, {"when": "now", "where": "factory", "refund": "back"}),
        ({"amb_38": True}, {"when": "production-end", "where": "factory", "refund": "lost"}),
    ],
)
def test_the_warning_names_when_what_may_go_and_whether_its_goods_come_back(
    switches: dict[str, Any], said: dict[str, str]
) -> None:
    play = Play(**switches)
    play.do(ChangeFleet("red", "donkey", 3))
    assert said.items() <= play.warned()["fleet-over-limit"].items()


@pytest.mark.rule("TV-RB-FLEET-07", "RB-FLEET-13", "RB-FLEET-14")
def test_for_a_raft_beyond_eight_one_at_a_factory_goes_and_its_goods_are_lost() -> None:
    play = Play(fleet={"donkey": 3, "truck": 2, "raft": 3})
    play.do(ChangeFleet("red", "raft", 1))
    asked: dict[str, Any] = {"colour": "red", "at_factory": {"truck": 1, "raft": 1}}
    assert ask("fleet", play.state, **asked)["removal"] == {
        "may_go": {"truck": 1, "raft": 1}, "when": "now", "refund": "lost",
    }  # fmt: skip
    assert refused("fleet", play.state, colour="red", at_factory={}).rule == "RB-FLEET-17"
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-13")
    play.do(ChangeFleet("red", "truck", -1), Advance())
    assert play.warned() == {}


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-13")
def test_a_fleet_over_its_limit_holds_up_its_players_go_and_by_a_house_rule_the_end_of_production() -> None:
    play, ruled = Play(), Play(amb_38=True)
    for each in (play, ruled):
        each.do(Advance())
        each.determine()
        first, second = each.state.sequence
        each.do(ChangeFleet(first, "donkey", 3), ChangeFleet(second, "donkey", 3, out_of_order=True))
    assert play.refusal(Done(first)) == ("fleet-over-limit", "RB-FLEET-13")
    play.do(ChangeFleet(first, "donkey", -1), Done(first))
    assert play.refusal(Done(second)) == ("fleet-over-limit", "RB-FLEET-13")
    ruled.do(Done(first))
    ruled.to("production")
    assert ruled.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-12")


@pytest.mark.rule("RB-FLEET-08", "RB-FLEET-18")
@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        (ChangeFleet("red", "donkey", -4), "fleet-below-zero", "RB-FLEET-18"),
        (ChangeFleet("red", "raft", -1), "fleet-below-zero", "RB-FLEET-18"),
        (ChangeFleet("red", "raft", 0), "changes-nothing", None),
        (ChangeFleet("red", "donkey", 97), "too-many", None),
        (ChangeFleet("blue", "raft", 1), "not-playing", "RB-SETUP-01"),
        (MakeWagon("yellow"), "no-donkey", "RB-FLEET-08"),
    ],
)
def test_what_no_fleet_can_become_is_refused(command: Command, code: str, rule: str | None) -> None:
    play = Play()
    play.do(ChangeFleet("yellow", "donkey", -3))
    assert play.view().fields["fleets"] == {"red": {"donkey": 3}, "yellow": {}}
    assert play.refusal(command) == (code, rule)


@pytest.mark.rule("RB-FLEET-07")
def test_a_new_transporter_of_the_six_kinds_belongs_to_the_player_who_handed_in_the_goods() -> None:
    play = Play("red", "blue", fleet={})
    play.do(*(ChangeFleet("blue", kind, 1) for kind in KINDS))
    assert play.view().fields["fleets"] == {"red": {}, "blue": dict.fromkeys(KINDS, 1)}
    assert KINDS == ("donkey", "wagon", "truck", "raft", "rowboat", "steamer")


@pytest.mark.rule("RB-FLEET-08", "RB-FLEET-12", "TV-RB-FLEET-06")
def test_a_wagon_takes_the_place_of_its_owners_donkey_also_in_a_full_fleet() -> None:
    full = {"donkey": 5, "raft": 3}
    play = Play("red", "blue", fleet=full)
    play.do(MakeWagon("blue"), Advance())
    assert play.view().fields["fleets"] == {"red": full, "blue": {"donkey": 4, "wagon": 1, "raft": 3}}
    play.do(ChangeFleet("red", "donkey", -1), ChangeFleet("red", "wagon", 1))
    assert play.view().fields["fleets"]["red"] == {"donkey": 4, "wagon": 1, "raft": 3}


@pytest.mark.rule("RB-FLEET-21", "RB-FLEET-12")
def test_a_bred_donkey_counts_against_the_limits_like_any_transporter() -> None:
    play = Play(fleet={"donkey": 4, "truck": 1})
    assert fleets.over_limit(play.state) == ()
    play.do(ChangeFleet("red", "donkey", 1))
    assert play.warned()["fleet-over-limit"]["remove"] == 1
    play.do(ChangeFleet("red", "truck", -1), Advance())


@pytest.mark.rule("RB-SETUP-15")
@pytest.mark.parametrize(
    ("option", "start"),
    [
        ({"donkey": 2, "raft": 1}, {"donkey": 2, "raft": 1}),
        ({}, {}),
        ({"land": 6}, {"donkey": 3}),
        ({"total": None, "wagon": 1}, {"wagon": 1}),
    ],
)
def test_the_option_sets_the_starting_fleet_and_limits_alone_leave_the_three_donkeys(
    option: dict[str, Any], start: dict[str, int]
) -> None:
    play = Play("red", "blue", fleet=option)
    assert play.view().fields["fleets"]["red"] == start
    assert play.view().fields["options"]["fleet"] == start | option


@pytest.mark.rule("RB-FLEET-13")
def test_a_corrected_limit_warns_or_cures_at_once() -> None:
    play = owning({"donkey": 9}, donkey=3)
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-13")
    play.correct(option={"fleet": {"land": None, "total": 9}})
    assert play.warned() == {}
    play.correct(option={"fleet": {"land": 8}})
    assert play.warned()["fleet-over-limit"]["from_land"] == 1
    play.do(ChangeFleet("red", "donkey", -1), Advance())


@pytest.mark.rule("RB-FLEET-12")
def test_corrected_limits_change_one_by_one_and_leave_the_start_fleet_alone() -> None:
    play = Play("red", "blue", fleet={"donkey": 2})
    play.correct(option={"fleet": {"land": 6, "each": {"truck": 1}}})
    play.do(ChangeFleet("red", "donkey", 1))
    play.correct(option={"fleet": {"total": None, "each": {"raft": 2}}})
    limits = {"land": 6, "total": None, "each": {"truck": 1, "raft": 2}}
    assert play.view().fields["options"]["fleet"] == {"donkey": 2} | limits
    play.correct(option={"fleet": {"land": 5, "total": 8, "each": {"truck": None, "raft": None}}})
    assert fleets.limits_of(play.state.options) == fleets.STANDARD
    beyond: tuple[dict[Transporter, int], ...] = ({"donkey": 6}, {"raft": 6}, {"truck": 5, "raft": 4})
    assert [fleets.excess(each, fleets.limits_of(play.state.options)).remove for each in beyond] == [1, 1, 1]
    assert play.view().fields["options"]["fleet"] == {"donkey": 2}
    play.correct(option={"fleet": {"land": None}})
    assert play.view().fields["options"]["fleet"] == {"donkey": 2, "land": None}


@pytest.mark.rule("RB-FLEET-12")
def test_no_player_starts_over_a_limit() -> None:
    for fleet in ({"land": 2}, {"donkey": 6}, {"each": {"donkey": 2}}):
        with pytest.raises(Refused) as caught:
            Play("red", "blue", fleet=fleet)
        assert (caught.value.code, caught.value.rule) == ("options-inconsistent", "RB-FLEET-12")
    assert Play("red", fleet={"donkey": 6, "land": 6}).view().fields["fleets"] == {"red": {"donkey": 6}}


def test_an_option_of_an_earlier_edition_is_read_as_it_was() -> None:
    old = msgspec.json.decode(b'{"fleet": {"raft": 1}}', type=Options)
    assert fleets.start_fleet(old) == {"raft": 1}
    assert fleets.limits_of(old) == fleets.STANDARD
    assert msgspec.to_builtins(Options())["fleet"] == {"donkey": 3}


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-14")
def test_the_fleet_aid_obeys_the_limits() -> None:
    play = Play("red", "blue", fleet={"land": 7, "total": None, "each": {"truck": 1}})
    legal = ask("fleet", play.state, fleet={"donkey": 7, "raft": 5})
    assert (legal["legal"], legal["remove"]) == (True, 0)
    asked: dict[str, Any] = {"fleet": {"donkey": 2, "truck": 2}, "at_factory": {"donkey": 1, "truck": 1}}
    answer = ask("fleet", play.state, **asked)
    assert (answer["legal"], answer["remove"], answer["removal"]["may_go"]) == (False, 1, {"truck": 1})
