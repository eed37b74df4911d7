"""An evening of La Strada as it is told: every figure of a recorded one, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.games.report import Lines
from companion.table.evening import told
from tests.fakes.evening import Evening
from tests.games.reported import evening_of, part, remembered, report_of, rows, said

NAME = "strada-called-off"


@pytest.mark.rule("LS-SCORE-01", "LS-SCORE-08")
def test_the_final_table_has_gold_merchants_and_what_was_not_spent(tmp_path: Path) -> None:
    """Grey: two cities, a town, three villages, a hamlet: 10 + 4 + 9 + 2. Black: two cities, a town, a
    village, two hamlets: 10 + 4 + 3 + 4. Red: a town and a hamlet."""
    assert rows(evening_of(NAME, tmp_path), "result") == [
        "grey | 1. | 25 | 7 | 6", "black | 2. | 21 | 6 | 9", "red | 3. | 6 | 2 | 4",
    ]  # fmt: skip


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
    plot = part(evening, "gold").plot
    assert isinstance(plot, Lines)
    assert [(each.colour, each.values) for each in plot.lines] == [
        ("black", (5, 9, 9, 19, 21, 21)), ("red", (0, 0, 0, 0, 6, 6)), ("grey", (3, 19, 19, 23, 25, 25)),
    ]  # fmt: skip
    assert rows(evening, "merchants") == [
        "1 | 2 | 0 | 1", "2 | 3 | 0 | 5", "3 | 3 | 0 | 5", "4 | 5 | 0 | 6", "5 | 6 | 2 | 7", "6 | 6 | 2 | 7",
    ]  # fmt: skip


@pytest.mark.rule("LS-BUILD-01")
def test_each_road_is_told_with_its_colony_and_its_cost(tmp_path: Path) -> None:
    """A plain costs 2, a forest 3, a hill 4."""
    assert [each.replace("\xa0", " ") for each in rows(evening_of(NAME, tmp_path), "built")] == [
        "1 | 12 (2), 16 (4) | – | 13 (2)",
        "2 | 9 (3) | – | 14 (2), 4 (2), 3 (2), 11 (4)",
        "4 | 2 (6), 1 (4) | – | 6 (4)",
        "5 | 19 (3) | 17 (4), 8 (2) | 15 (4)",
    ]


@pytest.mark.rule("LS-TURN-02", "LS-TURN-03")
def test_what_roads_cost_and_what_income_was_lost(tmp_path: Path) -> None:
    """Red saves: 6, then 12 of which 10 can be held, then three times nothing of the 6: 20 are lost. Grey
    loses 2 of 12 twice; black 5, who has 9 before his fourth turn. Of 31 tiles black has laid 9, and a
    correction took 8 more."""
    assert rows(evening_of(NAME, tmp_path), "spent") == [
        "black | 6 | 22 | 6 | 5 | 14", "red | 2 | 6 | 4 | 20 | 29", "grey | 7 | 20 | 4 | 4 | 23",
    ]  # fmt: skip


def test_each_colony_is_told_with_whose_merchants_it_pays_and_how_much(tmp_path: Path) -> None:
    told = rows(evening_of(NAME, tmp_path), "colonies")
    assert told[:3] == ["Genova | city | black | 5", "Milano | city | black | 5", "3 | city | grey | 5"]
    assert told[-1] == "19 | hamlet | black | 2"
    assert len(told) == 15


def test_time_is_told_by_turn_and_player(tmp_path: Path) -> None:
    """Black's first turn ends with entry 6, red's with 7, grey's with 9: five minutes, one, two."""
    evening = evening_of(NAME, tmp_path)
    times = rows(evening, "times")
    assert times[0] == "1 | 5:00 | 1:00 | 2:00 | 8:00"
    assert times[-1] == "Together | 18:00 | 7:00 | 12:00 | 37:00"
    assert part(evening, "times").folded
    assert evening.spent == 37 * 60


def test_its_moments_are_told_in_words(tmp_path: Path) -> None:
    assert remembered(evening_of(NAME, tmp_path)) == [
        "1: Black begins.",
        "1: Black puts the first merchant on one of these: village.",
        "1: Black builds the first road: colony 12.",
        "1: Black puts the first merchant on one of these: hamlet.",
        "2: Black puts the first merchant on one of these: town.",
        "2: Red has no room for 2 resources of the income.",
        "2: Grey puts the first merchant on one of these: city.",
        "2: Grey takes the lead, with gold: 19.",
        "4: Black pays 6 resources for one road: Milano.",
        "6: The group ended the game.",
    ]


@pytest.mark.rule("LS-END-01", "LS-END-03")
def test_an_end_at_the_start_of_a_turn_is_told_of_that_turn(tmp_path: Path) -> None:
    evening = evening_of("strada-four-players", tmp_path)
    assert len(rows(evening, "gold")) == 8
    assert remembered(evening)[-1] == "8: The game is over: Yellow has no merchants left."


@pytest.mark.rule("LS-2P-07", "LS-SCORE-01")
@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("strada-two-players", "With two players each pays its best."),
        ("strada-four-players", "The more merchants on one, the less it pays to each."),
    ],
)
def test_it_is_said_what_a_colony_pays_with_so_many_players(name: str, ends: str, tmp_path: Path) -> None:
    evening = evening_of(name, tmp_path)
    assert said(part(evening, "gold").say[0], evening.system).endswith(ends)


def test_a_game_in_which_nobody_linked_a_colony_has_no_empty_table_of_them(tmp_path: Path) -> None:
    box = Evening(tmp_path, games=registered())
    players = [{"colour": "yellow"}, {"colour": "black"}]
    box.do({"type": "start", "system": "la-strada", "players": players})
    box.do("end")
    evening = told(box.table.past(box.game["id"]))
    box.table.close()
    assert all(each.rows for each in report_of(evening).parts)
    assert "built" in {each.name for each in report_of(evening_of(NAME, tmp_path / "linked")).parts}
