"""The display leads into the box's own Wi-Fi, then to its page; how long it stays open is chosen there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.language.text import text
from companion.panel.asking import CODE_STAYS
from companion.panel.desk import Desk
from companion.panel.homing import changes_at, note_wifi_code
from companion.panel.keeper import Known
from companion.panel.layout import Layout
from companion.panel.memory import JOINED_AFTER, PASSES, settle, started
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


def now(box: Box, wifi: WifiKnown) -> None:
    """The Wi-Fi is so, and the display has heard of it."""
    box.wifi, box.address = wifi, "10.42.0.1:8080" if wifi.open else None
    box.bell.ring()
    assert box.front.settle()


def test_a_box_without_a_game_shows_the_code_of_its_wifi_by_itself(box: Box) -> None:
    now(box, OPEN)
    assert box.says == "Own Wi-Fi Home is gone. Code: press Select"
    box.passes(PASSES)
    assert box.frame.qr == CODE
    assert box.says.startswith("Wi-Fi 1/2 Companion- 7F3A abcdefghjk")


def test_why_it_is_open_stands_behind_it_and_then_the_page(box: Box) -> None:
    now(box, OPEN)
    box.passes(PASSES)
    box.press("select")
    assert "Home is gone" in box.says
    box.press("select")
    assert box.frame.qr == "http://10.42.0.1:8080/J/4821"


def test_once_a_phone_has_come_the_page_stands_there_by_itself(box: Box) -> None:
    now(box, OPEN)
    box.passes(PASSES)
    now(box, replace(OPEN, came=True))
    assert box.frame.qr == "http://10.42.0.1:8080/J/4821"
    for _ in range(3):
        if box.frame.qr == CODE:
            break
        box.press("select")
    assert box.frame.qr == CODE, "the next guest finds it behind that"


def test_in_a_game_it_is_told_of_and_presses_mean_what_they_meant(box: Box) -> None:
    box.play("red", "blue")
    now(box, OPEN)
    assert box.says.startswith("Own Wi-Fi Home is gone.")
    box.press("advance")
    assert box.game["phase"] == "movement"
    for _ in range(30):
        if box.frame.qr is not None:
            break
        box.press("select")
    assert box.frame.qr == CODE


def to_code(box: Box) -> None:
    """Walk to the code of the own Wi-Fi, in a game."""
    for _ in range(30):
        if box.frame.qr == CODE:
            return
        box.press("select")
    raise AssertionError("no code")


def test_a_code_that_has_stood_for_20_seconds_says_that_select_shows_the_address(box: Box) -> None:
    now(box, OPEN)
    box.passes(PASSES)
    box.passes(JOINED_AFTER - 0.1)
    assert box.says.startswith("Wi-Fi 1/2 Companion- 7F3A")
    box.passes(0.1)
    assert box.says == "Select: IP Companion- 7F3A abcdefghjk", "for who types, it all still stands there"
    assert box.frame.qr == CODE
    box.press("select")
    assert box.says == "Code 4821 10.42.0.1: 8080"
    assert box.frame.qr == "http://10.42.0.1:8080/J/4821"


def test_the_20_seconds_begin_anew_when_the_code_is_shown_anew(box: Box) -> None:
    box.play("red", "blue")
    now(box, OPEN)
    to_code(box)
    box.passes(JOINED_AFTER)
    assert box.says.startswith("Select: IP")
    box.press("select", "back")
    assert not box.says.startswith("Select: IP")
    box.passes(JOINED_AFTER)
    assert box.says.startswith("Select: IP")


def test_the_panel_wakes_by_itself_to_say_it(box: Box) -> None:
    known = Known("4821", ("10.42.0.1:8080",), wifi=OPEN)
    desk = Desk(box.table.snapshot, {}, known, (), Layout(MESSAGES.language("en")))
    shown = note_wifi_code(started(desk, 5.0), desk, 5.0)
    assert changes_at(shown, desk) == 5.0 + JOINED_AFTER
    late = note_wifi_code(settle(shown, desk, 5.0 + JOINED_AFTER), desk, 5.0 + JOINED_AFTER)
    assert changes_at(late, desk) == math.inf, "it is said, and nothing more is due"


def test_it_is_not_said_where_select_leads_elsewhere(box: Box) -> None:
    box.play("red", "blue")
    now(box, replace(OPEN, came=True))
    to_code(box)
    box.passes(JOINED_AFTER)
    assert box.says.startswith("Wi-Fi 1/2"), "the address stood before it"
    now(box, OPEN)
    box.address = None
    box.bell.ring()
    to_code(box)
    box.passes(JOINED_AFTER)
    assert box.says.startswith("Wi-Fi 1/2"), "there is none yet"


AT_HOME = replace(OPEN, open=False, why=None, knows=True, moved=True)


def at_home(box: Box, address: str | None, wifi: WifiKnown = AT_HOME) -> None:
    """The box is in another network, with this address, and the display has heard of it."""
    box.wifi, box.address = wifi, address
    box.bell.ring()
    assert box.front.settle()


def scans(box: Box) -> str:
    """Where the code on the display leads; empty while there is none."""
    return box.frame.qr or ""


def test_a_box_that_was_sent_into_another_network_shows_its_address_there(box: Box) -> None:
    now(box, OPEN)
    box.passes(PASSES)
    now(box, replace(OPEN, open=False))
    at_home(box, None)
    assert not scans(box), "it has none yet"
    at_home(box, "192.168.77.23:8080")
    assert scans(box) == "http://192.168.77.23:8080/J/4821"
    box.passes(CODE_STAYS)
    assert not scans(box)


def test_in_a_game_the_new_address_is_shown_and_presses_mean_what_they_meant(box: Box) -> None:
    box.play("red", "blue")
    now(box, OPEN)
    box.passes(PASSES)
    at_home(box, "192.168.77.23:8080")
    assert scans(box) == "http://192.168.77.23:8080/J/4821"
    assert box.says.startswith("Code 4821 192.168. 77.23:8080"), "all of it stands beside the code"
    box.press("advance")
    assert box.game["phase"] == "movement"
    assert not scans(box)


def test_a_network_that_it_finds_by_itself_is_no_news(box: Box) -> None:
    now(box, OPEN)
    box.passes(PASSES)
    at_home(box, "192.168.77.23:8080", replace(AT_HOME, moved=False))
    assert not scans(box)


def to_the_question(box: Box) -> None:
    """Go to the page "The box", open its list, and choose the own Wi-Fi there."""
    for page in ("The box", "Leave it as it is?", "Wi-Fi of its own?"):
        for _ in range(9):
            if box.frame.title.startswith(page):
                break
            box.press("select")
        if page == "The box":
            box.hold("select")
    box.press("advance")
    assert box.says.startswith("Leave it as it is?"), "who presses on without looking changes nothing"


def test_the_list_of_the_box_offers_it_and_is_asked_once_more(box: Box) -> None:
    now(box, replace(OPEN, open=False))
    to_the_question(box)
    box.press("select")
    assert box.says.startswith("This evening?")
    assert box.asked_of_box == []
    box.press("advance")
    assert box.asked_of_box == ["Wi-Fi evening"]
    assert box.says.startswith("Own Wi-Fi It opens.")


def test_who_leaves_it_as_it_is_changes_nothing(box: Box) -> None:
    now(box, replace(OPEN, open=False))
    to_the_question(box)
    box.press("advance")
    assert box.asked_of_box == []


def test_while_it_is_open_the_list_leads_back_to_a_known_network(box: Box) -> None:
    now(box, replace(OPEN, choice="always", knows=True))
    box.passes(PASSES)
    to_the_question(box)
    box.press("select")
    box.press("select")
    assert box.says.startswith("Known network?")
    box.press("advance")
    assert box.asked_of_box == ["Wi-Fi home"]


def test_without_a_network_the_page_for_joining_says_that_the_own_wifi_comes(box: Box) -> None:
    now(box, replace(OPEN, open=False))
    box.press("advance")
    first = box.says
    box.press("select")
    assert "No network yet." in first
    assert "minute for the box’s own Wi-Fi" in box.says


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("radio-off", "Code 4821 Radio off: set the country. Or plug in a cable."),
        ("cannot-open", "Code 4821 Own Wi-Fi: cannot open. Or plug in a cable."),
    ],
)
def test_a_wifi_that_cannot_be_opened_is_not_waited_for(box: Box, fault: str, words: str) -> None:
    now(box, replace(OPEN, open=False, stuck=True, why=text(f"wifi.why.{fault}")))
    box.press("advance")
    assert box.read() == words
