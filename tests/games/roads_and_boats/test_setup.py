"""The start: players, colours, names, options, and what everybody has."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Player, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import BuyBrick
from companion.games.roads_and_boats.events import BrickBought
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import COLOURS
from tests.games.roads_and_boats.playing import Play, secret


def start(*players: Player, **switches: Any) -> Any:
    (event,) = GAME.begin(players, msgspec.convert(switches, Options), Dice(secret(0)))
    return event


def refused(*players: Player, **switches: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        start(*players, **switches)
    return caught.value


def refusal(*players: Player, **switches: Any) -> tuple[str, str | None]:
    caught = refused(*players, **switches)
    return caught.code, caught.rule


def people(count: int) -> tuple[Player, ...]:
    return tuple(Player(colour) for colour in COLOURS[:count])


@pytest.mark.rule("RB-SETUP-02", "RB-SETUP-03", "RB-SETUP-15", "RB-TURN-02")
def test_a_game_starts_empty_in_production_with_three_donkeys_each() -> None:
    view = Play("red", "blue").view().fields
    assert (view["turn"], view["phase"]) == (1, "production")
    assert view["research"] == {"red": [], "blue": []}
    assert view["fleets"] == {"red": {"donkey": 3}, "blue": {"donkey": 3}}
    assert view["wonder"]["bricks"] == view["mines"] == []
    assert view["wonder"]["neutral_left"] == 33
    assert view["ended"] is view["order"] is view["acting"] is None


@pytest.mark.rule("RB-GEN-04")
def test_one_to_four_play_and_up_to_six_by_option() -> None:
    assert refusal() == ("players-too-few", "RB-GEN-04")
    assert len(start(*people(1)).players) == 1
    assert refusal(*people(5)) == ("players-too-many", "RB-GEN-04")
    assert refused(*people(5)).params == {"most": 4}
    assert len(start(*people(4)).players) == 4
    assert len(start(*people(6), more_players=True).players) == 6
    seven = (*people(6), Player("red"))
    assert refusal(*seven, more_players=True) == ("players-too-many", "RB-GEN-04")
    assert refused(*seven, more_players=True).params == {"most": 6}


@pytest.mark.rule("RB-SETUP-01")
def test_each_player_has_a_colour_of_his_own() -> None:
    assert refusal(Player("red"), Player("red")) == ("colour-twice", "RB-SETUP-01")
    assert refusal(Player("red"), Player("pink")) == ("colour-unknown", "RB-SETUP-01")
    assert refusal(Player("red"), Player("black")) == ("colour-needs-option", "RB-GEN-04")
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
    assert (caught.code, caught.rule) == ("not-everybody-once", "RB-SETUP-11")
    assert caught.params == {"field": "temple"}


@pytest.mark.rule("RB-WON-12", "RB-WON-10", "RB-FLEET-12")
@pytest.mark.parametrize(
    ("option", "rule", "switches"),
    [
        ("marks", "RB-WON-12", {"rows": [4, 4, 4, 5]}),
        ("marks", "RB-WON-12", {"marks": {"3": 40}}),
        ("marks", "RB-WON-12", {"marks": {"2": 84}}),
        ("irrigation_at", "RB-WON-10", {"irrigation_at": 84}),
        ("fleet", "RB-FLEET-12", {"fleet": {"donkey": 6}}),
        ("fleet", "RB-FLEET-12", {"fleet": {"donkey": 5, "raft": 4}}),
    ],
)
def test_options_that_contradict_each_other_are_refused_by_name(
    option: str, rule: str, switches: dict[str, Any]
) -> None:
    caught = refused(*people(2), **switches)
    assert (caught.code, caught.rule, caught.params) == ("options-inconsistent", rule, {"option": option})


@pytest.mark.rule("RB-WON-06")
def test_a_scenario_may_have_a_wonder_of_its_own() -> None:
    play = Play(rows=[1, 1, 1, 1, 2], marks={"2": 5}, neutral=3, fleet={"donkey": 2, "raft": 1})
    assert play.view().fields["wonder"]["ends_at"] == 5
    assert play.view().fields["fleets"]["red"] == {"donkey": 2, "raft": 1}
    assert play.view().fields["wonder"]["rows"] == [1, 1, 1, 1, 2]
    play.to("wonder")
    assert play.view().fields["wonder"]["neutral_left"] == 3
    events = play.do(BuyBrick("red", 5))
    assert [event.price for event in events if isinstance(event, BrickBought)] == [1, 2, 3, 4, 6]
    assert play.view().fields["ended"]["reason"] == "wonder-complete"


@pytest.mark.parametrize(
    "options",
    [
        {"mines": 17},
        {"mines": 41},
        {"amb_05": True},
        {"rows": []},
        {"neutral": 0},
        {"marks": {"7": 3}},
        {"temple": ["pink"]},
    ],
)
def test_options_that_no_player_knows_are_no_options(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)
