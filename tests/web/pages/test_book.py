"""The book of evenings, and forgetting, on a phone: for every eye and thumb, with and without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, visit
from tests.web.pages.axe import Colours, brings_axe, walked
from tests.web.pages.reaching import fits, is_light, stands_out

PAGES = ("/book", "/care/forget")


@pytest.fixture
def played(box: Box) -> Box:
    """Three evenings of four, in which Anna was lucky with her mine and won."""
    for gold in (2, 4, 3):
        box.start()
        for mine in (3, 5):
            box.act("build-mine", number=mine, colour="red", mixture="standard", late=True)
        for turn in range(2, 5):
            box.act("correct", field="turn", value=turn, reason="on")
            for mine in (3, 5):
                box.act("record-draw", number=mine, ore="gold")
        box.act("end")
        for colour in ("red", "yellow", "green", "blue"):
            box.act("count-wealth", colour=colour, gold=gold * (colour == "red"), coins=0, stock=0)
    return box


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_book_fits_a_small_phone_and_stands_out(onlookers: Phones, played: Box, language: str) -> None:
    phone = onlookers.joined(language=language)
    for page in PAGES:
        fits(phone, page)
        stands_out(phone, page)
        is_light(played, page)
    assert walked(brings_axe(onlookers.joined(language=language)), list(PAGES), Colours()) == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_table_of_the_book_is_wider_than_a_small_phone(
    onlookers: Phones, played: Box, language: str
) -> None:
    phone = onlookers.joined(language=language, at="/book")
    wide = "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"
    assert set(phone.evaluate(wide)) == {0}


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_long_name_pushes_the_book_off_a_small_phone(onlookers: Phones, box: Box, language: str) -> None:
    names = {"red": "Wilhelminaaa", "yellow": "W" * 12, "green": "Massimiliano"}
    players = [{"colour": colour, "name": name} for colour, name in names.items()]
    box.act("start", system="roads-and-boats", players=players)
    box.act("end")
    for colour in names:
        box.act("count-wealth", colour=colour, gold=50, coins=0, stock=0)
    phone = onlookers.phone(language=language, width=320)
    visit(phone, "/book")
    wide = "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"
    assert phone.evaluate(wide) == [0]


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_the_games_lead_to_the_book_and_the_book_to_forgetting_where_staying_comes_first(
    phones: Phones, played: Box, scripts: bool
) -> None:
    phone = phones.joined(scripts=scripts, at="/games")
    phone.get_by_role("link", name="The book of evenings").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("The book of evenings")
    expect(phone.locator("#of-roads-and-boats")).to_contain_text("Luckiest drawer")
    phone.get_by_role("link", name="Forget something").click()
    phone.locator("#f-name input").fill("anna")
    phone.locator("#f-name button").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Forget anna?")
    phone.get_by_role("link", name="No, forget nothing").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Forget a name or a game")
