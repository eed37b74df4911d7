"""The aid for breeding: what is born, and by which rule it is or is not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.state import State
from tests.games.roads_and_boats.asking import ask
from tests.games.roads_and_boats.playing import Play

NONE = {"donkeys": 0, "geese": 0}
FOAL = {"donkeys": 1, "geese": 0}
GOSLING = {"donkeys": 0, "geese": 1}
PAIRS = [{"donkeys": 2}, {"geese": 2}]


def born(state: State | None = None, /, **asked: Any) -> tuple[dict[str, int], str]:
    answer = ask("breeding", state, **asked)
    return answer["born"], answer["rule"]


@pytest.mark.rule("RB-LIVE-01", "TV-RB-BREED-01", "TV-RB-BREED-05")
def test_two_donkeys_of_a_player_or_two_geese_alone_on_a_pasture_have_one_young() -> None:
    assert born(donkeys=2, geese=0, tile="pasture", building=False, goods={}, same_owner=True) == (
        FOAL, "RB-LIVE-01"
    )  # fmt: skip
    assert born(geese=2) == (GOSLING, "RB-LIVE-01")


@pytest.mark.rule("RB-LIVE-02", "TV-RB-BREED-08")
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    "spoils",
    [
        {"building": True}, {"building": "quarry"}, {"goods": True}, {"goods": 1}, {"goods": {"boards": 1}},
        {"transporters": 1},
    ],
)  # fmt: skip
def test_a_pasture_is_empty_without_building_goods_and_other_transporters(
    pair: dict[str, int], spoils: dict[str, Any]
) -> None:
    assert born(**pair, **spoils) == (NONE, "RB-LIVE-02")
    nothing = {"building": False, "goods": {"boards": 0}, "transporters": 0}
    assert born(**pair, **nothing)[1] == "RB-LIVE-01"


@pytest.mark.rule("RB-LIVE-02", "TV-RB-BREED-07")
@pytest.mark.parametrize("harmless", ["road", "roads", "bridge", "wall", "walls", "home", "home_marker"])
def test_roads_bridges_walls_and_the_home_marker_are_not_even_asked_about(harmless: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=harmless):
        born(donkeys=2, **{harmless: 1})
    assert born(donkeys=2) == (FOAL, "RB-LIVE-01")


@pytest.mark.rule("RB-LIVE-02")
def test_donkeys_and_geese_spoil_the_pasture_for_each_other() -> None:
    assert born(donkeys=2, geese=2) == born(donkeys=2, geese=1) == (NONE, "RB-LIVE-02")
    assert born(donkeys=1, geese=2) == (NONE, "RB-LIVE-02")


@pytest.mark.rule("RB-LIVE-03")
@pytest.mark.parametrize("pair", PAIRS)
def test_what_spoils_a_pasture_spoils_it_across_a_river_too(pair: dict[str, int]) -> None:
    for spoils in ({"building": True}, {"goods": {"stone": 1}}, {"transporters": 1}):
        assert born(**pair, **spoils, across=True) == (NONE, "RB-LIVE-03")
    assert born(**pair, across=True)[1] == "RB-LIVE-01"


@pytest.mark.rule("RB-LIVE-04", "TV-RB-BREED-03")
@pytest.mark.parametrize("number", [0, 1, 3, 4, 5, 6])
def test_exactly_two_breed(number: int) -> None:
    assert born(donkeys=number) == born(geese=number) == (NONE, "RB-LIVE-04")


@pytest.mark.rule("RB-LIVE-04", "TV-RB-BREED-03")
def test_a_house_rule_lets_every_even_number_breed_in_pairs() -> None:
    state = Play(amb_04=True).state
    assert born(state, donkeys=4) == ({"donkeys": 2, "geese": 0}, "RB-LIVE-01")
    assert born(state, geese=6)[0] == {"donkeys": 0, "geese": 3}
    assert born(state, donkeys=3) == born(state, geese=0) == (NONE, "RB-LIVE-04")


@pytest.mark.rule("RB-LIVE-05", "TV-RB-BREED-04")
def test_two_donkeys_of_different_players_do_not_breed() -> None:
    assert born(donkeys=2, same_owner=False) == (NONE, "RB-LIVE-05")
    assert born(geese=2, same_owner=False) == (GOSLING, "RB-LIVE-01")


@pytest.mark.rule("RB-LIVE-06", "TV-RB-BREED-01")
def test_a_foal_is_born_only_if_the_owner_wants_it_but_geese_always_breed() -> None:
    assert born(donkeys=2, wanted=False) == (NONE, "RB-LIVE-06")
    assert born(geese=2, wanted=False) == (GOSLING, "RB-LIVE-01")


@pytest.mark.rule("RB-LIVE-07", "RB-WON-10", "TV-RB-BREED-09")
def test_a_desert_is_a_pasture_once_the_irrigation_mark_is_covered() -> None:
    play = Play(neutral=200)
    for bricks, answer in ((44, (NONE, "RB-LIVE-07")), (45, (FOAL, "RB-LIVE-01"))):
        play.correct(bricks=[None] * bricks)
        assert born(play.state, donkeys=2, tile="desert") == answer
    assert born(play.state, donkeys=2, tile="desert", irrigated=False) == (NONE, "RB-LIVE-07")
    assert born(donkeys=2, tile="desert", irrigated=True) == (FOAL, "RB-LIVE-01")
    assert born(donkeys=2, tile="desert") == (NONE, "RB-LIVE-07")


@pytest.mark.rule("RB-LIVE-07")
@pytest.mark.parametrize("tile", ["woods", "rock", "mountain", "sea"])
def test_only_pasture_counts(tile: str) -> None:
    assert born(donkeys=2, tile=tile, irrigated=True) == (NONE, "RB-LIVE-07")


@pytest.mark.rule("RB-LIVE-08")
@pytest.mark.parametrize("pair", PAIRS)
def test_animals_breed_in_production_and_once_a_turn_on_a_tile(pair: dict[str, int]) -> None:
    assert born(**pair, bred=True) == (NONE, "RB-LIVE-08")
    for phase in ("movement", "building", "wonder"):
        assert born(**pair, phase=phase) == (NONE, "RB-LIVE-08")
    assert born(**pair, phase="production")[1] == "RB-LIVE-01"


@pytest.mark.rule("RB-LIVE-02")
def test_goods_that_the_donkeys_carry_spoil_the_pasture_unless_a_house_rule_says_no() -> None:
    assert born(donkeys=2, carried=1) == (NONE, "RB-LIVE-02")
    lenient = Play(amb_06=True).state
    assert born(lenient, donkeys=2, carried=1) == (FOAL, "RB-LIVE-01")
    assert born(lenient, donkeys=2, carried=1, goods=1) == (NONE, "RB-LIVE-02")


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
