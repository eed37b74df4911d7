"""La Strada for everybody: small phones, Italian, light and dark, a name for every control."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, changed, hears, visit
from tests.web.pages.reaching import OVERLAPPING, fits, is_light, stands_out
from tests.web.pages.strada import HEADING, evening, lay, link, two

PAGES = [
    "/setup",
    "/table",
    "/act",
    "/act?colony=16&plains=2&hills=1",
    "/act/correct",
    "/act/correct?colony=5",
    "/log",
    "/report",
    "/games",
]


def apart(phone: Page, page: str) -> None:
    """The page fits, and none of its drawings covers another."""
    fits(phone, page)
    assert phone.evaluate(OVERLAPPING, ".ls-head > *, .ls-tiles > div > *, .ls-people .row > *") == [], page


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_fits_a_small_phone_and_every_control_has_a_name_and_room_for_a_thumb(
    onlookers: Phones, box: Box, language: str
) -> None:
    evening(box)
    phone = onlookers.joined("black", language=language)
    for page in PAGES:
        apart(phone, page)
    box.act("cannot-connect", colour="black")
    for page in ("/table", "/act"):
        apart(phone, page)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_pages_of_two_fit_too_with_roads_that_have_no_merchant(
    onlookers: Phones, box: Box, language: str
) -> None:
    two(box)
    link(box, "grey", 1)
    box.act("end-turn")
    link(box, "black", 1)
    phone = onlookers.joined("black", language=language)
    for page in ("/table", "/act?colony=2&plains=9", "/act/correct?colony=1"):
        apart(phone, page)


def test_the_longest_names_of_players_and_colonies_overlap_nowhere(onlookers: Phones, box: Box) -> None:
    players = [{"colour": colour, "name": "W" * 12} for colour in ("black", "grey", "yellow", "red")]
    names = {str(number): "M" * 12 for number in range(1, 20)}
    box.act("start", system="la-strada", players=players, options={"names": names})
    for player in players:
        link(box, player["colour"], 5, 15)
        box.act("end-turn")
    phone = onlookers.joined("black")
    for page in ("/table", "/act?colony=1&plains=1", "/act/correct?colony=5"):
        apart(phone, page)
    box.act("end")
    apart(phone, "/table")
    assert phone.evaluate(OVERLAPPING, ".ls-ranks li > :not(.ls-total)") == []


def test_every_page_is_light(box: Box) -> None:
    evening(box)
    for page in PAGES:
        is_light(box, page)


def test_text_stands_out_from_its_ground(onlookers: Phones, box: Box) -> None:
    evening(box)
    phone = onlookers.joined("black")
    for page in ("/table", "/act?colony=16&plains=9", "/act?colony=16&plains=1", "/act/correct", "/games"):
        stands_out(phone, page)
    box.act("end")
    stands_out(phone, "/table")


def test_the_markets_are_said_in_sentences_and_never_by_colour_alone(phones: Phones, box: Box) -> None:
    evening(box)
    phone = phones.phone()
    visit(phone, "/table")
    town = phone.locator("#colony-5")
    expect(town.locator(".hide")).to_have_text(
        "Town 5, Verona: Anna, Yellow, Bartolomeo and Dieter; pays 1 to each."
    )
    expect(town.locator(".tok")).to_have_text(["K", "Y", "E", "R"])
    expect(phone.locator("#colony-16 .hide")).to_have_text(
        "Hamlet 16: Yellow; pays 2 to each. With one merchant more, 1 to each."
    )
    expect(phone.locator("#colony-2 .hide")).to_have_text("City 2: free, pays 5 to the first.")
    shapes = phone.locator("#colony-5 .tok").evaluate_all(
        "each => each.map((one) => getComputedStyle(one).clipPath + getComputedStyle(one).borderRadius"
        " + getComputedStyle(one).borderTopWidth + one.offsetWidth / one.offsetHeight)"
    )
    assert len(set(shapes)) == 4


def test_a_turn_is_played_in_italian(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", language="it-IT")
    expect(phone.locator(HEADING)).to_contain_text("Tocca a Bruno")
    phone.get_by_role("link", name="Collega una colonia").click()
    phone.locator("#connect .chip").first.click()
    lay(phone, "Tessere pianura")
    with changed(phone):
        phone.get_by_role("button", name="Collega la colonia 1: 2 risorse").click()
    expect(phone.locator("#toast")).to_have_text("Bruno ha collegato la colonia 1 per 2")
    hears(phone, box)
    phone.get_by_role("button", name="Chiudi il turno: tocca a Anna").click()
    expect(phone.locator(HEADING)).to_contain_text("Tocca a Anna")
