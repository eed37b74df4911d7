"""What the printed sheet says of the buttons in La Strada is what they do."""

from __future__ import annotations

import pytest

from tests.fakes.box import Box, page
from tests.fakes.sheet import Shown, lines
from tests.games.la_strada.boxed import choose, offered, set_right
from tests.tree import ROOT


def connects(box: Box) -> None:
    box.hold("select")
    choose(box, "Connect a colony?")
    assert box.says.startswith("Plain tiles: 1? Costs 2 so far")
    choose(box, "Plain tiles: 3?", "Town?", "Town 6?")
    assert box.last["command"]["type"] == "connect"


def ends_the_turn(box: Box) -> None:
    set_right(box, "resources", {"grey": 2})
    box.press("advance")
    assert box.game["active"] == "yellow"


def asks_before_it_loses(box: Box) -> None:
    set_right(box, "resources", {"grey": 7})
    box.press("advance")
    assert box.asks
    assert box.game["active"] == "grey"
    box.press("advance")
    assert box.game["active"] == "yellow"


def builds_ahead(box: Box) -> None:
    box.hold("yellow")
    assert box.asks
    assert box.game["active"] == "grey"
    box.press("advance")
    choose(box, "Plain tiles: 1?", "Forest tiles: 0?", "Hill tiles: 0?", "Town?", "Town 6?")
    assert (box.game["active"], box.last["command"]["colour"]) == ("yellow", "yellow")


def shows_supplies(box: Box) -> None:
    box.press("red")
    said = box.read()
    for each in ("gold", "Plain", "forest", "Hill", "merchants"):
        assert each in said


def says_in_words(box: Box) -> None:
    page(box, "Supplies")
    box.hold("select")
    assert "Plain 18, forest 8" in box.read()


def tells_the_rounds_left(box: Box) -> None:
    connects(box)
    box.passes(20)
    page(box, "Gold (resources)")
    box.hold("select")
    assert box.frame.title.startswith("About ")
    assert "rounds left" in box.frame.title


def lists(box: Box) -> None:
    box.hold("select")
    assert offered(box)[1:] == ["Cannot connect?", "Leave or join?", "End the game now?"]


SHOWN: Shown = {
    "does.connect": connects,
    "does.end-turn": ends_the_turn,
    "does.lose": asks_before_it_loses,
    "does.ahead": builds_ahead,
    "does.supplies": shows_supplies,
    "does.words": says_in_words,
    "does.rounds": tells_the_rounds_left,
    "does.list": lists,
}


@pytest.mark.parametrize("line", SHOWN)
def test_a_button_does_what_the_sheet_says(line: str, box: Box) -> None:
    SHOWN[line](box)


def test_every_line_of_the_sheet_is_shown_by_a_press() -> None:
    assert lines(ROOT / "companion/games/la_strada/catalogues/en/sheet.po") == set(SHOWN)
