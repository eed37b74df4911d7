"""Corrections: each field, what follows from it, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    CallForOrder,
    Correct,
    CountWealth,
    Draw,
    End,
    Pray,
)
from companion.games.roads_and_boats.corrections import Field
from companion.games.roads_and_boats.events import BrickBought, GameEnded, GameReopened
from tests.games.roads_and_boats.playing import Play


def refused(play: Play, field: Field, value: Any) -> str:
    return play.refused(Correct(field, value, "test")).code


def drawn(play: Play) -> str | None:
    return play.state.mines[0].drawn


def finishing(play: Play) -> bool:
    return play.state.complete


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
    play.correct(phase="building")
    assert play.step() is None
    assert play.view()["may_call"]


def test_going_back_to_production_keeps_the_ore_and_going_on_starts_the_prices_again() -> None:
    play = Play()
    play.do(BuildMine(1, "red", "standard", late=True), Draw(1))
    ore = drawn(play)
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    play.correct(phase="production")
    assert drawn(play) == ore
    assert play.view()["wonder"]["prices"]["red"] == 1


def test_rows_hold_every_player_once() -> None:
    play = Play("red", "blue")
    play.correct(temple=["blue", "red"], sequence=["red", "blue"])
    assert play.state.temple == ("blue", "red")
    assert play.state.sequence == ("red", "blue")
    for row in (["red"], ["red", "red"], ["red", "green"], []):
        assert refused(play, "temple", row) == refused(play, "sequence", row) == "not-everybody-once"


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


@pytest.mark.rule("RB-WON-12", "RB-WON-10", "RB-END-01")
def test_irrigation_and_the_end_follow_from_corrected_bricks_both_ways() -> None:
    play = Play("red", "blue", neutral=70)
    play.correct(bricks=[None] * 45)
    assert play.view()["wonder"]["irrigated"]
    play.correct(bricks=["red"] * 62)
    assert play.last() == GameEnded("wonder-complete")
    play.do(CountWealth("red", 1, 0, 0))
    play.correct(bricks=["red"] * 44)
    assert play.last() == GameReopened()
    assert not play.view()["wonder"]["irrigated"]
    play.do(Advance())


@pytest.mark.rule("RB-END-02", "RB-GEN-06")
def test_the_last_neutral_brick_ends_the_game_also_by_a_correction() -> None:
    play = Play()
    play.correct(bricks=[None] * 33)
    assert play.view()["ended"]["reason"] == "last-neutral-brick"
    play.correct(option={"neutral": 40})
    assert play.state.ended is None
    assert play.view()["wonder"]["neutral_left"] == 7


def test_what_the_group_ended_stays_ended() -> None:
    play = Play()
    play.do(End())
    play.correct(bricks=[None] * 33, turn=2)
    assert play.view()["ended"]["reason"] == "called"


@pytest.mark.rule("RB-WON-08")
def test_bricks_after_the_last_neutral_one_count_for_this_turns_prices() -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    play.correct(bricks=["red", None, "red", "blue", "blue"])
    assert play.view()["wonder"]["prices"] == {"red": 2, "blue": 3}
    play.correct(bricks=["red", "red"])
    assert play.view()["wonder"]["prices"] == {"red": 3, "blue": 1}


@pytest.mark.rule("RB-WON-08")
def test_bricks_set_right_before_anybody_has_bought_raise_nobodys_price() -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.correct(bricks=["red", "blue"] * 7 + ["red"])
    assert play.view()["wonder"]["prices"] == {"red": 1, "blue": 1}
    play.do(BuyBrick("red", 3))
    assert [event.price for event in play.happened if isinstance(event, BrickBought)] == [1, 2, 4]


def test_bricks_are_the_players_and_fit() -> None:
    play = Play("red", "blue")
    assert refused(play, "bricks", ["green"]) == "not-playing"
    assert refused(play, "bricks", ["red"] * 84) == "more-bricks-than-spaces"
    assert refused(play, "bricks", [None] * 34) == "more-neutral-than-bricks"


@pytest.mark.rule("RB-MINE-09", "RB-MINE-16")
def test_a_corrected_bag_owes_a_draw_or_none() -> None:
    play = Play()
    assert refused(play, "bag", {"number": 3, "gold": 1, "iron": 1}) == "no-such-mine"
    play.do(BuildMine(3, "red", "standard", late=True))
    play.correct(bag={"number": 3, "gold": 0, "iron": 0})
    assert drawn(play) == "nothing"
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
    assert refused(play, "fleet", {"green": {}}) == refused(play, "research", {"green": []}) == "not-playing"


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
    assert refused(play, "players", [{"colour": "red"}] * 3) == "players-number-fixed"
    assert refused(play, "players", [{"colour": "red"}] * 2) == "colour-twice"
    assert refused(play, "players", [{"colour": "red"}, {"colour": "black"}]) == "colour-needs-option"
    assert refused(play, "players", [{"colour": "red", "name": "\n!\n!"}, {"colour": "blue"}]) == (
        "name-unprintable"
    )


def test_players_corrected_in_the_procedure_close_it() -> None:
    play = Play("red", "blue")
    play.do(CallForOrder("red"))
    play.correct(players=[{"colour": "green"}, {"colour": "yellow"}])
    assert play.step() is None
    play.do(CallForOrder("green"))


def test_options_change_in_mid_game_and_are_refused_by_name_when_they_do_not_fit() -> None:
    play = Play("red", "blue", mines=21)
    play.correct(option={"amb_31": True, "marks": {"2": 40}}, bricks=["red"] * 20)
    assert play.view()["options"]["amb_31"]
    assert play.view()["wonder"]["ends_at"] == 40
    play.do(BuildMine(20, "red", "standard", late=True))
    for option, value in (
        ("mines", 18), ("rows", [4, 4, 4, 5]), ("marks", {"3": 9}), ("temple", ["red"]),
        ("irrigation_at", 300), ("fleet", {"raft": 6}),
    ):  # fmt: skip
        caught = play.refused(Correct("option", {option: value}, "test"))
        assert caught.code == "options-inconsistent"
        assert caught.params["option"] in {option, "marks"}
    play.correct(option={"marks": {"2": 20}})
    assert play.view()["ended"]["reason"] == "wonder-complete"


def test_the_option_for_more_players_stays_while_its_colours_play() -> None:
    play = Play("red", "black", more_players=True)
    caught = play.refused(Correct("option", {"more_players": False}, "test"))
    assert caught.params == {"option": "more_players"}


@pytest.mark.rule("RB-WON-08")
def test_a_switch_of_the_price_base_holds_from_its_moment() -> None:
    play = Play("red", "blue", neutral=60)
    play.correct(bricks=[None] * 16)
    play.to("wonder")
    play.correct(option={"amb_08": True})
    play.do(BuyBrick("red"))
    assert play.view()["wonder"]["prices"]["red"] == 2
    play.correct(option={"amb_08": False})
    assert play.view()["wonder"]["prices"]["red"] == 3


@pytest.mark.rule("RB-WON-12")
def test_a_phase_that_is_finished_in_spite_of_the_end_mark_goes_on_when_the_bricks_are_corrected() -> None:
    play = Play("red", "blue", neutral=80, amb_09=True)
    play.correct(bricks=[None] * 60)
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    assert play.warned() == {"wonder-complete": {}}
    play.correct(bricks=[None] * 60)
    assert not finishing(play)
    play.correct(bricks=[None] * 62)
    assert finishing(play)
    play.correct(option={"amb_09": False})
    assert play.view()["ended"]["reason"] == "wonder-complete"
