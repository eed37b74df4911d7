"""House rules: every switch can be chosen and corrected, and does something or is said somewhere."""

from __future__ import annotations

from typing import Any

import polib
import pytest

from companion.games.roads_and_boats import options
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    CallForOrder,
    ChangeFleet,
    Correct,
    CountWealth,
    End,
    Pray,
)
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.presses import paid_with
from companion.games.roads_and_boats.view import picture
from tests.games.roads_and_boats.playing import GAME, Play

SWITCHES = [name for name in Options.__struct_fields__ if name.startswith("amb_")]


def refused(play: Play, **options: Any) -> Any:
    return play.refused(Correct("option", options, "test"))


@pytest.mark.parametrize("switch", [*SWITCHES, "standings", "more_players"])
def test_every_switch_is_chosen_at_the_start_and_corrected_later(switch: str) -> None:
    chosen: dict[str, Any] = {switch: True}
    assert Play(**chosen).view()["options"][switch] is True
    play = Play()
    for phase in range(3):
        play.do(Advance())
        play.correct(option={switch: phase % 2 == 0})
        assert play.view()["options"][switch] is (phase % 2 == 0)
        assert (switch in picture(play.state)["switches"]) is (phase % 2 == 0)


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_switch_is_worded(language: str) -> None:
    file = GAME.folder.joinpath("catalogues", language, "pages.po")
    said = {entry.msgid for entry in polib.pofile(file.read_text(encoding="utf-8"))}
    assert {f"rb.option.{switch}" for switch in [*SWITCHES, "standings", "more_players"]} <= said


def test_every_switch_but_that_of_the_start_matters_in_a_phase() -> None:
    assert set(options.MATTERS) == set(SWITCHES) - {"amb_01"}
    play = Play(amb_07=True, amb_19=True, amb_31=True)
    said = []
    for _ in range(4):
        said.append(picture(play.state)["switches_now"])
        play.do(Advance())
    assert said == [["amb_31"], ["amb_19", "amb_31"], ["amb_31"], ["amb_07", "amb_31"]]


def test_what_pays_for_a_brick_is_said_by_the_groups_own_rules() -> None:
    chosen: tuple[dict[str, Any], ...] = ({}, {"amb_11": True}, {"amb_07": True, "amb_11": True})
    codes = [[line.code for line in paid_with(Play(**switches).state)] for switches in chosen]
    assert codes == [
        ["display.buys.means"], ["display.buys.tile"], ["display.buys.tile", "display.buys.no-geese"]
    ]  # fmt: skip


@pytest.mark.rule("RB-CONF-05")
def test_asking_everybody_holds_from_the_next_question_on() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(CallForOrder("red"))
    play.correct(option={"amb_31": True})
    play.do(Pray("red", keep=True))
    assert play.view()["order"] == {"step": "praying", "asks": "blue"}


@pytest.mark.rule("RB-FLEET-13", "RB-FLEET-12")
def test_cutting_fleets_at_the_end_of_production_holds_from_its_moment() -> None:
    play = Play()
    play.do(Advance(), ChangeFleet("red", "donkey", 4))
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-13")
    play.correct(option={"amb_38": True})
    assert play.warned()["fleet-over-limit"]["when"] == "production-end"
    play.to("production")
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-12")


@pytest.mark.rule("RB-SETUP-12")
def test_the_first_sequence_follows_its_switch_until_the_first_turn_is_over() -> None:
    play = Play("red", "blue", "green", temple=["red", "blue", "green"])
    play.correct(option={"amb_01": True})
    assert play.view()["sequence"] == ["red", "blue", "green"]
    play.correct(option={"amb_01": False})
    assert play.view()["sequence"] == ["green", "blue", "red"]
    play.to("production")
    play.correct(option={"amb_01": True})
    assert play.view()["sequence"] == ["green", "blue", "red"]


@pytest.mark.rule("RB-SETUP-12", "RB-CONF-06")
def test_a_sequence_that_the_players_chose_is_not_laid_out_anew() -> None:
    play = Play("red", "blue", "green", temple=["red", "blue", "green"])
    play.determine(positions={"green": 3, "blue": 1, "red": 2})
    for drawn in (True, False):
        play.correct(option={"amb_01": drawn})
        assert play.view()["sequence"] == ["blue", "red", "green"]


@pytest.mark.rule("RB-SETUP-11", "RB-SETUP-12")
def test_a_row_that_was_typed_wrong_is_typed_again_in_the_first_turn_only() -> None:
    play = Play("red", "blue", "green", temple=["red", "blue", "green"])
    play.correct(option={"temple": ["blue", "green", "red"]})
    assert play.view()["temple"] == ["blue", "green", "red"]
    assert play.view()["sequence"] == ["red", "green", "blue"]
    wrong = refused(play, temple=["red", "red", "blue"])
    play.to("production")
    late = refused(play, temple=["red", "blue", "green"])
    for caught in (wrong, late):
        assert (caught.code, caught.rule) == ("options-inconsistent", "RB-SETUP-11")
        assert caught.params == {"option": "temple"}
    play.correct(option={"amb_04": True})


@pytest.mark.rule("RB-SETUP-15")
def test_the_fleet_of_the_start_is_set_right_until_somebody_has_entered_another() -> None:
    play = Play("red", "blue")
    play.correct(option={"fleet": {"donkey": 2, "raft": 1}})
    assert play.view()["fleets"] == {"red": {"donkey": 2, "raft": 1}, "blue": {"donkey": 2, "raft": 1}}
    assert play.warned() == {}
    play.do(ChangeFleet("red", "raft", 1))
    caught = refused(play, fleet={"donkey": 3})
    assert (caught.code, caught.rule, caught.params) == (
        "options-inconsistent",
        "RB-SETUP-15",
        {"option": "fleet"},
    )


@pytest.mark.rule("RB-WON-04", "RB-WON-10", "RB-WON-12", "RB-GEN-06", "RB-FLEET-12")
def test_numbers_of_a_scenario_are_refused_when_the_table_says_otherwise() -> None:
    play = Play("red", "blue", mines=21)
    play.correct(bricks=["red", None, None] * 6)
    for changes, wrong, rule in (
        ({"rows": [4, 4, 4, 5]}, "marks", "RB-WON-12"),
        ({"rows": [4, 4, 4, 5], "marks": {"2": 17}, "irrigation_at": 9}, "rows", "RB-WON-04"),
        ({"neutral": 11}, "neutral", "RB-GEN-06"),
        ({"marks": {"2": 84}}, "marks", "RB-WON-12"),
        ({"marks": {"3": 20}}, "marks", "RB-WON-12"),
        ({"irrigation_at": 84}, "irrigation_at", "RB-WON-10"),
        ({"fleet": {"wagon": 9}}, "fleet", "RB-FLEET-12"),
    ):
        caught = refused(play, **changes)
        assert (caught.code, caught.rule) == ("options-inconsistent", rule)
        assert caught.params == {"option": wrong}
    play.correct(option={"neutral": 13, "irrigation_at": 18, "marks": {"2": 50}})
    assert play.view()["wonder"]["irrigated"]
    assert (play.view()["wonder"]["neutral_left"], play.view()["wonder"]["ends_at"]) == (1, 50)


@pytest.mark.rule("RB-END-03")
def test_points_are_hidden_until_the_end_unless_the_group_wants_them() -> None:
    play = Play("red", "blue", temple=["blue", "red"])
    play.correct(bricks=["red", "red", None, None, "blue", "red"])
    play.do(CountWealth("blue", 1, 0, 0), Build("quarry", 1, late=True))
    assert play.view()["standings"] is play.view()["row_points"] is None
    play.correct(option={"standings": True})
    standings = play.view()["standings"]
    assert [(each["colour"], each["total"], each["rank"]) for each in standings] == [
        ("blue", 15, 1),
        ("red", 15, 2),
    ]
    assert play.view()["row_points"] == {"red": [10, 5], "blue": [0, 5]}
    assert [page.name for page in GAME.pages(play.state, ())][-1] == "standings"
    play.do(End())
    assert play.view()["standings"] is None
    assert play.view()["ended"]["scores"] == standings
    assert play.view()["row_points"] == {"red": [10, 5], "blue": [0, 5]}
