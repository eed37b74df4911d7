"""Nothing is hidden, nothing outside: large letters, narrow and low screens, and a television."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, visit
from tests.web.pages.reaching import _open as unfold
from tests.web.pages.strada import evening

SIZES = {
    "small": (320, 640, 100),
    "large letters": (360, 740, 200),
    "small with large letters": (320, 640, 200),
    "sideways": (640, 320, 100),
    "sideways with large letters": (740, 360, 200),
    "desk": (1280, 800, 100),
    "television": (1920, 1080, 100),
    "large television": (3840, 2160, 100),
}
"""Width and height in pixels, and the letters in per cent."""
PAGES = ("/table", "/act", "/act/correct", "/act/bricks", "/act/mine?number=3", "/log", "/games", "/setup", "/join",
         "/box", "/rules?phase=wonder", "/aids", "/aids/bricks", "/nothing")  # fmt: skip
STRADA = ("/table", "/act?colony=16&plains=2&hills=1", "/act/correct")
OUTSIDE = """() => {
    const wide = document.documentElement.clientWidth;
    const found = [];
    if (document.documentElement.scrollWidth > wide) found.push(`scrolls: ${document.documentElement.scrollWidth}`);
    const scrolled = (each) => each.closest('.points');
    for (const each of document.querySelectorAll('body *')) {
        if (!each.checkVisibility() || each.closest('.hide, .hide *, svg *') || scrolled(each)) continue;
        const { left, right, width } = each.getBoundingClientRect();
        const cut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'hidden';
        if (width && (left < -1 || right > wide + 1 || cut)) found.push(`${cut ? 'cut' : 'outside'}: ${each.outerHTML.slice(0, 140)}`);
    }
    return found;
}"""
COVERED = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const bars = [...document.querySelectorAll('.bar, .top')].map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll('main :is(a, button, summary, input, select)')].filter((each) => {
        if (!each.checkVisibility() || each.type === 'hidden') return false;
        each.scrollIntoView({ block: 'nearest' });
        const bars = [...document.querySelectorAll('.bar, .top')].map((one) => one.getBoundingClientRect());
        const { top, bottom } = each.getBoundingClientRect();
        return bottom - top < innerHeight / 3 && bars.some((bar) => bar.top < bottom - 1 && bar.bottom > top + 1);
    }).map((each) => each.outerHTML.slice(0, 140));
}"""


def sized(phone: Page, size: str) -> None:
    """Make the screen and its letters this large."""
    width, height, letters = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    phone.evaluate(f"document.documentElement.style.fontSize = {letters} === 100 ? '' : '{letters}%'")


def amiss(phone: Page, addresses: tuple[str, ...]) -> list[str]:
    """What is outside, cut off or under a bar, on all of these pages at all sizes."""
    found: list[str] = []
    for address in addresses:
        visit(phone, address)
        unfold(phone)
        for size in SIZES:
            sized(phone, size)
            found += [
                f"{address} {size} {each}" for each in phone.evaluate(OUTSIDE) + phone.evaluate(COVERED)
            ]
    return found


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_is_whole_at_every_size(phones: Phones, box: Box, language: str) -> None:
    box.start(amb_04=True)
    phone = phones.joined(language=language)
    found = amiss(phone, PAGES)
    evening(box)
    assert found + amiss(phone, STRADA) == []
