"""The start: players, colours, names, options, and what everybody has."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Player, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import COLOURS
from tests.games.roads_and_boats.playing import GAME, Play, secret


def start(*players: Player, **switches: Any) -> Any:
    (event,) = GAME.begin(players, msgspec.convert(switches, Options), Dice(secret(0)))
    return event


def refused(*players: Player, **switches: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        start(*players, **switches)
    return caught.value


def people(count: int) -> tuple[Player, ...]:
    return tuple(Player(colour) for colour in COLOURS[:count])


@pytest.mark.rule("RB-SETUP-02", "RB-SETUP-03", "RB-SETUP-15", "RB-TURN-02")
def test_a_game_starts_empty_in_production_with_three_donkeys_each() -> None:
    view = Play("red", "blue").view()
    assert (view["turn"], view["phase"]) == (1, "production")
    assert view["research"] == {"red": [], "blue": []}
    assert view["fleets"] == {"red": {"donkey": 3}, "blue": {"donkey": 3}}
    assert view["wonder"]["bricks"] == view["mines"] == []
    assert view["wonder"]["neutral_left"] == 33
    assert view["ended"] is view["order"] is view["acting"] is None


@pytest.mark.rule("RB-GEN-04")
def test_one_to_four_play_and_up_to_six_by_option() -> None:
    assert refused().code == "players-too-few"
    assert len(start(*people(1)).players) == 1
    assert refused(*people(5)).params == {"most": 4}
    assert len(start(*people(4)).players) == 4
    assert len(start(*people(6), more_players=True).players) == 6
    assert refused(*people(6), Player("red"), more_players=True).params == {"most": 6}


@pytest.mark.rule("RB-SETUP-01")
def test_each_player_has_a_colour_of_his_own() -> None:
    assert refused(Player("red"), Player("red")).code == "colour-twice"
    assert refused(Player("red"), Player("pink")).code == "colour-unknown"
    assert refused(Player("red"), Player("black")).code == "colour-needs-option"
    assert start(Player("purple"), Player("black"), more_players=True).players[1].colour == "black"


def test_names_are_stripped_and_may_be_left_out() -> None:
    event = start(Player("red", "  Rosa "), Player("blue", "   "))
    assert [player.name for player in event.players] == ["Rosa", ""]
    assert start(Player("red", "Åsa-Ü日本語🙂"), Player("blue", "x" * 12)).players[1].name == "x" * 12


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "a\u202eb", "a\u2028b", "\x7f", "a\u200bb", "a\ud800b"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert refused(Player("red", name), Player("blue")).code == "name-unprintable"


def test_a_long_name_is_refused() -> None:
    assert refused(Player("red", "x" * 13), Player("blue")).params == {"most": 12}


@pytest.mark.rule("RB-SETUP-11")
@pytest.mark.parametrize("row", [["red"], ["red", "red"], ["red", "green"], ["red", "blue", "green"], []])
def test_a_typed_temple_row_holds_every_player_once(row: list[str]) -> None:
    caught = refused(Player("red"), Player("blue"), temple=row)
    assert (caught.code, caught.params) == ("not-everybody-once", {"field": "temple"})


@pytest.mark.rule("RB-WON-04", "RB-WON-12")
@pytest.mark.parametrize(
    ("option", "switches"),
    [
        ("marks", {"rows": [4, 4, 4, 5]}),
        ("marks", {"marks": {"3": 40}}),
        ("marks", {"marks": {"2": 84}}),
        ("irrigation_at", {"irrigation_at": 84}),
        ("fleet", {"fleet": {"donkey": 6}}),
        ("fleet", {"fleet": {"donkey": 5, "raft": 4}}),
    ],
)
def test_options_that_contradict_each_other_are_refused_by_name(
    option: str, switches: dict[str, Any]
) -> None:
    caught = refused(*people(2), **switches)
    assert (caught.code, caught.params) == ("options-inconsistent", {"option": option})


@pytest.mark.rule("RB-WON-04")
def test_a_scenario_may_have_a_wonder_of_its_own() -> None:
    play = Play(rows=[1, 1, 1, 1, 2], marks={"2": 5}, neutral=3, fleet={"donkey": 2, "raft": 1})
    assert play.view()["wonder"]["ends_at"] == 5
    assert play.view()["fleets"]["red"] == {"donkey": 2, "raft": 1}
    play.to("wonder")
    assert play.view()["wonder"]["neutral_left"] == 3


@pytest.mark.parametrize(
    "options",
    [
        {"mines": 20},
        {"amb_05": True},
        {"rows": []},
        {"neutral": 0},
        {"marks": {"7": 3}},
        {"temple": ["pink"]},
    ],
)
def test_options_that_nobody_knows_are_no_options(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)
