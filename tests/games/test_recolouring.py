"""Corrections that seat the players anew, in every game that has them."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from hypothesis import given

from companion.games import Player
from companion.games.la_strada.words import COLOURS
from companion.games.recolouring import recolour
from companion.games.roads_and_boats.words import COLOURS as BOATS_COLOURS
from tests.games.la_strada.playing import Play
from tests.games.la_strada.states import states as strada
from tests.games.roads_and_boats.states import states as boats


@given(strada() | boats())
def test_other_colours_take_over_wherever_a_seats_colour_stands(state: Any) -> None:
    loud: dict[str, str] = {colour: colour.upper() for colour in {*COLOURS, *BOATS_COLOURS}}
    other = recolour(state, loud)
    assert not re.search("|".join(f'"{colour}"' for colour in loud), msgspec.json.encode(other).decode())
    assert recolour(other, {new: old for old, new in loud.items()}) == state


def test_what_was_typed_is_no_colour() -> None:
    play = Play("red", "grey", "black", names={"1": "red"})
    play.correct(players=[Player("yellow", "red"), Player("red", "grey"), Player("grey")])
    assert [(seat.colour, seat.name) for seat in play.state.seats] == [
        ("yellow", "red"), ("red", "grey"), ("grey", ""),
    ]  # fmt: skip
    assert (play.state.active, play.state.colonies[0].name) == ("yellow", "red")
