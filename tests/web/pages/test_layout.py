"""The layout of pages: both languages, the keyboard alone, small phones, a name for every control."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, live, visit, wait_until_current
from tests.web.pages.layout import OVERLAPPING, PAGES, WIDTHS, fits, is_light, looking_back


def apart(phone: Page, parts: str) -> None:
    """None of these parts of the table covers another, on any small phone."""
    visit(phone, "/table")
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 740})
        assert phone.evaluate(OVERLAPPING, parts) == [], width


@pytest.fixture
def full(box: Box) -> Box:
    """Four players in the middle of a game: mines, research, fleets, bricks, tags."""
    box.start(amb_04=True)
    for tag, number in (("0F0184F07B", 3), ("0F0184F07C", 7)):
        box.act("pair-tag", tag=tag, number=number)
    for subject in ("truck", "new-shaft", "specialised-mine", "big-mine"):
        box.act("research", colour="blue", subject=subject)
    box.act("change-fleet", colour="yellow", transporter="steamer", by=1)
    box.phase("building")
    for number in range(1, 13):
        box.act("build-mine", number=number, colour="blue", mixture="big" if number % 2 else "gold")
    box.act("advance")
    for colour, count in (("red", 12), ("green", 14), ("blue", 11), ("yellow", 4)):
        box.act("buy-brick", colour=colour, count=count)
    box.act("advance")
    return box


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_fits_a_small_phone_and_every_control_has_a_name_and_room_for_a_thumb(
    onlookers: Phones, full: Box, language: str
) -> None:
    phone = onlookers.joined(language=language)
    for page in (*PAGES, looking_back(full, 20)):
        fits(phone, page)


def test_every_page_of_a_full_game_is_light(full: Box) -> None:
    for page in (*PAGES, looking_back(full, full.table()["version"])):
        is_light(full, page)


def test_a_page_asks_for_nothing_outside_the_box(phones: Phones, full: Box) -> None:
    phone = phones.phone()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    visit(phone, "/table")
    assert asked
    assert all(url.startswith(full.url) for url in asked)


def test_pages_are_in_the_browsers_language_and_a_link_changes_it(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.phone(language="it-IT")
    visit(phone, "/table")
    expect(phone.locator("html")).to_have_attribute("lang", "it")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Produzione")
    phone.get_by_role("link", name="English").click()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Production")
    phone.reload()
    expect(phone.locator("html")).to_have_attribute("lang", "en")


def test_a_turn_is_played_with_the_keyboard_alone(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()

    def press(name: str) -> None:
        wanted = phone.locator(name)
        expect(wanted).to_be_visible()
        for _ in range(60):
            phone.keyboard.press("Tab")
            if wanted.evaluate("each => each === document.activeElement"):
                break
        shown = wanted.evaluate("each => getComputedStyle(each).outlineStyle")
        assert shown != "none", "the focus is seen"
        phone.keyboard.press("Enter")

    for heading in ("Production", "Movement", "Building"):
        expect(phone.get_by_role("heading", level=1)).to_have_text(heading)
        wait_until_current(phone, box)
        press("#f-advance button")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Wonder")
    wait_until_current(phone, box)
    press("#ask-for-brick > summary")
    press("#f-brick-green button")
    expect(phone.get_by_role("button", name=re.compile("Undo “Green bought a brick"))).to_be_visible()
    wait_until_current(phone, box)
    press("#f-undo button")
    expect(phone.get_by_role("button", name=re.compile("Redo “Green bought a brick"))).to_be_visible()


def test_the_page_is_live_for_onlookers(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.phone()
    visit(phone, "/table")
    box.act("advance")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Movement")
    live(phone)


def test_six_players_with_the_longest_names_overlap_nowhere(onlookers: Phones, box: Box) -> None:
    colours = ("red", "yellow", "green", "blue", "purple", "black")
    players = [{"colour": colour, "name": "W" * 12} for colour in colours]
    box.act("start", system="roads-and-boats", players=players, options={"more_players": True})
    phone = onlookers.joined()
    box.phase("wonder")
    apart(phone, ".each button > *")
    box.act("end")
    apart(phone, ".ranks li > *")
