"""What the printed sheet says of the buttons in Roads & Boats is what they do."""

from __future__ import annotations

import pytest

from tests.fakes.box import Box, tag_of
from tests.fakes.sheet import Shown, lines
from tests.games.roads_and_boats.boxed import build, to
from tests.tree import ROOT


def mine(box: Box, number: int = 3) -> None:
    build(box, number)
    box.pair(number)


def draws(box: Box) -> None:
    mine(box)
    box.tap(tag_of(3))
    assert box.last["command"]["type"] == "draw"


def looks(box: Box) -> None:
    mine(box)
    to(box, "movement")
    before = box.table.snapshot.version
    box.tap(tag_of(3))
    assert box.frame.title.startswith("Mine 3")
    assert box.table.snapshot.version == before


def new_bag(box: Box) -> None:
    build(box, 3)
    box.tap("FFFFFFFF")
    while box.frame.title != "Bag 5?":
        box.press("select")
    box.press("advance")
    assert box.table.snapshot.tags["FFFFFFFF"] == 5


def draws_the_rest(box: Box) -> None:
    mine(box)
    box.press("advance")
    assert box.asks
    assert box.game["phase"] == "production"
    box.press("advance")
    assert box.game["phase"] == "movement"
    assert all(each["drawn"] for each in box.game["mines"])


def calls(box: Box) -> None:
    box.hold("blue")
    assert box.last["command"] == {"type": "call-for-order", "colour": "blue"}


def prays(box: Box) -> None:
    calls(box)
    box.press("advance")
    assert box.last["command"] == {"type": "pray", "colour": "red", "keep": True}
    box.press("blue")
    assert box.last["command"] == {"type": "pray", "colour": "blue", "keep": True}


def cashes_in(box: Box) -> None:
    calls(box)
    box.press("back")
    assert box.last["command"] == {"type": "pray", "colour": "red", "keep": False}


def places(box: Box) -> None:
    calls(box)
    box.press("advance", "back")
    assert box.frame.title == "Blue: position 1?"
    box.press("select", "advance")
    assert box.last["command"] == {"type": "take-position", "colour": "blue", "position": 2}


def passes(box: Box) -> None:
    calls(box)
    box.press("advance", "back", "advance", "advance")
    assert box.game["acting"] == "blue"
    box.press("advance")
    assert box.game["acting"] == "yellow"


def readies(box: Box) -> None:
    for phase in ("movement", "building"):
        to(box, phase)
        for ready in (True, False):
            box.press("blue")
            assert box.last["command"] == {"type": "ready", "colour": "blue", "ready": ready}


def buys(box: Box) -> None:
    to(box, "wonder")
    box.press("blue")
    assert box.game["wonder"]["bricks"] == ["blue"]
    to(box, "production")
    to(box, "wonder")
    box.hold("yellow")
    box.press("back", "advance", "advance")
    while box.frame.title.endswith("?"):
        box.press("advance")
    acting = box.game["acting"]
    other = "blue" if acting != "blue" else "red"
    before = box.table.snapshot.version
    box.press(other)
    assert box.asks
    assert box.table.snapshot.version == before
    box.press("advance")
    assert box.last["command"]["colour"] == other


def lays_the_neutral_brick(box: Box) -> None:
    to(box, "wonder")
    before = box.game["wonder"]
    box.press("advance")
    assert (box.game["turn"], box.game["phase"]) == (2, "production")
    assert len(box.game["wonder"]["bricks"]) == len(before["bricks"]) + 1


def lists(box: Box) -> None:
    to(box, "wonder")
    box.hold("select")
    titles = [box.frame.title]
    box.press("select")
    while box.frame.title != titles[0]:
        titles.append(box.frame.title)
        box.press("select")
    assert titles == ["Call for order?", "Buy a brick?", "Leave or join?", "End the game now?"]
    box.press("back")
    to(box, "movement")
    box.hold("select")
    while box.frame.title != "Who is ready?":
        box.press("select")


SHOWN: Shown = {
    "does.draw": draws,
    "does.draw-rest": draws_the_rest,
    "does.new-bag": new_bag,
    "does.look-bag": looks,
    "does.call": calls,
    "does.pray": prays,
    "does.cash": cashes_in,
    "does.place": places,
    "does.pass": passes,
    "does.ready": readies,
    "does.brick": buys,
    "does.turn": lays_the_neutral_brick,
    "does.list": lists,
}


@pytest.mark.parametrize("line", SHOWN)
def test_a_button_does_what_the_sheet_says(line: str, box: Box) -> None:
    SHOWN[line](box)


def test_every_line_of_the_sheet_is_shown_by_a_press() -> None:
    assert lines(ROOT / "companion/games/roads_and_boats/catalogues/en/sheet.po") == set(SHOWN)
