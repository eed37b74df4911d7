"""What a phone asks of the box is done once somebody has said so on the panel, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.text import text
from companion.panel.confirming import Wanted
from tests.fakes.box import Box, running

UPDATE = Wanted(7, "update", text("panel.wanted.version", version="2.0"))
GAMES = Wanted(8, "games", text("panel.wanted.saved", at="2026-11-22 18:05"))


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


def wants(box: Box, wanted: Wanted | None) -> None:
    """A phone wants this, and the display has heard of it."""
    box.wanted = wanted
    box.bell.ring()
    assert box.front.settle()


def to_the_list(box: Box) -> None:
    """Go to the page "The box", and open its list."""
    for _ in range(30):
        if box.frame.title.startswith("The box"):
            break
        box.press("select")
    box.hold("select")
    box.press("select")


def test_the_display_tells_of_it_and_presses_mean_what_they_meant(box: Box) -> None:
    wants(box, UPDATE)
    assert box.says == "New version? To answer: page “The box”. Advance: movement"
    box.press("advance")
    assert box.game["phase"] == "movement"
    assert box.asked_of_box == []


def test_the_list_offers_it_after_nothing_and_two_presses_do_it(box: Box) -> None:
    wants(box, UPDATE)
    to_the_list(box)
    assert box.says.startswith("New version? A phone wants 2.0.")
    box.press("advance")
    assert box.says.startswith("Really? The box starts anew.")
    assert box.asked_of_box == []
    box.press("advance")
    assert box.asked_of_box == ["do 7"]
    assert box.says == "Updating Do not unplug the box."


def test_the_second_choice_leaves_all_as_it_is(box: Box) -> None:
    wants(box, UPDATE)
    to_the_list(box)
    for button in ("advance", "select", "advance"):
        box.press(button)
    assert box.asked_of_box == ["leave 7"]


def test_what_is_wanted_no_longer_is_not_done(box: Box) -> None:
    wants(box, UPDATE)
    to_the_list(box)
    box.press("advance")
    wants(box, None)
    box.press("advance")
    assert box.asked_of_box == []


def test_something_else_wanted_meanwhile_is_not_confirmed_with_it(box: Box) -> None:
    wants(box, UPDATE)
    to_the_list(box)
    box.press("advance")
    wants(box, GAMES)
    box.press("advance")
    assert box.asked_of_box == []


def test_other_games_end_this_start_and_the_display_keeps_its_words(box: Box) -> None:
    wants(box, GAMES)
    to_the_list(box)
    for _ in range(2):
        box.press("advance")
    assert box.asked_of_box == ["do 8"]
    assert box.says.startswith("Putting it back")
    box.press("advance")
    assert box.game["phase"] == "production"
