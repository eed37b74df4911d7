"""A mine's card: who built it and when, what its bag has seen, and what to expect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import BuildMine, RecordDraw
from companion.games.roads_and_boats.mines import Prospect
from companion.games.roads_and_boats.view import MineCard
from tests.games.roads_and_boats.playing import Play


def card(play: Play, number: int = 7) -> MineCard:
    return next(each for each in play.view().mine_cards if each.number == number)


@pytest.mark.rule("RB-MINE-08", "TV-RB-BAG-04")
def test_a_card_shows_how_long_a_mine_lasts_and_the_odds_of_each_ore_by_then() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True), RecordDraw(7, "gold"))
    assert card(play).left == 5
    assert card(play).prospects == (
        Prospect(1, gold=40, iron=60),
        Prospect(2, gold=70, iron=90),
        Prospect(3, gold=90, iron=100),
        Prospect(4, gold=100, iron=100),
    )
    play.correct(bag={"number": 7, "gold": 0, "iron": 0})
    assert (card(play).left, card(play).prospects) == (0, ())


@given(st.integers(0, 99), st.integers(0, 99))
def test_what_is_merely_likely_is_never_called_certain(gold: int, iron: int) -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True))
    play.correct(bag={"number": 7, "gold": gold, "iron": iron})
    for each in card(play).prospects:
        assert (each.gold == 100) == (iron < each.draws)
        assert (each.gold == 0) == (gold == 0)
