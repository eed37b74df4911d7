"""The start: who may sit down, what everybody gets, and which colonies there are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Player, Refused
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.events import GameBegun
from companion.games.la_strada.game import GAME
from companion.games.la_strada.options import Options
from companion.games.la_strada.state import SeatedPlayer
from companion.games.la_strada.words import COLOURS, KINDS, Colour
from tests.games.la_strada.playing import DICE, Play


def begin(*players: Player, **options: Any) -> Refused | None:
    try:
        GAME.begin(players, msgspec.convert(options, Options), DICE)
    except Refused as refused:
        return refused
    return None


@pytest.mark.rule("LS-COMP-01")
def test_two_to_four_play_in_four_colours() -> None:
    assert set(COLOURS) == {"black", "grey", "yellow", "red"}
    seated = [Player(colour) for colour in COLOURS]
    assert [begin(*seated[:number]) for number in (2, 3, 4)] == [None, None, None]
    for number, code in ((0, "players-too-few"), (1, "players-too-few")):
        refused = begin(*seated[:number])
        assert refused is not None
        assert (refused.code, refused.rule, refused.params) == (code, "LS-COMP-01", {"fewest": 2})
    refused = begin(*seated, Player("green"))
    assert refused is not None
    assert (refused.code, refused.rule, refused.params) == ("players-too-many", "LS-COMP-01", {"most": 4})


@pytest.mark.rule("LS-SETUP-03")
def test_every_player_has_a_colour_of_his_own() -> None:
    twice, unknown = begin(Player("grey"), Player("grey")), begin(Player("grey"), Player("green"))
    assert twice is not None
    assert unknown is not None
    assert (twice.code, twice.rule) == ("colour-twice", "LS-SETUP-03")
    assert (unknown.code, unknown.rule, unknown.params) == (
        "colour-unknown", "LS-COMP-01", {"colour": "green"},
    )  # fmt: skip
    play = Play("grey", "red")
    stranger = play.refused(Connect("yellow", 1, plains=1))
    assert (stranger.code, stranger.rule) == ("not-playing", "LS-SETUP-03")


@pytest.mark.parametrize(("name", "code"), [("a" * 13, "name-too-long"), ("a\x07", "name-unprintable")])
def test_a_name_fits_and_can_be_shown(name: str, code: str) -> None:
    for refused in (begin(Player("grey", name), Player("red")), begin(Player("grey"), Player("red", name))):
        assert refused is not None
        assert refused.code == code


def test_names_are_kept_without_blanks_around_them() -> None:
    begins, *_ = GAME.begin((Player("grey", "  Bo "), Player("red")), Options(), DICE)
    assert isinstance(begins, GameBegun)
    assert begins.players == (SeatedPlayer("grey", "Bo"), SeatedPlayer("red"))


@pytest.mark.rule("LS-COMP-03", "LS-SETUP-02")
def test_there_are_nineteen_colonies_numbered_by_kind() -> None:
    colonies = Play().state.colonies
    assert [each.number for each in colonies] == list(range(1, 20))
    kinds = [each.kind for each in colonies]
    assert kinds == ["city"] * 4 + ["town"] * 5 + ["village"] * 5 + ["hamlet"] * 5
    assert not any(each.merchants or each.linked or each.name for each in colonies)


@pytest.mark.rule("LS-COMP-03", "LS-SETUP-02")
def test_another_box_holds_other_colonies_and_they_may_have_names() -> None:
    play = Play(kinds={"city": 1, "hamlet": 0}, names={"1": " Pisa ", "3": "Siena", "5": " "})
    assert [each.kind for each in play.state.colonies] == ["city"] + ["town"] * 5 + ["village"] * 5
    assert {each.number: each.name for each in play.state.colonies if each.name} == {1: "Pisa", 3: "Siena"}
    assert play.view().fields["options"]["kinds"] == {"city": 1, "town": 5, "village": 5, "hamlet": 0}
    assert play.view().fields["options"]["names"] == {"1": "Pisa", "3": "Siena"}


@pytest.mark.rule("LS-COMP-03", "LS-SETUP-02", "LS-SETUP-04")
@pytest.mark.parametrize(
    ("option", "value", "rule"),
    [
        ("kinds", dict.fromkeys(KINDS, 0), "LS-COMP-03"),
        ("kinds", dict.fromkeys(KINDS, 11), "LS-COMP-03"),
        ("names", {"20": "Roma"}, "LS-SETUP-02"),
        ("supply", {"merchants": 0}, "LS-SETUP-04"),
        ("supply", {"plains": 0, "forests": 0, "hills": 0}, "LS-SETUP-04"),
    ],
)
def test_a_box_with_which_no_player_could_play_is_refused(option: str, value: Any, rule: str) -> None:
    refused = begin(Player("grey"), Player("red"), **{option: value})
    assert refused is not None
    assert (refused.code, refused.rule, refused.params) == ("options-inconsistent", rule, {"option": option})


@pytest.mark.rule("LS-SETUP-04", "LS-COMP-04")
def test_every_player_gets_tiles_by_terrain_and_twelve_merchants() -> None:
    play = Play(*COLOURS)
    every = {"plains": 18, "forests": 8, "hills": 5, "merchants": 12}
    assert play.view().fields["supplies"] == dict.fromkeys(COLOURS, every)
    assert Play(supply={"merchants": 3}).seat().merchants == 3


@pytest.mark.rule("LS-SETUP-05", "LS-SETUP-08", "LS-TURN-02")
def test_the_first_player_begins_with_the_income_of_his_first_turn_and_the_others_with_nothing() -> None:
    play = Play("yellow", "black", "red")
    assert (play.active, play.state.turn, play.state.first) == ("yellow", 1, "yellow")
    assert play.resources() == {"yellow": 6, "black": 0, "red": 0}


@pytest.mark.rule("LS-SETUP-06", "LS-AMB-02")
@pytest.mark.parametrize("players", [("grey", "red", "black"), ("red", "yellow", "black", "grey")])
def test_before_the_first_turn_the_table_shows_the_order_of_placing_factories(
    players: tuple[Colour, ...],
) -> None:
    play = Play(*players)
    assert play.warned() == {"place-factories": {"players": list(players)}}
    play.link(19)
    assert "place-factories" not in play.warned()


@pytest.mark.rule("LS-SETUP-06")
def test_a_first_turn_without_a_road_ends_the_laying_out_too() -> None:
    play = Play()
    play.pass_on()
    assert "place-factories" not in play.warned()
