"""Corrections: each field, what follows from it, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.roads_and_boats.commands import (
    BuildMine,
    BuyBrick,
    CallForOrder,
    Correct,
    CountWealth,
    Draw,
    Field,
    Pray,
)
from tests.games.roads_and_boats.playing import Play


def refused(play: Play, field: Field, value: Any) -> tuple[str, str | None]:
    return play.refusal(Correct(field, value, "test"))


def drawn(play: Play) -> str | None:
    return play.state.mines[0].drawn


def test_the_turn_is_corrected_alone() -> None:
    play = Play()
    before = play.state
    play.correct(turn=12)
    assert play.state == msgspec.structs.replace(before, turn=12)
    assert play.view()["wonder"]["neutral_left"] == 33


def test_a_corrected_phase_begins_anew_for_the_order() -> None:
    play = Play()
    play.determine()
    play.correct(phase="building")
    assert play.state.acting is None
    assert play.view()["may_call"]
    play.do(CallForOrder("red"))
    play.correct(phase="movement")
    assert play.step() is None
    assert play.view()["may_call"]


@pytest.mark.rule("RB-TURN-04", "RB-TURN-05")
def test_a_phase_corrected_to_itself_lets_nobody_call_for_the_order_again() -> None:
    play = Play()
    play.determine()
    assert refused(play, "phase", "production") == ("phase-already", "RB-TURN-05")
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")


@pytest.mark.rule("RB-WON-05")
def test_going_back_to_production_keeps_the_ore_and_the_bricks_bought_this_turn() -> None:
    play = Play()
    play.do(BuildMine(1, "red", "standard", late=True), Draw(1))
    ore = drawn(play)
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    play.correct(phase="production")
    assert drawn(play) == ore
    assert play.view()["wonder"]["prices"]["red"] == 3
    play.to("wonder")
    assert play.view()["wonder"]["prices"]["red"] == 3
    play.to("wonder")
    assert play.view()["wonder"]["prices"]["red"] == 1


def test_rows_hold_every_player_once() -> None:
    play = Play("red", "blue")
    play.correct(temple=["blue", "red"], sequence=["red", "blue"])
    assert play.state.temple == ("blue", "red")
    assert play.state.sequence == ("red", "blue")
    for row in (["red"], ["red", "red"], ["red", "green"], []):
        assert refused(play, "temple", row) == ("not-everybody-once", "RB-SETUP-11")
        assert refused(play, "sequence", row) == ("not-everybody-once", "RB-CONF-06")


def test_a_temple_corrected_in_the_procedure_closes_it_and_it_may_be_demanded_again() -> None:
    play = Play("red", "blue", "green", temple=["red", "blue", "green"])
    play.do(CallForOrder("red"), Pray("red", keep=False))
    play.correct(temple=["green", "blue", "red"])
    assert play.step() is None
    play.do(CallForOrder("red"), Pray("green", keep=True))


def test_a_sequence_corrected_while_somebody_acts_is_followed_from_there() -> None:
    play = Play("red", "blue", "green")
    play.determine()
    acting = play.state.acting
    play.correct(sequence=[*(c for c in play.colours if c != acting), acting])
    assert play.state.acting == acting


@pytest.mark.rule("RB-MINE-09")
def test_a_corrected_bag_owes_a_draw_or_none() -> None:
    play = Play()
    assert refused(play, "bag", {"number": 3, "gold": 1, "iron": 1}) == ("no-such-mine", "RB-MINE-01")
    play.do(BuildMine(3, "red", "standard", late=True))
    play.correct(bag={"number": 3, "gold": 0, "iron": 0})
    assert drawn(play) == "nothing"
    assert play.refusal(Draw(3)) == ("mine-empty", "RB-MINE-09")
    assert play.warned() == {}
    play.correct(bag={"number": 3, "gold": 0, "iron": 1})
    assert play.warned()["mines-undrawn"] == {"mines": [3]}
    play.do(Draw(3))
    play.correct(bag={"number": 3, "gold": 5, "iron": 5})
    assert drawn(play) == "iron"


def test_fleet_and_research_are_set_completely_for_the_named_players() -> None:
    play = Play("red", "blue")
    play.correct(fleet={"red": {"truck": 2, "raft": 0}}, research={"blue": ["truck", "truck", "oil-rig"]})
    assert play.view()["fleets"] == {"red": {"truck": 2}, "blue": {"donkey": 3}}
    assert play.view()["research"] == {"red": [], "blue": ["truck", "oil-rig"]}
    nobody = ("not-playing", "RB-SETUP-01")
    assert refused(play, "fleet", {"green": {}}) == refused(play, "research", {"green": []}) == nobody


def test_players_change_names_and_colours_and_keep_what_is_theirs() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.know("red", "truck")
    play.do(CountWealth("blue", 3, 0, 0))
    play.correct(bricks=["red", None, "blue"])
    play.correct(phase="movement")
    play.determine()
    play.correct(players=[{"colour": "blue", "name": " Anna "}, {"colour": "green"}])
    view = play.view()
    assert view["players"] == [{"colour": "blue", "name": "Anna"}, {"colour": "green", "name": ""}]
    assert view["temple"] == ["blue", "green"]
    assert view["sequence"] == ["green", "blue"]
    assert view["acting"] == "green"
    assert view["wonder"]["bricks"] == ["blue", None, "green"]
    assert view["research"] == {"blue": ["truck"], "green": []}


def test_a_typed_temple_row_takes_the_new_colours_so_that_options_still_fit() -> None:
    play = Play("red", "blue", temple=("blue", "red"))
    play.correct(players=[{"colour": "green"}, {"colour": "blue"}])
    play.correct(option={"amb_04": True})
    assert play.view()["options"]["temple"] == ["blue", "green"]


def test_players_are_as_many_as_before_and_fit() -> None:
    play = Play("red", "blue")
    for players, code, rule in (
        ([{"colour": "red"}] * 3, "players-number-fixed", "RB-GEN-04"),
        ([{"colour": "red"}] * 2, "colour-twice", "RB-SETUP-01"),
        ([{"colour": "red"}, {"colour": "black"}], "colour-needs-option", "RB-GEN-04"),
        ([{"colour": "red", "name": "\n!\n!"}, {"colour": "blue"}], "name-unprintable", None),
    ):
        assert refused(play, "players", players) == (code, rule)


def test_players_corrected_in_the_procedure_close_it() -> None:
    play = Play("red", "blue")
    play.do(CallForOrder("red"))
    play.correct(players=[{"colour": "green"}, {"colour": "yellow"}])
    assert play.step() is None
    play.do(CallForOrder("green"))


def test_options_change_in_mid_game_and_are_refused_by_name_when_they_do_not_fit() -> None:
    play = Play("red", "blue")
    play.correct(option={"amb_31": True, "marks": {"2": 40}}, bricks=["red"] * 20)
    assert play.view()["options"]["amb_31"]
    assert play.view()["wonder"]["ends_at"] == 40
    for option, value, wrong, rule in (
        ("rows", [4, 4, 4, 5], "marks", "RB-WON-12"),
        ("marks", {"3": 9}, "marks", "RB-WON-12"),
        ("temple", ["red"], "temple", "RB-SETUP-11"),
        ("irrigation_at", 300, "irrigation_at", "RB-WON-10"),
        ("fleet", {"raft": 6}, "fleet", "RB-FLEET-12"),
    ):
        caught = play.refused(Correct("option", {option: value}, "test"))
        assert (caught.code, caught.rule) == ("options-inconsistent", rule)
        assert caught.params == {"option": wrong}
    play.correct(option={"marks": {"2": 20}})
    assert play.view()["ended"]["reason"] == "wonder-complete"


def test_the_option_for_more_players_stays_while_its_colours_play() -> None:
    play = Play("red", "black", more_players=True)
    caught = play.refused(Correct("option", {"more_players": False}, "test"))
    assert (caught.code, caught.rule) == ("options-inconsistent", "RB-GEN-04")
    assert caught.params == {"option": "more_players"}
