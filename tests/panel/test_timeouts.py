"""The display comes home by itself, and says for a while what others did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.picture import Cells
from tests.fakes.box import Box, running
from tests.games.roads_and_boats.box_helpers import build, to


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


def test_of_several_mines_drawn_only_these_show_their_ore(box: Box) -> None:
    build(box, 3, 7, 11)
    box.post(do="draw", number=7)
    box.post(do="draw-all", just_now=True)
    assert box.frame.title == "2 mines drawn"
    assert box.frame.picture is not None
    (cells,) = box.frame.picture.bands[-1].left
    assert isinstance(cells, Cells)
    assert [cell.number for cell in cells.cells if cell.sign] == [3, 11]


def test_what_the_mines_gave_stands_behind_select_until_the_turn_ends(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance", "advance")
    assert box.frame.title == "2 mines drawn"
    box.press("red", "red")
    assert box.frame.title == "Turn 1: movement"
    for phase in ("movement", "building", "wonder"):
        to(box, phase)
        while box.frame.title.startswith("Turn 1"):
            box.press("select")
        assert box.frame.title.startswith("Mines")
        assert box.frame.picture is not None
        (cells,) = box.frame.picture.bands[-1].left
        assert isinstance(cells, Cells)
        assert [cell.number for cell in cells.cells if cell.sign] == [3, 7]
        box.press("advance")
