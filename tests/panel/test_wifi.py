"""The display leads into the box's own Wi-Fi, then to its page; how long it stays open is chosen there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.text import text
from companion.panel.box_status import BoxStatus
from companion.panel.context import PanelContext
from companion.panel.layout import Layout
from companion.panel.state import JOINED_AFTER, initial_state, refresh
from companion.panel.timeouts import next_change, track_wifi_code
from companion.panel.wifi import WifiStatus
from tests.fakes.box import MESSAGES, Box, running

CODE = "WIFI:T:WPA;S:Companion-7F3A;P:abcdefghjk;;"
OPEN = WifiStatus(
    "home", "Companion-7F3A", "abcdefghjk", CODE, open=True, why=text("wifi.why.lost", network="Home")
)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        yield box


def test_the_panel_wakes_by_itself_to_show_it(box: Box) -> None:
    known = BoxStatus("4821", ("10.42.0.1:8080",), wifi=OPEN)
    desk = PanelContext(box.table.snapshot, {}, known, (), Layout(MESSAGES.language("en")))
    shown = track_wifi_code(initial_state(desk, 5.0), desk, 5.0)
    assert next_change(shown, desk) == 5.0 + JOINED_AFTER
    late = track_wifi_code(refresh(shown, desk, 5.0 + JOINED_AFTER), desk, 5.0 + JOINED_AFTER)
    assert next_change(late, desk) == math.inf, "it is said, and nothing more is due"
