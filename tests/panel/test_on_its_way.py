"""A hand that was on its way when a phone moved the game on was meant for what stood: it does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Player
from companion.panel.homing import GRACE
from companion.table.commands import Start
from tests.fakes.box import Box, running

SOON = GRACE / 2
OVERTAKEN = "Look again Somebody was quicker. Nothing was done."


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A game of two in movement."""
    with running(tmp_path) as box:
        box.play("red", "blue")
        box.press("advance")
        yield box


def test_advance_just_after_a_phone_has_advanced_does_not_advance_again(box: Box) -> None:
    box.told(do="advance", just_now=True)
    box.press_again("advance", SOON)
    assert box.says == OVERTAKEN
    assert box.game["phase"] == "building"
    box.press("advance")
    assert box.game["phase"] == "building"  # that took the word away
    box.press("advance")
    assert box.game["phase"] == "wonder"


def test_ready_for_one_phase_is_no_brick_in_the_next(box: Box) -> None:
    box.told(do="advance")
    box.told(do="advance", just_now=True)
    box.press_again("red", SOON)
    assert box.says == OVERTAKEN
    assert box.game["wonder"]["bricks"] == []
    box.press("red")
    assert box.game["wonder"]["bricks"] == ["red"]


def test_a_no_to_one_player_s_question_is_none_to_the_next_one_s(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue", "green")
        box.press("advance")
        box.hold("red")
        box.told(do="pray", colour=box.game["order"]["asks"], keep=True, just_now=True)
        box.press_again("back", SOON)
        assert box.says.startswith(OVERTAKEN)
        assert box.last["command"]["keep"] is True


def test_the_next_player_s_turn_is_not_ended_by_a_hand_that_meant_the_one_before(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.phone(Start("la-strada", (Player("red"), Player("grey"), Player("yellow"))))
        box.told(do="end-turn", just_now=True)
        box.told(do="correct", field="resources", value={"grey": 0}, reason="test", just_now=True)
        box.press_again("advance", SOON)
        assert box.game["active"] == "grey"
        assert box.says == OVERTAKEN


def test_a_hand_that_moved_the_game_on_itself_may_go_on_at_once(box: Box) -> None:
    box.press("advance")
    box.press_again("advance", 0.45)
    assert box.game["phase"] == "wonder"


def test_what_a_phone_does_within_the_phase_holds_no_hand_up(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    box.press_again("advance", SOON)
    assert box.game["phase"] == "building"
