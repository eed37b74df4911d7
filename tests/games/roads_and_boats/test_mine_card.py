"""A mine's card: who built it and when, what its bag has seen, and what to expect."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import BuildMine, RecordDraw
from tests.games.roads_and_boats.playing import Play


def card(play: Play, number: int = 7) -> dict[str, Any]:
    drawn: list[dict[str, Any]] = play.view().picture["mines"]
    return next(each for each in drawn if each["number"] == number)


@pytest.mark.rule("RB-MINE-08", "TV-RB-BAG-04")
def test_a_card_tells_how_long_a_mine_lasts_and_how_likely_each_ore_is_by_then() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True), RecordDraw(7, "gold"))
    assert card(play)["left"] == 5
    assert card(play)["prospects"] == [
        {"draws": 1, "gold": 40, "iron": 60, "ore": None},
        {"draws": 2, "gold": 70, "iron": 90, "ore": None},
        {"draws": 3, "gold": 90, "iron": 100, "ore": None},
        {"draws": 4, "gold": 100, "iron": 100, "ore": None},
    ]
    play.correct(bag={"number": 7, "gold": 0, "iron": 0})
    assert (card(play)["left"], card(play)["prospects"]) == (0, [])


@given(st.integers(0, 99), st.integers(0, 99))
def test_what_is_merely_likely_is_never_called_certain(gold: int, iron: int) -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True))
    play.correct(bag={"number": 7, "gold": gold, "iron": iron})
    for each in card(play)["prospects"]:
        assert (each["gold"] == 100) == (iron < each["draws"])
        assert (each["gold"] == 0) == (gold == 0)
