"""The table's page is short: what is seldom needed stands on a page of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, visit
from tests.fakes.sitting import Sitting
from tests.web.pages.la_strada import evening, two
from tests.web.pages.test_now_bar import BOATS, PHASES, boats

MOST = 3.5
"""Screens of a usual phone."""
BROKEN = """() => {
    document.documentElement.style.fontSize = '200%';
    const found = [];
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const { 0: word, index } of text.data.matchAll(/\\p{L}+/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map((each) => each.top));
            if (text.parentElement.checkVisibility() && lines.size > 1) found.push(word);
        }
    }
    return found;
}"""
"""Words of the page that do not stand in one line when its letters are twice as large."""


def screens(phone: Page) -> float:
    """How many of them the table's page is high."""
    visit(phone, "/table")
    high: float = phone.evaluate("document.documentElement.scrollHeight / innerHeight")
    return high


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("players", "subjects"), [(4, ("rowboat", "truck")), (6, ())])
def test_in_every_phase_of_roads_and_boats_the_table_is_a_few_screens_high(
    onlookers: Phones, box: Box, players: int, subjects: tuple[str, ...], language: str
) -> None:
    boats(box, players, mines=18)
    phone = onlookers.joined("red", language=language)
    found = {"draw": screens(phone)}
    box.act("draw-all")
    found["drawn"] = screens(phone)
    for colour in BOATS[:players]:
        for subject in subjects:
            box.act("research", colour=colour, subject=subject)
    for phase in PHASES[1:]:
        box.phase(phase)
        found[phase] = screens(phone)
    box.phase("building")
    box.act("call-for-order", colour="red")
    found["praying"] = screens(phone)
    assert {name: high for name, high in found.items() if high > MOST} == {}


def test_upgrades_opened_by_research_are_on_that_players_phone(onlookers: Phones, box: Box) -> None:
    box.start()
    box.act("research", colour="red", subject="truck")
    own = onlookers.joined("red", at="/table").get_by_role("link", name="Upgrading a factory")
    expect(own).to_have_count(1)
    anothers = onlookers.joined("green", at="/table")
    expect(anothers.locator("#players")).to_contain_text("truck factory")
    expect(anothers.get_by_role("link", name="Upgrading a factory")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("begin", [two, evening])
def test_the_table_of_la_strada_is_a_few_screens_high(
    onlookers: Phones, box: Box, begin: Callable[[Box], None], language: str
) -> None:
    begin(box)
    assert screens(onlookers.joined("red", language=language)) <= MOST


@pytest.mark.parametrize("by_hand", [False, True])
def test_eighteen_mines_that_are_to_be_drawn_fit_one_screen(
    onlookers: Phones, box: Box, by_hand: bool
) -> None:
    box.start(amb_23=by_hand)
    for number in range(1, 19):
        box.act("build-mine", number=number, colour="red", mixture="standard", late=True)
    phone = onlookers.joined("red", at="/table")
    high = phone.locator("#mines").evaluate("each => each.offsetHeight / innerHeight")
    assert high <= 1


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("begin", [evening, Box.start])
def test_letters_twice_as_large_break_no_word_of_the_table(
    onlookers: Phones, box: Box, begin: Callable[[Box], None], language: str
) -> None:
    begin(box)
    assert onlookers.joined("red", language=language, at="/table").evaluate(BROKEN) == []


def test_a_tablet_shows_the_table_in_two_columns(onlookers: Phones, box: Box) -> None:
    boats(box, players=4, mines=6)
    phone = onlookers.joined("red", width=820, at="/table")
    left = {phone.locator(each).evaluate("each => each.offsetLeft") for each in ("#mines", "#players")}
    assert len(left) == 2


def test_what_is_seldom_needed_of_a_game_is_a_link_away_without_a_script(phones: Phones, box: Box) -> None:
    box.start(amb_04=True)
    phone = phones.joined("red", scripts=False, at="/table")
    phone.get_by_role("link", name="House rules, fingerprints and more").click()
    expect(phone.locator("#about")).to_contain_text("House rules")
    expect(phone.locator("#house")).to_be_visible()
    expect(phone.locator("#fair")).to_contain_text(box.table()["game"]["head"])


def test_without_a_game_that_page_leads_to_the_games(sitting: Sitting) -> None:
    assert sitting.stranger().get("/about").headers["Location"] == "/games"
