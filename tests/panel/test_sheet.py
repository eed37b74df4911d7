"""What the printed sheet says of the buttons is what they do, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Player
from companion.panel.asking import CODE_STAYS, STAYS
from companion.panel.presses import HAND
from companion.table.commands import Start
from tests.fakes.box import Box, page, running
from tests.fakes.sheet import Shown, lines
from tests.tree import ROOT

HOME = "Turn 1: production"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


def goes_on(box: Box) -> None:
    assert box.frame.hint == "Advance: movement"
    box.press("advance")
    assert box.game["phase"] == "movement"


def home(box: Box) -> None:
    before = box.table.snapshot.version
    page(box, "Wonder")
    box.press("advance")
    assert (box.frame.title, box.table.snapshot.version) == (HOME, before)


def walks(box: Box) -> None:
    way = [box.frame]
    while box.frame.title == way[0].title:
        box.press("select")
        assert box.frame != way[-1]
        way.append(box.frame)
    assert len(way) > 2, "more of the page comes before the next one"
    while len(way) > 1:
        assert box.frame == way.pop()
        box.press("back")
    assert box.frame == way[0]


def more(box: Box) -> None:
    box.hold("select")
    assert box.asks


def undo(box: Box) -> None:
    box.press("advance")
    box.hold("back")
    assert box.frame.title == "Undo?"
    box.press("advance")
    assert box.game["phase"] == "production"


def yes(box: Box) -> None:
    box.press("blue")
    assert box.asks
    box.press("advance")
    assert box.last["command"] == {"type": "pray", "colour": "red", "keep": True}


def other(box: Box) -> None:
    box.hold("select")
    first = box.frame.title
    box.press("select")
    assert box.asks
    assert box.frame.title != first


def no(box: Box) -> None:
    before = box.table.snapshot.version
    box.hold("select")
    box.press("back")
    assert not box.asks
    assert box.table.snapshot.version == before


def join(box: Box) -> None:
    for _ in range(20):
        if box.frame.qr is not None:
            break
        box.press("select")
    assert box.frame.qr is not None
    assert box.code in box.frame.qr


def typed(box: Box) -> None:
    join(box)
    assert box.code in box.frame.title
    assert box.address is not None
    assert box.address.partition(":")[0] in "".join(box.frame.lines)


def any_phone(box: Box) -> None:
    for colour in ("red", "blue"):
        box.told(do="change-fleet", colour=colour, transporter="truck", by=1)
        assert box.last["command"]["colour"] == colour


def comes_home(box: Box) -> None:
    page(box, "Wonder")
    box.press("select", "back")
    box.passes(STAYS)
    assert box.frame.title == HOME
    join(box)
    box.passes(CODE_STAYS - 1)
    assert box.frame.qr is not None
    box.passes(1)
    assert box.frame.title == HOME
    assert (STAYS, CODE_STAYS) == (20, 120)


def once(box: Box) -> None:
    box.press("advance")
    box.press_again("advance", HAND / 2)
    assert box.game["phase"] == "movement"


def off(box: Box) -> None:
    page(box, "The box")
    box.hold("select")
    while box.frame.title != "Shut down?":
        box.press("select")
    box.press("advance", "select", "advance")
    assert box.asked_of_box == ["shut-down"]


SHOWN: Shown = {
    "does.go-on": goes_on,
    "does.home": home,
    "does.next": walks,
    "does.before": walks,
    "does.more": more,
    "does.undo": undo,
    "does.yes": yes,
    "does.other": other,
    "does.no": no,
    "does.join": join,
    "does.type": typed,
    "does.any": any_phone,
    "does.come-home": comes_home,
    "does.once": once,
    "does.off": off,
}


@pytest.mark.parametrize("line", SHOWN)
def test_a_button_does_what_the_sheet_says(line: str, box: Box) -> None:
    SHOWN[line](box)


def test_every_line_of_the_sheet_is_shown_by_a_press() -> None:
    assert lines(ROOT / "companion/language/catalogues/en/sheet_pages.po") == set(SHOWN)


def test_the_common_side_holds_in_la_strada_too(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.phone(Start("la-strada", (Player("grey"), Player("red"), Player("yellow"))))
        for shown in (walks, more, other, no, join, typed, off):
            shown(box)
            box.passes(CODE_STAYS)
            if shown is not off:
                assert box.frame.hint == "Advance: then Red●"
