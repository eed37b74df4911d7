"""What the mines gave stands first on the table's page, and nobody has won before everything is counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, hears
from tests.fakes.sitting import Sitting, act

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
WORDS = {
    "en": {
        "odds": "What the bags may give",
        "gave": "The mines gave",
        "iron": "3 iron, 7 gold",
        "draw": "Draw 2 mines",
    },
    "it": {
        "odds": "Che cosa possono dare i sacchetti",
        "gave": "Le miniere hanno dato",
        "iron": "3 ferro, 7 oro",
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
def test_the_first_card_says_mine_by_mine_what_came_until_the_phase_ends(
    phones: Phones, box: Box, language: str, scripts: bool
) -> None:
    said = WORDS[language]
    two_mines(box)
    phone = phones.joined("red", language=language, scripts=scripts)
    now = phone.locator("main section").first
    expect(now).to_contain_text(said["odds"])
    expect(now.locator("#odds li")).to_have_count(2)
    expect(now.locator("#odds li").first).to_contain_text("100 %")
    phone.get_by_role("button", name=said["draw"]).click()
    expect(now.locator("#odds")).not_to_be_attached()
    expect(now.locator("#told")).to_contain_text(f"{said['gave']}")
    expect(now.locator("#told")).to_contain_text(re.compile(said["iron"].replace(", ", r"(?s:.*)")))
    box.act("advance")
    hears(phone, box) if scripts else phone.reload()
    expect(now.locator("#told")).to_be_empty()


def test_what_came_on_leaving_the_phase_is_told_as_the_next_one_begins(playing: Sitting) -> None:
    phone = playing.phone()
    for command in (
        {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True},
        {"type": "correct", "field": "bag", "value": {"number": 3, "gold": 0, "iron": 2}, "reason": "so"},
        {"type": "advance", "draw_rest": True},
    ):
        assert act(phone, command).status_code == 200
    page = phone.get("/table").get_data(as_text=True)
    told = page.partition('<li id="told-3">')[2].partition("</li>")[0]
    assert " ".join(re.sub("<[^>]*>", "", told).split()) == "Mine 3: 3 iron 100 % was its chance"
    assert '<b class="no num">' in told, "the number of a mine does not read as how much it gave"
    assert "On to movement (3: iron)" in phone.get("/log").get_data(as_text=True)
