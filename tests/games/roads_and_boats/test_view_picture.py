"""What the pages draw: rows, shares, prices, odds, and what is open now."""

from __future__ import annotations

import pytest

from companion.games.roads_and_boats.commands import (
    BuildMine,
)
from companion.games.roads_and_boats.display import draw_odds
from companion.games.roads_and_boats.scoring import row_shares
from companion.games.roads_and_boats.words import Colour
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("TV-RB-SCORE-01", "RB-SCORE-03")
def test_a_row_is_shared_by_bricks_and_neutral_ones_share_nothing() -> None:
    bricks: tuple[Colour | None, ...] = ("blue", "red", "blue", None, "red", "red", "yellow")
    assert row_shares(bricks) == {"blue": 3, "red": 5, "yellow": 1}


@pytest.mark.parametrize(
    ("gold", "iron", "said"), [(1, 7, 13), (7, 1, 88), (1, 99, 1), (99, 1, 99), (0, 2, 0)]
)
def test_phones_and_display_show_the_same_odds(gold: int, iron: int, said: int) -> None:
    play = Play()
    play.to("building")
    play.do(BuildMine(1, "red", "standard"))
    play.correct(bag={"number": 1, "gold": gold, "iron": iron})
    assert play.view().mine_cards[0].odds == {"gold": said, "iron": 100 - said}
    assert draw_odds(play.state, play.state.mines[0]).params == {"gold": said, "iron": 100 - said}
