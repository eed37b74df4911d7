"""The display changes by itself, and says for a while what others did."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.picture import Cells
from companion.language.text import text
from companion.panel.box_status import BoxStatus
from companion.panel.context import PanelContext
from companion.panel.layout import Layout
from companion.panel.state import JOINED_AFTER, initial_state, refresh
from companion.panel.timeouts import next_change, track_wifi_code
from companion.panel.wifi import WifiStatus
from tests.fakes.box import MESSAGES, Box, running
from tests.games.roads_and_boats.box_helpers import build, to

CODE = "WIFI:T:WPA;S:Companion-7F3A;P:abcdefghjk;;"
WIFI = WifiStatus(
    "home", "Companion-7F3A", "abcdefghjk", CODE, open=True, why=text("wifi.why.lost", network="Home")
)


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


def test_the_panel_wakes_by_itself_to_show_the_address_of_its_own_wifi(tmp_path: Path) -> None:
    known = BoxStatus("4821", ("10.42.0.1:8080",), wifi=WIFI)
    with running(tmp_path) as box:
        desk = PanelContext(box.table.snapshot, {}, known, (), Layout(MESSAGES.language("en")))
    shown = track_wifi_code(initial_state(desk, 5.0), desk, 5.0)
    assert next_change(shown, desk) == 5.0 + JOINED_AFTER
    late = track_wifi_code(refresh(shown, desk, 5.0 + JOINED_AFTER), desk, 5.0 + JOINED_AFTER)
    assert next_change(late, desk) == math.inf, "it is said, and nothing more is due"
