"""Several things that others did between two looks of the display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Command
from companion.panel.announcements import announce
from companion.panel.box_status import BoxStatus
from companion.panel.context import PanelContext
from companion.panel.layout import Layout, brief
from companion.panel.state import PanelState, current_screen, refresh
from companion.table.commands import Redo, Undo
from tests.fakes.box import MESSAGES, Box, running
from tests.games.roads_and_boats.box_helpers import build

LANGUAGE = MESSAGES.language("en", "roads-and-boats")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


def says(box: Box, *done: Command | dict[str, Any]) -> str:
    """What the display says when it looks again once all this was done by phone."""
    before = PanelContext(box.table.snapshot, {}, BoxStatus("4821"), (), Layout(LANGUAGE))
    for each in done:
        command = each if isinstance(each, Command) else box.table.read(each)
        box.table.perform(command, source="phone", by="blue")
    after = PanelContext(box.table.snapshot, {}, BoxStatus("4821"), (), Layout(LANGUAGE))
    said = current_screen(announce(refresh(PanelState(), before, 0.0), before, after, 1.0), after)
    return " ".join(brief(each, LANGUAGE) for each in (said.title, *said.lines))


def trucks(by: int, colour: str = "red") -> dict[str, Any]:
    return {"type": "change-fleet", "colour": colour, "transporter": "truck", "by": by}


def test_of_several_entries_the_number_and_the_last_are_announced(box: Box) -> None:
    assert says(box, trucks(1)) == "Noted R● red: truck +1"
    assert says(box, trucks(1), trucks(1), trucks(2, "blue")) == "3 entries, last: B■ blue: truck +2"


def test_several_undone_entries_are_announced_together_and_never_as_the_entry_before_them(box: Box) -> None:
    says(box, trucks(1), trucks(2), trucks(3))
    assert says(box, Undo(), Undo()) == "Undone 2 steps"
    assert says(box, Redo()) == "Redone R● red: truck +2"
    assert says(box, Redo(), Undo(), Undo()) == "Undone R● red: truck +2"


def test_entries_that_cancel_out_are_not_announced(box: Box) -> None:
    home = says(box)
    assert says(box, trucks(1), Undo()) == home
    assert says(box, trucks(1), trucks(2), trucks(3), Undo(), Undo(), Undo()) == home


def test_a_replacing_entry_is_announced_with_the_number_of_entries(box: Box) -> None:
    says(box, trucks(1))
    assert says(box, Undo(), trucks(3)) == "2 entries, last: R● red: truck +3"


def test_a_draw_is_announced_before_all_else(box: Box) -> None:
    build(box, 3)
    said = says(box, trucks(1), {"type": "draw", "number": 3}, trucks(1))
    assert said.startswith(("GOLD Left: ", "IRON Left: "))


def test_a_correction_is_announced_by_what_it_changed_and_not_by_its_player(box: Box) -> None:
    build(box, 3)
    counted = {"type": "correct", "field": "bag", "value": {"number": 3, "gold": 1, "iron": 1}}
    assert says(box, counted | {"reason": "test"}) == "Noted bag 3: 1 gold, 1 iron (was 3, 3): test"


def test_an_advance_leaves_only_the_player_in_turn(box: Box) -> None:
    assert says(box, trucks(1), {"type": "advance"}).startswith("Turn 1: movement")
