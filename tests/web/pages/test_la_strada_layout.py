"""The layout of La Strada's pages: small phones, Italian, light and dark, a name for every control."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.fakes.browsing import Box, Phones
from tests.web.pages.la_strada import evening, link
from tests.web.pages.layout import OVERLAPPING, fits, is_light

PAGES = [
    "/setup",
    "/table",
    "/act",
    "/act?colony=new-17&plains=2&hills=1",
    "/act/correct?colony=5&road=black-5",
    "/log",
    "/report",
    "/games",
]


def apart(phone: Page, page: str) -> None:
    """The page fits, and none of its drawings covers another."""
    fits(phone, page)
    assert phone.evaluate(OVERLAPPING, ".ls-head > *, .ls-tiles > div > *, .ls-people .row > *") == [], page


def test_the_longest_names_of_players_and_colonies_overlap_nowhere(onlookers: Phones, box: Box) -> None:
    players = [{"colour": colour, "name": "W" * 12} for colour in ("black", "grey", "yellow", "red")]
    names = {str(number): "M" * 12 for number in range(1, 20)}
    box.act("start", system="la-strada", players=players, options={"names": names})
    for player in players:
        link(box, player["colour"], 5, 15)
        box.act("end-turn")
    phone = onlookers.joined("black")
    for page in ("/table", "/act?colony=1&plains=1", "/act/correct?colony=5&road=black-5"):
        apart(phone, page)
    box.act("end")
    apart(phone, "/table")
    assert phone.evaluate(OVERLAPPING, ".ls-ranks li > :not(.ls-total)") == []


def test_every_page_is_light(box: Box) -> None:
    evening(box)
    for page in PAGES:
        is_light(box, page)
