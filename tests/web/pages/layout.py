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
NAMELESS = """() => [...document.querySelectorAll('a, button, summary, input:not([type=hidden]), select')]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const label = each.labels?.length ? [...each.labels].map((one) => one.innerText).join(' ') : '';
        const own = each.getAttribute('aria-label') || each.textContent || '';
        return !(label + own).trim();
    }).map((each) => each.outerHTML.slice(0, 120))"""
CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
OVERLAPPING = """(of) => [...document.querySelectorAll(of)].filter((each) => {
    const text = document.createRange();
    text.selectNodeContents(each);
    const mine = text.getBoundingClientRect(), around = each.parentElement.getBoundingClientRect();
    const others = [...each.parentElement.children].filter((other) => other !== each);
    return mine.left < around.left || mine.right > around.right || others.some((other) => {
        const its = other.getBoundingClientRect();
        return its.left < mine.right - 1 && its.right > mine.left + 1
            && its.top < mine.bottom - 4 && its.bottom > mine.top + 4;
    });
}).map((each) => each.outerHTML.slice(0, 120))"""
SMALL = """() => [...document.querySelectorAll('main a, main button, main summary, .bar a, .top a')]
    .filter((each) => each.checkVisibility())
    .filter((each) => each.getBoundingClientRect().height < 44)
    .map((each) => each.outerHTML.slice(0, 120))"""
UNTRANSLATED = re.compile(
    r"(?<![\w/.])(page|rb|ls|aid|did|refused|warning|moment|word|colour|phase|kind|terrain|stock|good|tile|reason"
    r"|report|rule|rules|rulegroup|reading|example|lay)\.[a-z]|\{\w*\}"
)
"""What would stand on a page if a word or a parameter were missing."""


def fits(phone: Page, page: str) -> None:
    """No wider than small phones; controls have names and room for a thumb; no text is missing."""
    visit(phone, page)
    unfold(phone)
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 740})
        wide = phone.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{page} is {wide} px too wide for {width}"
        assert phone.evaluate(SMALL) == [], (page, width)
    assert phone.evaluate(NAMELESS) == [], page
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
