"""Safe mode on the display: what is wrong is said, and nothing is done that was not asked for twice."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.games.screen import Screen
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.safe_mode import SafeModeContext, SafeModeState, StartAgain, press, screen
from companion.storage.backup import BackupInfo
from tests.panel.measuring import measured

OFFER = BackupInfo(
    "companion-20261121T180311Z-212.zip",
    datetime(2026, 11, 21, 18, 3, tzinfo=UTC),
    123456,
    "roads-and-boats",
)
OLDER = BackupInfo("companion-20261121T170311Z-100.zip", datetime(2026, 11, 21, 17, 3, tzinfo=UTC), 100)
WHY = text("safe-mode.stopped", what="UnboundLocalError")
TROUBLE = SafeModeContext(WHY, (OFFER, OLDER), "K7QF2M9D", ("192.168.100.200:8080",))


def after(*buttons: str) -> tuple[SafeModeState, StartAgain | None]:
    at, chosen = SafeModeState(), None
    for button in buttons:
        assert chosen is None
        at, chosen = press(at, TROUBLE, button)
    return at, chosen


def says(*buttons: str) -> Screen:
    return screen(after(*buttons)[0], TROUBLE)


def test_the_fault_is_shown_first() -> None:
    assert says() == Screen(text("safe-mode.title"), (WHY,), text("safe-mode.hint"))


def test_select_leads_to_trying_again_then_to_each_copy_then_to_the_page_and_round_again() -> None:
    titles = [says(*["select"] * presses).title.code for presses in range(6)]
    assert titles == [
        "safe-mode.title",
        "safe-mode.again",
        *["safe-mode.put-back"] * 2,
        "safe-mode.code",
        "safe-mode.title",
    ]
    assert says("select", "select").lines == (OFFER.said,)
    assert [says(*["select"] * presses).hint for presses in (1, 2)] == [text("safe-mode.offer.hint")] * 2


def test_every_action_needs_two_confirmations() -> None:
    assert after("select", "advance", "select", "advance")[1] == StartAgain()
    assert after("select", "select", "advance", "select", "advance")[1] == StartAgain(OFFER)


@pytest.mark.parametrize(
    "presses", [("advance",), ("back",), ("select", "select", "advance"), ("select", "back")], ids=" ".join
)
def test_no_is_preselected_and_only_yes_changes_anything(presses: tuple[str, ...]) -> None:
    asked = ("select", "select", "advance")
    assert after(*asked, *presses)[1] is None
    assert not after(*asked, *presses)[0].is_asking


def test_back_leads_to_what_is_wrong() -> None:
    assert says("select", "select", "back") == says()


def test_a_colour_s_button_does_nothing() -> None:
    assert after("select", "red") == after("select")


def test_the_page_is_reached_by_the_code_on_the_display() -> None:
    shown = says("back", *["select"] * 4)
    assert shown.qr == "http://192.168.100.200:8080/R/K7QF2M9D"


def test_every_screen_fits_the_display(language: Language) -> None:
    shown = [screen(SafeModeState(page), TROUBLE) for page in range(5)]
    shown += [
        screen(SafeModeState(page, is_asking=True, yes=yes), TROUBLE)
        for page in (1, 2, 3)
        for yes in (True, False)
    ]
    shown += [screen(SafeModeState(4), SafeModeContext(WHY, (OFFER, OLDER), "K7QF2M9D"))]
    for each in shown:
        frames = measured(each, language)
        assert len(frames) == 1 or each.title.code in ("safe-mode.title", "safe-mode.code"), frames
