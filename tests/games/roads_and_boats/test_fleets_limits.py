"""Limits of fleets as data: a group may change them, or lift them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats import fleets
from companion.games.roads_and_boats.commands import Advance, ChangeFleet, Correct
from companion.games.roads_and_boats.options import Fleet, Options
from companion.games.roads_and_boats.state import fleet_counts
from companion.games.roads_and_boats.words import TRANSPORTERS, Transporter
from tests.games.invalid_values import validation_message
from tests.games.roads_and_boats.aid_queries import ask
from tests.games.roads_and_boats.playing import Play


def over(fleet: dict[str, int], **limits: Any) -> dict[str, Any]:
    """What a game with these limits says of red's fleet."""
    play = Play("red", "blue", fleet=limits)
    play.correct(fleet={"red": fleet})
    return play.warned()


def excess(warned: dict[str, Any]) -> tuple[int, int, int]:
    params = warned["fleet-over-limit"]
    return params["from_land"], params["from_water"], params["from_either"]


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
    ],
)
def test_each_limit_may_be_another_or_none(
    limits: dict[str, Any], fleet: dict[str, int], must_go: tuple[int, int, int] | None
) -> None:
    warned = over(fleet, **limits)
    if must_go is None:
        assert warned == {}
    else:
        assert excess(warned) == must_go


@pytest.mark.rule("RB-FLEET-12")
def test_a_kind_may_have_a_limit_of_its_own() -> None:
    warned = over({"donkey": 2, "steamer": 3}, each={"steamer": 1, "donkey": None})
    assert excess(warned) == (0, 2, 0)
    assert warned["kind-over-limit"] == {"colour": "red", "transporter": "steamer", "count": 2}
    assert excess(over({"truck": 4, "donkey": 3}, each={"truck": 1})) == (3, 0, 0)
    assert "kind-over-limit" not in over({"donkey": 6})


@pytest.mark.rule("RB-FLEET-13")
def test_a_correction_over_a_limit_is_taken_with_a_warning_and_lifting_the_limit_cures_it() -> None:
    play = Play("red", "blue")
    play.correct(fleet={"red": {"donkey": 9}})
    assert play.warned()["fleet-over-limit"]["remove"] == 4
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-13")
    play.correct(option={"fleet": {"land": None, "total": 9}})
    assert play.warned() == {}
    play.do(Advance())


@pytest.mark.rule("RB-FLEET-13")
def test_limits_corrected_below_what_players_have_warn_and_are_taken() -> None:
    play = Play("red", "blue")
    play.correct(option={"fleet": {"land": 2}})
    assert play.warned()["fleet-over-limit"]["from_land"] == 1
    play.do(ChangeFleet("red", "donkey", -1), ChangeFleet("blue", "donkey", -1), Advance())


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


@pytest.mark.parametrize(
    "fleet", [{"lnad": 5}, {"donkey": None}, {"land": -1}, {"each": {"cart": 1}}, {"total": "many"}]
)
def test_what_is_no_fleet_option_is_refused_by_name(fleet: dict[str, Any]) -> None:
    assert "fleet" in validation_message(Correct, "option", {"fleet": fleet})


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-14")
def test_the_fleet_aid_obeys_the_limits() -> None:
    play = Play("red", "blue", fleet={"land": 7, "total": None, "each": {"truck": 1}})
    legal = ask("fleet", play.state, fleet={"donkey": 7, "raft": 5})
    assert (legal["legal"], legal["remove"]) == (True, 0)
    asked: dict[str, Any] = {"fleet": {"donkey": 2, "truck": 2}, "at_factory": {"donkey": 1, "truck": 1}}
    answer = ask("fleet", play.state, **asked)
    assert (answer["legal"], answer["remove"], answer["removal"]["may_go"]) == (False, 1, {"truck": 1})


MOST = st.none() | st.integers(0, 30)
FLEETS = st.dictionaries(st.sampled_from(TRANSPORTERS), st.integers(1, 12), max_size=6)
LIMITS = st.builds(
    Fleet,
    land=MOST | st.just(UNSET),
    water=MOST | st.just(UNSET),
    total=MOST | st.just(UNSET),
    each=st.just(UNSET) | st.dictionaries(st.sampled_from(TRANSPORTERS), MOST, max_size=3),
)


@pytest.mark.rule("RB-FLEET-12")
@given(reds=FLEETS, blues=FLEETS, limits=LIMITS)
def test_players_with_too_many_are_found_for_any_limits(
    reds: dict[Transporter, int], blues: dict[Transporter, int], limits: Fleet
) -> None:
    play = Play("red", "blue")
    owned = {"red": reds, "blue": blues}
    seats = tuple(replace(seat, fleet=fleet_counts(owned[seat.colour])) for seat in play.state.seats)
    state = replace(play.state, seats=seats, options=replace(play.state.options, fleet=limits))
    every = {colour: fleets.excess(owned[colour], fleets.limits_of(state.options)) for colour in owned}
    assert dict(fleets.over_limit(state)) == {colour: over for colour, over in every.items() if over.remove}
