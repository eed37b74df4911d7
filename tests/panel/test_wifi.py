"""The display leads into the box's own Wi-Fi, then to its page; how long it stays open is chosen there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.text import text
from companion.panel.desk import Desk
from companion.panel.homing import changes_at, note_wifi_code
from companion.panel.keeper import Known
from companion.panel.layout import Layout
from companion.panel.memory import JOINED_AFTER, settle, started
from companion.panel.wifi import WifiKnown
from tests.fakes.box import MESSAGES, Box, running

CODE = "WIFI:T:WPA;S:Companion-7F3A;P:abcdefghjk;;"
OPEN = WifiKnown(
    "home", "Companion-7F3A", "abcdefghjk", CODE, open=True, why=text("wifi.why.lost", network="Home")
)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        yield box


def test_the_panel_wakes_by_itself_to_say_it(box: Box) -> None:
    known = Known("4821", ("10.42.0.1:8080",), wifi=OPEN)
    desk = Desk(box.table.snapshot, {}, known, (), Layout(MESSAGES.language("en")))
    shown = note_wifi_code(started(desk, 5.0), desk, 5.0)
    assert changes_at(shown, desk) == 5.0 + JOINED_AFTER
    late = note_wifi_code(settle(shown, desk, 5.0 + JOINED_AFTER), desk, 5.0 + JOINED_AFTER)
    assert changes_at(late, desk) == math.inf, "it is said, and nothing more is due"
