"""What is laid out before the first turn, by number of players and options."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Refused, SetupTask
from companion.games.roads_and_boats.checklist import checklist
from companion.games.roads_and_boats.commands import Leave
from companion.games.roads_and_boats.options import Options
from tests.games.roads_and_boats.playing import Play


def listed(players: int, **switches: Any) -> dict[str, SetupTask]:
    things = checklist(None, players, msgspec.convert(switches, Options))
    assert len({each.name for each in things}) == len(things)
    return {each.name: each for each in things}


def fleet(players: int, **switches: Any) -> list[tuple[str, Any]]:
    found: Any = listed(players, **switches)["goods"].params["fleet"]
    return [(each.code, each.params["count"]) for each in found]


def codes(players: int, **switches: Any) -> set[str]:
    return {each.code for each in listed(players, **switches).values()}


@pytest.mark.rule("RB-WON-12")
@pytest.mark.parametrize(("mark", "players"), [("stays", 3), ("follows", 2)])
def test_the_list_has_the_agreed_end_mark_and_asks_no_player_who_left(mark: Any, players: int) -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    play.do(Leave("blue", mark=mark))
    things = {each.name: each for each in checklist(play.state, 3, play.state.options)}
    assert things["mark"].params == {"players": players, "space": {3: 66, 2: 62}[players]}
    assert things["temple"].params == {"players": ("red", "yellow")}
    assert [each.colour for each in things.values() if each.colour] == list(play.state.sequence)


FOR_THREE: dict[str, tuple[str, dict[str, Any]]] = {
    "colours": ("RB-SETUP-01", {}), "research": ("RB-SETUP-02", {"stones": 24}), "board": ("RB-SETUP-03", {}),
    "neutral": ("RB-GEN-06", {"count": 33}), "mark": ("RB-WON-12", {"players": 3, "space": 66}),
    "bags": ("RB-MINE-01", {"count": 18}), "map": ("RB-SETUP-06", {"count": 30}),
    "rivers": ("RB-SETUP-09", {}), "sheet": ("RB-SETUP-10", {}), "stocks": ("RB-SETUP-16", {}),
    "temple": ("RB-SETUP-11", {}), "sequence": ("RB-SETUP-12", {}), "start-tiles": ("RB-SETUP-13", {}),
    "apart": ("RB-SETUP-14", {}), "goods": ("RB-SETUP-15", {}),
}  # fmt: skip


@pytest.mark.rule(*(rule for rule, _ in FOR_THREE.values()), "RB-RES-04")
def test_the_list_counts_what_is_laid_out_and_names_its_rules() -> None:
    things = listed(3)
    assert {name: each.rule for name, each in things.items()} == {
        name: rule for name, (rule, _) in FOR_THREE.items()
    }
    assert {name: things[name].params for name, (_, params) in FOR_THREE.items() if params} == {
        name: params for name, (_, params) in FOR_THREE.items() if params
    }
    assert fleet(3) == [("lay.donkey", 3)]
    assert (things["temple"].code, things["sequence"].code) == ("temple-drawn", "sequence-drawn")
    assert listed(3, amb_01=True)["sequence"].code == "sequence-as-drawn"
    assert [listed(each)["mark"].params["space"] for each in (2, 4)] == [62, 69]


@pytest.mark.rule("RB-SOLO-01", "RB-SOLO-02", "RB-SOLO-03")
def test_alone_the_first_rows_are_filled_and_temple_and_sequence_stay_empty() -> None:
    things = listed(1)
    assert [things[name].rule for name in ("start-tiles", "filled", "neutral")] == [
        "RB-SOLO-01", "RB-SOLO-02", "RB-SOLO-03",
    ]  # fmt: skip
    assert things["filled"].params == {"count": 17}
    assert things["neutral"].params == {"count": 20, "left": 13}
    assert things["start-tiles"].code == "start-tile-alone"
    assert not {"temple", "sequence", "mark", "apart"} & set(things)
    assert listed(1, neutral=25)["neutral"].params == {"count": 25, "left": 8}


@pytest.mark.rule("RB-GEN-04")
def test_options_change_the_list() -> None:
    plain = codes(4)
    assert codes(4, mines=21) - plain == {"more-mines"}
    assert codes(4, amb_23=True) - plain == {"by-hand", "agreed"}
    assert codes(4, irrigation_at=40) - plain == {"irrigation"}
    assert codes(4, rows=[4, 4, 4, 5, *[20] * 4]) - plain == {"rows"}
    assert codes(5, more_players=True) - plain == {"more-players"}
    assert listed(4, mines=21)["more-mines"].params == {"first": 19, "last": 21}
    assert listed(4, marks={"4": 50})["mark"].params == {"players": 4, "space": 50}
    assert fleet(2, fleet={"donkey": 2, "raft": 1}) == [("lay.donkey", 2), ("lay.raft", 1)]


@pytest.mark.rule("RB-SETUP-12", "RB-SETUP-13")
def test_with_a_typed_row_the_farthest_player_chooses_the_first_start_tile() -> None:
    things = listed(3, temple=["red", "blue", "yellow"])
    assert things["temple"].params == {"players": ("red", "blue", "yellow")}
    assert things["sequence"].params == {"players": ("yellow", "blue", "red")}
    choose = [each for each in things.values() if each.code == "start-tile"]
    assert [(each.colour, each.params["place"]) for each in choose] == [
        ("yellow", 1), ("blue", 2), ("red", 3),
    ]  # fmt: skip
    assert all(each.rule == "RB-SETUP-13" for each in choose)
    as_drawn = listed(3, temple=["red", "blue", "yellow"], amb_01=True)
    assert as_drawn["sequence"].params == {"players": ("red", "blue", "yellow")}


@pytest.mark.rule("RB-GEN-04", "RB-SETUP-11")
@pytest.mark.parametrize(
    ("players", "switches", "code", "rule"),
    [
        (0, {}, "players-too-few", "RB-GEN-04"),
        (5, {}, "players-too-many", "RB-GEN-04"),
        (3, {"temple": ["red", "blue"]}, "not-everybody-once", "RB-SETUP-11"),
    ],
)
def test_players_that_cannot_play_have_no_list(
    players: int, switches: dict[str, Any], code: str, rule: str
) -> None:
    with pytest.raises(Refused) as caught:
        listed(players, **switches)
    assert (caught.value.code, caught.value.rule) == (code, rule)
