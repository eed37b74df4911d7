"""Checks of a page's layout: width, touch targets, names of controls, contrast, size, missing texts."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.fakes.browsing import Box, visit

PAGES = (
    "/table",
    "/about",
    "/act",
    "/act/correct",
    "/act/bricks",
    "/act/mine?number=3",
    "/log",
    "/report",
    "/games",
    "/book",
    "/setup",
    "/join",
    "/box",
    "/sheet",
    "/tv",
    "/care",
    "/care/setup",
    "/care/settings",
    "/care/copies",
    "/care/forget",
    "/care/update",
    "/care/clock",
    "/care/help",
    "/care/wifi",
)
"""Every page with Roads & Boats on the table; the rulebook and the aids have tests of their own."""
PAST = "/games/{game}/at/{n}"
"""The table as it was after an entry of a game."""
GIVEN_ON = "/games/{game}/give"
"""What an ended game can be given on to."""
LARGEST = 40_000
"""Bytes of a page, so that it is there at once."""
WIDTHS = (360, 320)
"""Pixels of small phones, the smallest last."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")
UNTRANSLATED = re.compile(
    r"(?<![\w/.])(page|rb|ls|aid|did|refused|warning|moment|word|colour|phase|kind|terrain|stock|good|tile|reason"
    r"|report|rule|rules|rulegroup|reading|example|lay|wifi)\.[a-z]|\{\w*\}"
)
"""What would stand on a page if a word or a parameter were missing."""


def measure(what: str) -> str:
    """A script for the browser: the function of this name in `measures.js`."""
    return f"(of) => ({MEASURES}).{what}(of)"


def fits(phone: Page, page: str) -> None:
    """Open a page and its folds: it is whole on small phones."""
    visit(phone, page)
    unfold(phone)
    is_whole(phone, page)


def is_whole(phone: Page, page: str) -> None:
    """What is shown is no wider than small phones; controls have names and room for a thumb; no text is
    missing.
    """
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 740})
        wide = phone.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{page} is {wide} px too wide for {width}"
        assert phone.evaluate(measure("small")) == [], (page, width)
    assert phone.evaluate(measure("nameless")) == [], page
    shown = phone.locator("body").inner_text()
    assert not UNTRANSLATED.search(shown), (page, UNTRANSLATED.search(shown))


def is_light(box: Box, page: str) -> None:
    """The page is sent in few bytes."""
    with urllib.request.urlopen(box.url.rstrip("/") + page) as answer:
        assert len(answer.read()) < LARGEST, page


def looking_back(box: Box, n: int = 1) -> str:
    """The page of the game on the table as it was after its entry `n`."""
    return PAST.format(game=box.table()["game"]["id"], n=n)


def giving_on(box: Box) -> str:
    """The page that gives on the game on the table, once it has ended."""
    return GIVEN_ON.format(game=box.table()["game"]["id"])


def unfold(phone: Page) -> None:
    """What is folded away is shown, too, but for what is asked in the bar, which lies over the page then."""
    folds = "main details:not(.now-bar details)"
    phone.evaluate("of => document.querySelectorAll(of).forEach((each) => { each.open = true; })", folds)
