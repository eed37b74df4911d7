"""A phone that would look after the box is let in on the panel, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.panel.asking import CODE_STAYS
from companion.panel.memory import PASSES
from tests.fakes.box import MESSAGES, Box, running


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


def asks(box: Box, *numbers: int) -> None:
    """Phones ask, and the display has heard of it."""
    box.asking = numbers
    box.bell.ring()
    assert box.front.settle()


def to_the_list(box: Box) -> None:
    """Go to the page "The box", and open its list."""
    for _ in range(30):
        if box.frame.title.startswith("The box"):
            break
        box.press("select")
    box.hold("select")
    assert box.frame.title == "Leave it as it is?"
    box.press("select")


def test_a_phone_that_asks_is_told_of_and_presses_mean_what_they_meant(box: Box) -> None:
    asks(box, 27)
    assert box.says == "Phone 27? To let it in: page “The box”. Advance: movement"
    before = box.game["phase"]
    box.press("advance")
    assert (before, box.game["phase"]) == ("production", "movement")
    assert box.asked_of_box == []


def test_that_is_said_for_some_seconds_only(box: Box) -> None:
    asks(box, 27)
    box.passes(PASSES)
    assert box.frame.title == "Turn 1: production"


def test_the_list_of_the_box_has_it_and_two_presses_let_it_in(box: Box) -> None:
    asks(box, 27)
    to_the_list(box)
    assert box.says == "Phone 27? May it look after the box? Advance:yes Select:→ 2/4"
    box.press("advance")
    assert box.says == "Let 27 in? Only if that phone shows 27, too. Advance:yes Select:→ 1/2"
    assert box.asked_of_box == []
    box.press("advance")
    assert box.asked_of_box == ["let in 27"]
    assert box.says == "Phone 27 It looks after the box now."


def test_the_second_choice_sends_it_away(box: Box) -> None:
    asks(box, 27)
    to_the_list(box)
    for button in ("advance", "select", "advance"):
        box.press(button)
    assert box.asked_of_box == ["send away 27"]


def test_one_that_asks_no_longer_is_not_let_in(box: Box) -> None:
    asks(box, 27)
    to_the_list(box)
    box.press("advance")
    asks(box)
    assert "This phone asks no longer" in box.says
    box.press("advance")
    assert box.asked_of_box == []


def test_several_stand_one_after_the_other_and_the_page_names_each(box: Box) -> None:
    asks(box, 27, 83)
    box.passes(PASSES)
    to_the_list(box)
    box.press("select")
    assert box.says.startswith("Phone 83?")
    for _ in range(2):
        box.press("advance")
    assert box.asked_of_box == ["let in 83"]


def test_on_a_box_without_buttons_the_display_shows_the_number_to_type(box: Box) -> None:
    box.shown = ("48213",)
    box.bell.ring()
    assert box.front.settle()
    assert box.frame.title == "Type 48213"
    assert box.frame.large
    box.passes(CODE_STAYS)
    assert box.frame.title == "Turn 1: production"


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_all_that_is_to_be_done_with_that_number_stands_beside_it(tmp_path: Path, language: str) -> None:
    """Without buttons nobody could turn to more of it."""
    with running(tmp_path, language) as box:
        box.shown = ("99999",)
        box.bell.ring()
        assert box.front.settle()
        assert " ".join(box.frame.lines) == MESSAGES.language(language).phrase("panel.asks.type.where")
