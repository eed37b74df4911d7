"""In a browser: what a start found wrong is read, reached by keys alone, and gone once it was seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, visit
from tests.fakes.damaged import OFFERED, leave
from tests.web.pages.layout import fits


@pytest.fixture(autouse=True)
def _left(tmp_path: Path) -> None:
    leave(tmp_path / "data", OFFERED)


def test_the_notice_fits_a_small_phone_and_goes_by_the_keyboard_alone(phones: Phones, box: Box) -> None:
    box.start()
    phone, other = phones.joined(language="it"), phones.joined("blue", name="Dieter")
    fits(phone, "/table")
    visit(other, "/log")
    expect(other.locator("#damage")).to_contain_text("3 entries are missing after entry 198.")
    visit(phone, "/table")
    button = phone.get_by_role("button", name="Visto: si continua senza la copia")
    for _ in range(40):
        if button.evaluate("(each) => each === document.activeElement"):
            break
        phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.locator("#damage")).not_to_be_attached()
    expect(other.locator("#damage")).not_to_be_attached()
    assert box.table()["set_aside"] is None
