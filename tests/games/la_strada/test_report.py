"""An evening of La Strada as it is told: every figure of a recorded one, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.report import LinePlot, top_moments
from tests.games.reports import cell_text, evening_of, moments, report_of, rows, section

NAME = "strada-called-off"


@pytest.mark.rule("LS-SCORE-02", "LS-SCORE-03", "LS-SCORE-04", "LS-SCORE-05")
def test_gold_is_what_the_colonies_would_have_paid_at_each_turns_end(tmp_path: Path) -> None:
    evening = evening_of(NAME, tmp_path)
    assert rows(evening, "gold") == [
        "1 | 5 | 0 | 3",  # a village and a hamlet; a village
        "2 | 9 | 0 | 19",  # a town; a village and two cities, a village
        "3 | 9 | 0 | 19",
        "4 | 19 | 0 | 23",  # two cities; a town
        "5 | 21 | 6 | 25",  # a hamlet; a hamlet and a town; a hamlet
        "6 | 21 | 6 | 25",
    ]
    plot = section(evening, "gold").plot
    assert isinstance(plot, LinePlot)
    assert [(each.colour, each.values) for each in plot.lines] == [
        ("black", (5, 9, 9, 19, 21, 21)), ("red", (0, 0, 0, 0, 6, 6)), ("grey", (3, 19, 19, 23, 25, 25)),
    ]  # fmt: skip
    assert rows(evening, "merchants") == [
        "1 | 2 | 0 | 1", "2 | 3 | 0 | 5", "3 | 3 | 0 | 5", "4 | 5 | 0 | 6", "5 | 6 | 2 | 7", "6 | 6 | 2 | 7",
    ]  # fmt: skip


@pytest.mark.rule("LS-END-01", "LS-END-03")
def test_an_end_at_the_start_of_a_turn_is_reported_of_that_turn(tmp_path: Path) -> None:
    evening = evening_of("strada-four-players", tmp_path)
    assert len(rows(evening, "gold")) == 8
    assert moments(evening)[-1] == "8: The game is over: Yellow has no merchants left."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "strada-long-roads",
            [
                "2: No road costs more: Yellow pays 10 resources (colony 16).",
                "4: Red gains 5 gold in one turn: nobody ever gains more.",
                "18: Red takes the lead in gold, which has now changed 3 times.",
                "19: The game is over: Black has no road tiles left.",
            ],
        ),
        (
            "two-players",
            [
                "6: Blue takes the lead in bricks, which has now changed 2 times.",
                "21: No mine gives more gold than mine 4: 4 in 7 draws.",
                "21: Blue buys 4 bricks in one turn, for 14 goods.",
                "21: The wonder is complete.",
            ],
        ),
    ],
)
def test_the_best_moments_describe_the_play(name: str, said: list[str], tmp_path: Path) -> None:
    evening = evening_of(name, tmp_path)
    best = top_moments(report_of(evening).moments, 4)
    assert [f"{each.turn}: {cell_text(each.said, evening.system)}" for each in best] == said
