"""What is laid out before the first turn, by number of players and options."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Refused, SetupTask
from companion.games.la_strada.checklist import checklist
from companion.games.la_strada.commands import Leave
from companion.games.la_strada.game import GAME
from companion.games.la_strada.options import SWITCHES, Options
from companion.games.la_strada.words import Colour
from tests.games.la_strada.playing import Play


def listed(players: int, **options: Any) -> dict[str, SetupTask]:
    things = checklist(None, players, msgspec.convert(options, Options))
    assert len({each.name for each in things}) == len(things)
    return {each.name: each for each in things}


@pytest.mark.rule("LS-SETUP-01", "LS-SETUP-02", "LS-SETUP-03", "LS-SETUP-04", "LS-SETUP-05", "LS-SETUP-06")
@pytest.mark.rule("LS-SETUP-07", "LS-SETUP-08", "LS-COMP-02", "LS-COMP-03", "LS-COMP-04")
def test_frame_colonies_and_seats_come_first_and_each_player_gets_tiles_merchants_and_a_marker() -> None:
    things = listed(4)
    assert [each.rule for each in things.values()][:3] == ["LS-SETUP-01", "LS-SETUP-02", "LS-SETUP-03"]
    assert [things[name].rule for name in ("supply", "markers", "first", "factories", "apart")] == [
        "LS-SETUP-04", "LS-SETUP-08", "LS-SETUP-05", "LS-SETUP-06", "LS-SETUP-07",
    ]  # fmt: skip
    assert {"colonies": 19, "city": 4, "town": 5, "village": 5, "hamlet": 5} in [
        each.params for each in things.values()
    ]
    assert things["supply"].params == {"plains": 18, "forests": 8, "hills": 5, "merchants": 12}
    assert things["markers"].params == {"count": 4}
    house = listed(4, supply={"merchants": 10}, **dict.fromkeys(SWITCHES, True))
    assert (house["supply"].params["merchants"], house["agreed"].params) == (10, {"count": len(SWITCHES)})


@pytest.mark.rule("LS-2P-01", "LS-2P-02", "LS-2P-03", "LS-2P-04")
def test_two_players_have_both_factories_and_the_second_begins() -> None:
    things = listed(2)
    rules = [things[name].rule for name in ("seats", "supply", "factories", "begins")]
    assert rules == ["LS-2P-01", "LS-2P-02", "LS-2P-03", "LS-2P-04"]
    assert "begins" not in listed(3)


@pytest.mark.rule("LS-COMP-01")
@pytest.mark.parametrize(("players", "code"), [(1, "players-too-few"), (5, "players-too-many")])
def test_a_number_that_cannot_play_has_no_list(players: int, code: str) -> None:
    with pytest.raises(Refused) as caught:
        listed(players)
    assert (caught.value.code, caught.value.rule) == (code, "LS-COMP-01")


@pytest.mark.rule("LS-SETUP-06", "LS-2P-03", "LS-2P-04")
@pytest.mark.parametrize(
    ("row", "factories"),
    [
        (("yellow", "red", "black"), [("factory", "yellow"), ("factory", "black")]),
        (
            ("yellow", "red"),
            [
                ("factory", "yellow"), ("factory", "red"),
                ("factory-second", "yellow"), ("factory-second", "red"),
            ],
        ),
    ],
    ids=["three, one of whom has left", "two"],
)  # fmt: skip
def test_once_the_game_has_begun_the_list_names_who_places_which_factory(
    row: tuple[Colour, ...], factories: list[tuple[str, str]]
) -> None:
    game = Play(*row)
    if len(row) > 2:
        game.do(Leave("red"))
    things = GAME.checklist(game.state, len(row), Options())
    assert [(each.code, each.colour) for each in things if each.colour] == factories
    named = {each.name: each.params for each in things}
    assert named.get("begins") == ({"colour": "red"} if len(row) == 2 else None)
