"""The start: who may sit down, what everybody gets, and which colonies there are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Player, Refused
from companion.games.la_strada.game import GAME
from companion.games.la_strada.options import Options
from companion.games.la_strada.words import COLOURS, KINDS
from tests.games.la_strada.playing import DICE, Play

GREY, RED = Player("grey"), Player("red")
FEW: dict[str, Any] = {"fewest": 2}


@pytest.mark.rule("LS-COMP-01", "LS-COMP-03", "LS-SETUP-02", "LS-SETUP-03", "LS-SETUP-04")
@pytest.mark.parametrize(
    ("players", "options", "code", "rule", "params"),
    [
        ([], {}, "players-too-few", "LS-COMP-01", FEW),
        ([GREY], {}, "players-too-few", "LS-COMP-01", FEW),
        ([*map(Player, (*COLOURS, "green"))], {}, "players-too-many", "LS-COMP-01", {"most": 4}),
        ([GREY, GREY], {}, "colour-twice", "LS-SETUP-03", {"colour": "grey"}),
        ([GREY, Player("green")], {}, "colour-unknown", "LS-COMP-01", {"colour": "green"}),
        *(
            ([GREY, RED], {option: value}, "options-inconsistent", rule, {"option": option})
            for option, value, rule in (
                ("kinds", dict.fromkeys(KINDS, 0), "LS-COMP-03"),
                ("kinds", dict.fromkeys(KINDS, 11), "LS-COMP-03"),
                ("names", {"20": "Roma"}, "LS-SETUP-02"),
                ("supply", {"merchants": 0}, "LS-SETUP-04"),
                ("supply", {"plains": 0, "forests": 0, "hills": 0}, "LS-SETUP-04"),
            )
        ),
    ],
)
def test_a_start_with_which_no_player_could_play_is_refused(
    players: list[Player], options: dict[str, Any], code: str, rule: str, params: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as caught:
        GAME.begin(tuple(players), msgspec.convert(options, Options), DICE)
    assert (caught.value.code, caught.value.rule, caught.value.params) == (code, rule, params)


@pytest.mark.rule("LS-COMP-03", "LS-SETUP-02")
def test_nineteen_colonies_are_numbered_by_kind_and_another_box_holds_others_with_names() -> None:
    colonies = Play().state.colonies
    assert [each.number for each in colonies] == list(range(1, 20))
    kinds = [each.kind for each in colonies]
    assert kinds == ["city"] * 4 + ["town"] * 5 + ["village"] * 5 + ["hamlet"] * 5
    assert not any(each.merchants or each.linked or each.name for each in colonies)
    play = Play(kinds={"city": 1, "hamlet": 0}, names={"1": " Pisa ", "3": "Siena", "5": " "})
    assert [each.kind for each in play.state.colonies] == ["city"] + ["town"] * 5 + ["village"] * 5
    assert {each.number: each.name for each in play.state.colonies if each.name} == {1: "Pisa", 3: "Siena"}
    assert play.view().fields["options"]["kinds"] == {"city": 1, "town": 5, "village": 5, "hamlet": 0}
    assert play.view().fields["options"]["names"] == {"1": "Pisa", "3": "Siena"}


@pytest.mark.rule("LS-COMP-01", "LS-SETUP-04", "LS-SETUP-05", "LS-SETUP-08", "LS-TURN-02", "LS-COMP-04")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_player_gets_tiles_and_merchants_and_the_first_alone_an_income(number: int) -> None:
    play = Play(*COLOURS[:number])
    every = {"plains": 18, "forests": 8, "hills": 5, "merchants": 12}
    assert play.view().fields["supplies"] == dict.fromkeys(COLOURS[:number], every)
    first = COLOURS[1 if number == 2 else 0]
    assert (play.active, play.state.turn, play.state.first) == (first, 1, first)
    assert play.resources() == {**dict.fromkeys(COLOURS[:number], 0), first: 6}
    assert Play(supply={"merchants": 3}).seat().merchants == 3


@pytest.mark.rule("LS-SETUP-06", "LS-AMB-02")
@pytest.mark.parametrize("with_a_road", [True, False])
def test_until_the_first_turn_has_passed_the_table_shows_the_order_of_placing_factories(
    with_a_road: bool,
) -> None:
    play = Play("red", "yellow", "black", "grey")
    assert play.warned() == {"place-factories": {"players": ["red", "yellow", "black", "grey"]}}
    if with_a_road:
        play.link(19)
    else:
        play.pass_on()
    assert "place-factories" not in play.warned()
