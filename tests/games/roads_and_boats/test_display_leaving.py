"""Somebody leaves or joins by three buttons alone."""

from __future__ import annotations

from tests.fakes.box import Box
from tests.games.la_strada.boxed import choose, offered


def test_leaving_asks_who_what_becomes_of_the_fleet_and_the_mark(box: Box) -> None:
    box.hold("select")
    choose(box, "Leave or join?")
    assert offered(box) == ["Red leaves?", "Blue leaves?", "Yellow leaves?", "Green joins?"]
    choose(box, "Blue leaves?")
    assert offered(box) == ["Fleet stays?", "Fleet taken off?"]
    choose(box, "Fleet taken off?")
    assert offered(box) == ["End mark stays?", "End mark moves?"]
    choose(box, "End mark moves?")
    assert (box.game["left"], box.game["wonder"]["ends_at"]) == (["blue"], 62)
    assert box.game["fleets"]["blue"] == {}


def test_joining_asks_the_mark_alone_and_says_who_comes_back(box: Box) -> None:
    box.told(do="leave", colour="blue")
    box.hold("select")
    choose(box, "Leave or join?")
    assert offered(box) == ["Red leaves?", "Yellow leaves?", "Blue joins?", "Green joins?"]
    choose(box, "Blue joins?")
    assert box.game["left"] == [], "the mark of three stands already"
    assert box.says == "Noted Blue joined the game"
    box.press("back")
    box.hold("select")
    choose(box, "Leave or join?", "Green joins?", "End mark moves?")
    assert box.game["wonder"]["ends_at"] == 69
    assert box.game["sequence"][-1] == "green"


def test_the_button_of_who_has_left_does_nothing_and_says_why(box: Box) -> None:
    box.told(do="leave", colour="blue")
    box.press("blue")
    assert "has left the game." in box.says
    assert box.game["order"] is None


def test_alone_on_the_panel_nobody_leaves_or_joins(bare: Box) -> None:
    bare.play("red")
    bare.hold("select")
    assert offered(bare) == ["Go on playing?", "End the game now?"]
