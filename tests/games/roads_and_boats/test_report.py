"""An evening of Roads & Boats as it is told: every figure of a recorded one, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.report import Bars, Lines
from tests.games.reported import evening_of, part, remembered, report_of, rows, said


@pytest.mark.rule("RB-SCORE-01", "RB-SCORE-02")
def test_the_final_table_has_everybody_the_winner_first(tmp_path: Path) -> None:
    evening = evening_of("called-off", tmp_path)
    head = [said(each, evening.system) for each in part(evening, "result").columns]
    assert head == ["Player", "Place", "Points", "Wonder", "Gold", "Sets of coins", "Stock"]
    assert rows(evening, "result") == [
        "yellow | 1. | 235 | 5 | 3 | 2 | 1",  # 5 + 3 times 10, 2 times 40, 120
        "green | 2. | 162 | 22 | 6 | 2 | 0",  # 22 + 60 + 80
        "red | 3. | 102 | 22 | 0 | 2 | 0",  # 22 + 80
    ]


@pytest.mark.rule("RB-SCORE-02")
def test_what_is_still_to_be_counted_is_not_called_the_result(tmp_path: Path) -> None:
    evening = evening_of("called-off", tmp_path, wealth=False)
    assert said(part(evening, "result").title, evening.system) == "Points so far"


def test_bricks_are_told_as_they_stood_when_each_turn_was_over(tmp_path: Path) -> None:
    """Green bought 3, 1, and 2 in turn 6, and 1 in turn 8; red 1 in the turns 1, 2, 3, 5, and 2 in turn 6."""
    evening = evening_of("called-off", tmp_path)
    assert rows(evening, "bricks") == [
        "1 | 1 | 0 | 3", "2 | 2 | 0 | 4", "3 | 3 | 0 | 4", "4 | 3 | 0 | 4", "5 | 4 | 0 | 4",
        "6 | 6 | 0 | 6", "7 | 6 | 0 | 6", "8 | 6 | 1 | 7", "9 | 6 | 1 | 7",
    ]  # fmt: skip
    plot = part(evening, "bricks").plot
    assert isinstance(plot, Lines)
    assert plot.steps == tuple(range(1, 10))
    assert [(each.colour, each.values) for each in plot.lines] == [
        ("red", (1, 2, 3, 3, 4, 6, 6, 6, 6)),
        ("yellow", (0, 0, 0, 0, 0, 0, 0, 1, 1)),
        ("green", (3, 4, 4, 4, 4, 6, 6, 7, 7)),
    ]


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
def test_ore_is_told_against_what_was_to_be_expected_and_how_likely_it_was(tmp_path: Path) -> None:
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
    assert [said(each, evening.system) for each in part(evening, "ore").say] == [
        "Gold in 6 of 12 draws, just as was to be expected. The chance of as much or more: 75 %.",
        "Reckoned exactly, from what was in each bag at each draw.",
    ]
    plot = part(evening, "ore").plot
    assert isinstance(plot, Bars)
    assert [(each.name, each.part, each.whole, each.tenths) for each in plot.bars] == [
        ("8", 1, 1, 5), ("13", 3, 6, 30), ("17", 2, 5, 25),
    ]  # fmt: skip


@pytest.mark.rule("RB-CONF-03", "RB-CONF-04", "RB-CONF-06")
def test_the_order_of_play_is_told_turn_by_turn_with_who_called_for_it_and_who_cashed_in(
    tmp_path: Path,
) -> None:
    """In turn 3 green calls twice. Red cashes in first: the row is yellow, green, red; then yellow does, and
    it is green, red, yellow. Yellow takes place 2, red 1, and green has what is left."""
    evening = evening_of("called-off", tmp_path)
    assert rows(evening, "order") == [
        "1 | green yellow red | red yellow green |  | ",
        "2 | green yellow red | red yellow green |  | ",
        "3 | red yellow green | green red yellow | green green | red yellow",
        "4 | yellow red green | green red yellow | yellow green red | red yellow",
        "5 | green red yellow | green red yellow | green red | ",
        "6 | yellow green red | red yellow green | red | green",
        "7 | green yellow red | red green yellow | yellow red | red yellow green",
        "8 | red green yellow | red yellow green | yellow | green",
        "9 | red green yellow | red yellow green |  | ",
    ]
    plot = part(evening, "order").plot
    assert isinstance(plot, Lines)
    assert plot.falling
    assert plot.lines[0].values == (3, 3, 1, 2, 2, 3, 3, 1, 1)


@pytest.mark.rule("RB-WON-06", "RB-WON-08")
def test_prices_are_told_brick_by_brick(tmp_path: Path) -> None:
    """From turn 8 on each costs one more: 18 bricks lie, and the first four rows have 17 spaces."""
    evening = evening_of("called-off", tmp_path)
    assert rows(evening, "prices") == [
        "1 | 1 | – | 1+2+3", "2 | 1 | – | 1", "3 | 1 | – | –", "5 | 1 | – | –", "6 | 1+2 | – | 1+2",
        "8 | – | 2 | 2", "Goods in all | 7 | 2 | 12",
    ]  # fmt: skip
    assert [said(each, evening.system) for each in part(evening, "prices").say] == [
        "In goods, brick by brick. All of them together cost 21, the dearest 3."
    ]


def test_time_is_told_by_turn_and_phase_and_shown_only_if_somebody_wants_it(tmp_path: Path) -> None:
    """Turn 1 is left by the entries 3, 4, 6 and 11: two minutes of production, one, two and five.
    What transporters carry is counted after the end, in three entries: that took no time of the game."""
    evening = evening_of("called-off", tmp_path)
    times = rows(evening, "times")
    assert times[0] == "1 | 2:00 | 1:00 | 2:00 | 5:00 | 10:00"
    assert times[-1] == "Together | 39:00 | 30:00 | 39:00 | 38:00 | 2:26:00"
    assert part(evening, "times").folded
    assert evening.spent == (150 - 1 - 3) * 60


def test_ten_moments_are_told_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    evening = evening_of("called-off", tmp_path)
    assert remembered(evening) == [
        "1: Green begins.",
        "1: Green builds the first mine, number 13.",
        "1: Green buys 3 bricks in one turn, for 6 goods.",
        "1: Green lays the first brick of the wonder.",
        "3: Green is the first to call for the order of play.",
        "3: Red stands nearest the temple, and cashes in.",
        "3: Yellow stands nearest the temple, and cashes in.",
        "6: Green stands nearest the temple, and cashes in.",
        "7: Red stands nearest the temple, and cashes in.",
        "9: The group ended the game.",
    ]


@pytest.mark.rule("RB-SOLO-04")
def test_alone_no_luck_is_told_for_there_is_none(tmp_path: Path) -> None:
    evening = evening_of("alone", tmp_path)
    assert len(part(evening, "ore").columns) == 5
    assert "chance" not in [each.name for each in report_of(evening).parts]
    assert said(part(evening, "ore").say[0], evening.system).startswith("Alone nothing is left to chance")
    assert "order" not in [each.name for each in report_of(evening).parts]


@pytest.mark.rule("RB-SOLO-06")
def test_alone_it_is_not_said_that_a_row_is_shared(tmp_path: Path) -> None:
    evening = evening_of("alone", tmp_path)
    (told,) = [said(each, evening.system) for each in part(evening, "points").say]
    assert told.startswith("Each row with a brick of the player’s own gives ten points.")
