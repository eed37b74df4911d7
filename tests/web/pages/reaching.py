"""What a page is held to so that everybody can use it: by eye and thumb, on a small phone, in words."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from tests.fakes.browsing import visit

LARGEST = 40_000
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
UNSAID = re.compile(
    r"(?<![\w/.])(page|rb|ls|aid|did|refused|warning|moment|word|colour|phase|kind|terrain|stock|good|tile|reason"
    r"|rule|rules|rulegroup|reading|example)\.[a-z]|\{\w*\}"
)
"""What would stand on a page if a word or a parameter were missing."""


def fits(phone: Page, page: str) -> None:
    """The page is no wider than the phone; its controls have names and room for a thumb; all is said."""
    visit(phone, page)
    _open(phone)
    wide = phone.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{page} is {wide} px too wide"
    assert phone.evaluate(NAMELESS) == [], page
    assert phone.evaluate(SMALL) == [], page
    said = phone.locator("body").inner_text()
    assert not UNSAID.search(said), (page, UNSAID.search(said))


def stands_out(phone: Page, page: str) -> None:
    """Every text of the page has enough contrast to its ground."""
    visit(phone, page)
    _open(phone)
    assert phone.evaluate(CONTRAST) == [], page


def _open(phone: Page) -> None:
    """What is folded away is shown, too."""
    phone.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
