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


def people(count: int) -> tuple[Player, ...]:
    return tuple(Player(colour) for colour in COLOURS[:count])


@pytest.mark.rule("RB-SETUP-02", "RB-SETUP-03", "RB-SETUP-15", "RB-TURN-02", "RB-GEN-04")
def test_one_to_six_start_empty_in_production_with_three_donkeys_each() -> None:
    for number in (1, 4):
        assert len(start(*people(number)).players) == number
    assert [each.colour for each in start(*people(6), more_players=True).players] == list(COLOURS[:6])
    view = Play("red", "blue").view().fields
    assert (view["turn"], view["phase"]) == (1, "production")
    assert view["research"] == {"red": [], "blue": []}
    assert view["fleets"] == {"red": {"donkey": 3}, "blue": {"donkey": 3}}
    assert view["wonder"]["bricks"] == view["mines"] == []
    assert view["ended"] is view["order"] is view["acting"] is None


@pytest.mark.parametrize("name", ["a\nb", "a\u202eb", "a\u2028b", "a\u200bb", "a\ud800b"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert start(Player("red", "Åsa-Ü日本語🙂"), Player("blue")).players[0].name == "Åsa-Ü日本語🙂"
    with pytest.raises(Refused) as caught:
        start(Player("red", name), Player("blue"))
    assert caught.value.code == "name-unprintable"


@pytest.mark.rule("RB-GEN-04", "RB-SETUP-01", "RB-SETUP-11", "RB-WON-12", "RB-WON-10", "RB-FLEET-12")
@pytest.mark.parametrize(
    ("colours", "switches", "code", "rule", "params"),
    [
        ("", {}, "players-too-few", "RB-GEN-04", {"fewest": 1}),
        ("red blue yellow green red", {}, "players-too-many", "RB-GEN-04", {"most": 4}),
        ("red " * 7, {"more_players": True}, "players-too-many", "RB-GEN-04", {"most": 6}),
        ("red red", {}, "colour-twice", "RB-SETUP-01", {"colour": "red"}),
        ("red pink", {}, "colour-unknown", "RB-SETUP-01", {"colour": "pink"}),
        ("red black", {}, "colour-needs-option", "RB-GEN-04", {"colour": "black"}),
        *(
            ("red blue", {"temple": row}, "not-everybody-once", "RB-SETUP-11", {"field": "temple"})
            for row in (["red"], ["red", "red"], ["red", "green"], ["red", "blue", "green"], [])
        ),
        *(
            ("red blue", {option: value}, "options-inconsistent", rule, {"option": named})
            for option, value, rule, named in (
                ("rows", [4, 4, 4, 5], "RB-WON-12", "marks"),
                ("marks", {"3": 40}, "RB-WON-12", "marks"),
                ("marks", {"2": 84}, "RB-WON-12", "marks"),
                ("irrigation_at", 84, "RB-WON-10", "irrigation_at"),
                ("fleet", {"donkey": 5, "raft": 4}, "RB-FLEET-12", "fleet"),
            )
        ),
    ],
)
def test_a_start_that_does_not_fit_is_refused(
    colours: str, switches: dict[str, Any], code: str, rule: str, params: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as caught:
        start(*(Player(colour) for colour in colours.split()), **switches)
    assert (caught.value.code, caught.value.rule, caught.value.params) == (code, rule, params)


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
