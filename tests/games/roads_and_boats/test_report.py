"""An evening of Roads & Boats as it is told: every figure of a recorded one, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.report import BarPlot
from tests.games.reports import cell_text, evening_of, rows, section


@pytest.mark.rule("RB-SCORE-03", "RB-SCORE-04", "RB-SCORE-05")
def test_points_are_those_of_the_rows_at_each_turns_end(tmp_path: Path) -> None:
    """The rows of 4, 4, 4, 5, 5: `gggr` shares out 7 and 2, `NgrN` 5 and 5, `rNNr` 10, `Nggrr` 5 and 5, and
    `NNgyN` 5 and 5; red alone in the third one has its 10 from turn 3 on."""
    evening = evening_of("called-off", tmp_path)
    assert rows(evening, "points") == [
        "1 | 2 | 0 | 7", "2 | 7 | 0 | 12", "3 | 17 | 0 | 12", "4 | 17 | 0 | 12", "5 | 17 | 0 | 12",
        "6 | 22 | 0 | 17", "7 | 22 | 0 | 17", "8 | 22 | 5 | 22", "9 | 22 | 5 | 22",
    ]  # fmt: skip


@pytest.mark.rule("RB-MINE-08", "RB-MINE-09")
def test_ore_is_reported_against_what_was_to_be_expected_and_how_likely_it_was(tmp_path: Path) -> None:
    """Mine 13 of turn 1 has given all it had, 3 and 3, by turn 7: nothing else could come. Mine 17 has given
    5 of its 6: the one left is gold, which is one case of two. Mine 8 gave one, which was gold. Of the four
    cases only that in which both were iron gives less than 6 gold.
    """
    evening = evening_of("called-off", tmp_path)
    assert rows(evening, "ore") == [
        "8 | 1 | 1 | 0.5 | 1 or more: 50 % | 0 | yellow",
        "13 | 6 | 3 | 3.0 | 3 or more: 100 % | 3 | green",
        "17 | 5 | 2 | 2.5 | 2 or less: 50 % | 3 | red",
        "Together | 12 | 6 | 6.0 | 6 or more: 75 % | 6 | –",
    ]
    assert [cell_text(each, evening.system) for each in section(evening, "ore").say] == [
        "Gold in 6 of 12 draws, just as was to be expected. The chance of as much or more: 75 %.",
        "Reckoned exactly, from what was in each bag at each draw.",
    ]
    plot = section(evening, "ore").plot
    assert isinstance(plot, BarPlot)
    assert [(each.name, each.part, each.whole, each.tenths) for each in plot.bars] == [
        ("8", 1, 1, 5), ("13", 3, 6, 30), ("17", 2, 5, 25),
    ]  # fmt: skip


@pytest.mark.rule("RB-WON-06", "RB-WON-08")
def test_prices_are_reported_brick_by_brick(tmp_path: Path) -> None:
    """From turn 8 on each costs one more: 18 bricks lie, and the first four rows have 17 spaces."""
    evening = evening_of("called-off", tmp_path)
    assert rows(evening, "prices") == [
        "1 | 1 | – | 1+2+3", "2 | 1 | – | 1", "3 | 1 | – | –", "5 | 1 | – | –", "6 | 1+2 | – | 1+2",
        "8 | – | 2 | 2", "Goods in all | 7 | 2 | 12",
    ]  # fmt: skip
    assert [cell_text(each, evening.system) for each in section(evening, "prices").say] == [
        "In goods, brick by brick. All of them together cost 21, the dearest 3."
    ]
