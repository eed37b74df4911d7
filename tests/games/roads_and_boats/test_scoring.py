"""Wealth points, ties, and when they may be counted."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.roads_and_boats import scoring
from companion.games.roads_and_boats.commands import CallForOrder, CountWealth, End
from companion.games.roads_and_boats.words import Colour
from tests.games.roads_and_boats.playing import Play

A: Colour = "red"
B: Colour = "yellow"
C: Colour = "green"
D: Colour = "blue"
ROW_POINTS = {
    0: [10, 10, 10, 10, 10, 10, 10],
    1: [5, 6, 7, 8, 8, 8],
    2: [3, 5, 6, 6, 7],
    3: [2, 4, 5, 5],
    4: [2, 3, 4],
    5: [1, 2],
    6: [1],
}
"""By the others' bricks in a row: the points for 1, 2, ... own ones (RB-SCORE-03)."""


def row(*bricks: Colour | None) -> dict[Colour, int]:
    """What one row of seven gives each of four players."""
    play = Play(A, B, C, D, rows=[7, 7, 7, 7], marks={"4": 28})
    play.correct(bricks=list(bricks))
    return {
        colour: points for colour in play.colours if (points := scoring.wonder_points(play.state, colour))
    }


@pytest.mark.rule(
    "RB-SCORE-03", "RB-SCORE-04", "RB-SCORE-05", "RB-SCORE-07", "RB-WON-13",
    "TV-RB-SCORE-01", "TV-RB-SCORE-02", "TV-RB-SCORE-03", "TV-RB-SCORE-05", "TV-RB-SCORE-06",
    "TV-RB-SCORE-07",
)  # fmt: skip
@pytest.mark.parametrize(
    ("bricks", "points"),
    [
        ([D, D, A, A, A, B, None], {D: 3, A: 5, B: 1}),
        ([D, D, A, A, A, B], {D: 3, A: 5, B: 1}),
        ([A, None, None, None], {A: 10}),
        ([A, B, C], {A: 3, B: 3, C: 3}),
        ([A, B, C, D], {A: 2, B: 2, C: 2, D: 2}),
        ([A, A, A, B, B, B, B], {A: 4, B: 5}),
        ([None, None, None], {}),
    ],
)
def test_a_row_shares_ten_points_among_its_coloured_bricks_rounded_down(
    bricks: list[Colour | None], points: dict[str, int]
) -> None:
    assert row(*bricks) == scoring.row_shares(tuple(bricks)) == points
    play = Play(A, B)
    play.correct(bricks=[A, B, B, None, A, None, None, None, A])
    assert {colour: scoring.wonder_points(play.state, colour) for colour in play.colours} == {A: 23, B: 6}


@pytest.mark.rule("RB-SCORE-03", "TV-RB-TABLE")
def test_the_printed_table() -> None:
    for others, points in ROW_POINTS.items():
        assert [scoring.row_points(own, own + others) for own in range(1, 8 - others)] == points
    assert scoring.row_points(0, 4) == 0


@pytest.mark.rule("RB-SCORE-01", "RB-SCORE-02", "TV-RB-SCORE-09", "TV-RB-SCORE-11")
@pytest.mark.parametrize(
    ("carried", "points"), [((0, 0, 1), 120), ((4, 0, 0), 40), ((0, 2, 0), 80), ((1, 1, 1), 170)]
)
def test_only_what_transporters_carry_counts(carried: tuple[int, int, int], points: int) -> None:
    play = Play(A, B)
    play.do(CountWealth(A, *carried), End())
    score = play.view().fields["ended"]["scores"][0]
    gold, coins, stock = carried
    assert score == {
        "colour": A, "gold": gold, "coins": coins, "stock": stock, "wonder": 0, "total": points, "rank": 1
    }  # fmt: skip


@pytest.mark.parametrize("good", ["trunks", "geese", "on_tile"])
def test_nothing_else_can_be_counted(good: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=good):
        msgspec.convert({"colour": A, "gold": 0, "coins": 0, "stock": 1, good: 3}, CountWealth)


@pytest.mark.rule("RB-SCORE-06", "RB-END-03", "TV-RB-SCORE-10")
def test_wealth_is_counted_at_any_time_and_a_tie_goes_to_the_one_nearest_the_temple() -> None:
    play = Play(A, B, C, temple=[C, B, A])
    play.do(CountWealth(A, 5, 0, 0), CallForOrder(A), CountWealth(A, 30, 0, 0), End())
    play.do(CountWealth(B, 6, 6, 0))
    assert play.refusal(CountWealth(D, 0, 0, 0)) == ("not-playing", "RB-SETUP-01")

    def ranked() -> list[tuple[Colour, int]]:
        return [(score["colour"], score["total"]) for score in play.view().fields["ended"]["scores"]]

    assert ranked() == [(B, 300), (A, 300), (C, 0)]
    play.correct(temple=[A, C, B])
    assert ranked() == [(A, 300), (B, 300), (C, 0)]
    play.correct(bricks=[C])
    assert ranked()[2] == (C, 10)
