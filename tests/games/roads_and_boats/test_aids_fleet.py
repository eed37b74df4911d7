"""The aid for a fleet's limits, and for what may go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import ChangeFleet
from companion.games.roads_and_boats.words import LAND, TRANSPORTERS
from tests.games.roads_and_boats.asking import ask, refused
from tests.games.roads_and_boats.playing import Play

FLEETS = st.dictionaries(st.sampled_from(TRANSPORTERS), st.integers(0, 7))


def limits(land: int, water: int) -> dict[str, Any]:
    return ask("fleet", fleet={"donkey": land, "raft": water})


@pytest.mark.rule("RB-FLEET-12", "TV-RB-FLEET-01", "TV-RB-FLEET-02", "TV-RB-FLEET-03", "TV-RB-FLEET-05")
@pytest.mark.parametrize(
    ("land", "water", "remove"),
    [(5, 3, 0), (3, 5, 0), (4, 4, 0), (3, 0, 0), (5, 4, 1), (4, 5, 1), (6, 0, 1), (6, 2, 1), (5, 5, 2)],
)
def test_five_on_land_five_on_water_and_eight_together(land: int, water: int, remove: int) -> None:
    answer = {"legal": remove == 0, "land": land, "water": water, "remove": remove}
    assert limits(land, water) == (answer | {"rule": "RB-FLEET-12"} if remove else answer)
    of_all_kinds = {"donkey": land - 2, "wagon": 1, "truck": 1, "steamer": water}
    assert ask("fleet", fleet=of_all_kinds) == limits(land, water)


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


@pytest.mark.rule("RB-FLEET-14", "TV-RB-FLEET-07")
def test_only_what_stands_at_a_transporter_factory_may_go() -> None:
    answer = ask(
        "fleet", fleet={"donkey": 3, "truck": 2, "raft": 3}, new="raft", at_factory={"truck": 1, "raft": 0}
    )
    assert (answer["land"], answer["water"], answer["remove"]) == (5, 4, 1)
    assert answer["removal"] == {"may_go": {"truck": 1, "raft": 1}, "when": "now", "refund": "lost"}


@pytest.mark.rule("RB-FLEET-14")
def test_only_what_cures_the_excess_may_go_and_the_factory_need_not_make_its_kind() -> None:
    fleet = {"donkey": 5, "truck": 1, "raft": 2}
    answer = ask("fleet", fleet=fleet, at_factory={"donkey": 2, "raft": 1})
    assert answer["remove"] == 1
    assert answer["removal"]["may_go"] == {"donkey": 2}


@pytest.mark.rule("RB-FLEET-15", "RB-FLEET-14")
def test_of_a_new_transporter_and_its_bringer_one_must_go_when_nothing_else_stands_at_a_factory() -> None:
    answer = ask("fleet", fleet={"donkey": 5, "raft": 3}, new="rowboat", brought_by="donkey")
    assert answer["remove"] == 1
    assert answer["removal"] == {"may_go": {"donkey": 1, "rowboat": 1}, "when": "now", "refund": "lost"}
    same = ask("fleet", fleet={"donkey": 5, "raft": 3}, new="raft", brought_by="raft")
    assert same["removal"]["may_go"] == {"raft": 2}


@pytest.mark.rule("RB-FLEET-17", "RB-FLEET-14")
def test_a_foal_that_nothing_at_a_factory_makes_room_for_is_not_born() -> None:
    asked: dict[str, Any] = {"fleet": {"donkey": 6, "raft": 1}, "at_factory": {"raft": 1}}
    refusal = refused("fleet", **asked)
    assert (refusal.code, refusal.rule, refusal.params) == ("foal-not-born", "RB-FLEET-17", {"remove": 1})
    nowhere = refused("fleet", Play().state, fleet={"donkey": 6}, at_factory={})
    assert (nowhere.code, nowhere.rule) == ("foal-not-born", "RB-FLEET-17")


@pytest.mark.rule("RB-FLEET-17")
def test_a_house_rule_lets_any_of_his_transporters_go() -> None:
    state = Play(amb_03=True, amb_02=True, amb_38=True).state
    answer = ask("fleet", state, fleet={"donkey": 5, "wagon": 1, "raft": 1}, at_factory={"raft": 1})
    assert answer["removal"] == {
        "may_go": {"donkey": 5, "wagon": 1}, "when": "production-end", "refund": "back"
    }  # fmt: skip


@given(FLEETS, FLEETS)
def test_what_may_go_is_there_and_enough(fleet: dict[str, int], at_factory: dict[str, int]) -> None:
    answer = ask("fleet", Play(amb_03=True).state, fleet=fleet, at_factory=at_factory)
    assert ("removal" in answer) == (not answer["legal"])
    if not answer["legal"]:
        may_go = answer["removal"]["may_go"]
        assert sum(may_go.values()) >= answer["remove"]
        assert all(0 < count <= fleet[kind] for kind, count in may_go.items())


def test_a_fleet_that_is_left_out_is_the_players_in_the_game() -> None:
    play = Play("red", "blue")
    play.do(ChangeFleet("blue", "raft", 6))
    assert ask("fleet", play.state, colour="blue")["water"] == 6
    assert ask("fleet", play.state, colour="red", new="wagon")["land"] == 4
    whose, nobody = refused("fleet", play.state), refused("fleet", play.state, colour="green")
    assert (whose.code, whose.rule) == ("whose-fleet", "RB-FLEET-12")
    assert (nobody.code, nobody.rule) == ("not-playing", "RB-SETUP-01")
    assert ask("fleet") == {"legal": True, "land": 3, "water": 0, "remove": 0}
    assert ask("fleet", Play("blue").state)["land"] == 3
