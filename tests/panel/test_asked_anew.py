"""What the display asks and tells of the game is true at every moment, whatever others do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Player
from companion.table.commands import Start
from tests.fakes.box import Box, running

CLOSED = "Question closed The game has moved on meanwhile."


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box without a game."""
    with running(tmp_path) as box:
        yield box


def roads(box: Box, *mines: int, **options: Any) -> None:
    """A game of two with these mines, in production."""
    box.play("red", "blue", **options)
    for number in mines:
        box.told(do="build-mine", number=number, colour="red", mixture="standard", late=True)


def strada(box: Box) -> None:
    """A game of three; red has more resources than the next income leaves room for."""
    box.phone(Start("la-strada", (Player("red"), Player("grey"), Player("yellow"))))
    box.told(do="correct", field="resources", value={"red": 7}, reason="test")


def test_a_mine_built_meanwhile_is_not_drawn_by_a_yes_that_did_not_name_it(box: Box) -> None:
    roads(box, 3)
    box.press("advance")
    assert "Draw 3 then on" in box.says
    box.told(do="build-mine", number=4, colour="red", mixture="standard", late=True, just_now=True)
    assert box.says == CLOSED
    box.press("advance")
    assert box.game["phase"] == "production"
    assert "Draw 3 and 4" in box.says


def test_a_list_that_named_what_was_still_to_draw_closes_when_a_phone_draws_of_it(box: Box) -> None:
    roads(box, 3, 4)
    box.hold("select")
    assert "Draw 3 and 4" in box.says
    box.told(do="draw", number=3, just_now=True)
    assert not box.asks  # what came is shown
    box.press("back")
    box.hold("select")
    assert "Draw 4 " in box.says


def test_a_question_that_says_the_same_as_before_stands_and_leads_on_as_the_game_is_now(box: Box) -> None:
    roads(box, 3, 4, amb_23=True)
    box.hold("select")
    box.press("advance")
    assert box.says.startswith("Draw from mine 3?")
    box.told(do="change-fleet", colour="red", transporter="truck", by=3)
    assert box.says.startswith("Draw from mine 3?")
    box.told(do="record-draw", number=4, ore="iron")
    assert box.says.startswith("Draw from mine 3?")
    assert "1/2" not in box.says  # mine 4 is no choice any more


def test_what_ending_a_turn_loses_is_what_it_loses_now(box: Box) -> None:
    strada(box)
    box.press("advance")
    assert box.says.startswith("R● loses 3?")
    box.told(do="correct", field="resources", value={"red": 9}, reason="test", just_now=True)
    assert box.says == CLOSED
    box.press("advance")
    assert box.game["active"] == "red"
    box.press("advance")
    assert box.says.startswith("R● loses 5?")


def test_a_turn_that_loses_nothing_any_more_is_not_asked_about(box: Box) -> None:
    strada(box)
    box.press("advance")
    box.told(do="correct", field="resources", value={"red": 1}, reason="test")
    assert not box.asks


def test_what_a_player_has_is_shown_as_it_is_while_somebody_looks(box: Box) -> None:
    strada(box)
    box.press("red")
    assert "Resources 7," in box.says
    box.told(do="correct", field="resources", value={"red": 9}, reason="test", just_now=True)
    assert "Resources 9," in box.says
    box.told(do="correct", field="resources", value={"red": 7}, reason="test", just_now=True)
    assert "Resources 7," in box.says
