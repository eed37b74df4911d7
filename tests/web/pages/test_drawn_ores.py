"""The table's page shows drawn ores first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, wait_until_current
from tests.fakes.sitting import Sitting, act

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
WORDS = {
    "en": {
        "gave": "The mines gave",
        "iron": "gold: mine 7, iron: mine 3",
        "draw": "Draw 2 mines",
    },
    "it": {
        "gave": "Le miniere hanno dato",
        "iron": "oro: miniera 7, ferro: miniera 3",
        "draw": "Pesca da 2 miniere",
    },
}


def two_mines(box: Box) -> None:
    """Production of the second turn: mine 3 can only give iron, mine 7 only gold."""
    box.start()
    box.phase("building")
    for number, gold, iron in ((3, 0, 3), (7, 2, 0)):
        box.act("build-mine", number=number, colour="red", mixture="standard")
        box.act("correct", field="bag", value={"number": number, "gold": gold, "iron": iron}, reason="so")
    box.phase("production")


@SCRIPTS
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_first_card_shows_the_ores_of_each_mine_until_the_phase_ends(
    phones: Phones, box: Box, language: str, scripts: bool
) -> None:
    texts = WORDS[language]
    two_mines(box)
    phone = phones.joined("red", language=language, scripts=scripts)
    now = phone.locator("main section").first
    odds = phone.locator("#mines .chances")
    expect(odds).to_have_count(2)
    expect(odds.first).to_contain_text("100 %")
    phone.get_by_role("button", name=texts["draw"]).click()
    expect(odds).to_have_count(0)
    expect(now.locator("#drawn")).to_contain_text(f"{texts['gave']}")
    expect(now.locator("#drawn")).to_contain_text(re.compile(re.sub(r"\W+", r"\\W+", texts["iron"])))
    box.act("advance")
    wait_until_current(phone, box) if scripts else phone.reload()
    expect(now.locator("#drawn")).to_be_empty()


def test_ores_drawn_on_leaving_the_phase_are_shown_as_the_next_begins(playing: Sitting) -> None:
    phone = playing.phone()
    for command in (
        {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True},
        {"type": "correct", "field": "bag", "value": {"number": 3, "gold": 0, "iron": 2}, "reason": "so"},
        {"type": "advance", "draw_rest": True},
    ):
        assert act(phone, command).status_code == 200
    page = phone.get("/table").get_data(as_text=True)
    shown = page.partition('<li id="told-iron">')[2].partition("</li>")[0]
    assert " ".join(re.sub("<[^>]*>", "", shown).split()) == "iron: mine 3"
    assert "On to movement (3: iron)" in phone.get("/log").get_data(as_text=True)
