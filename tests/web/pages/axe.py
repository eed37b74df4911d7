"""Pages before the judge of axe-core: WCAG 2.2 AA and its best practices, by day and by night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

from tests.web.pages.reaching import SCHEMES

JUDGE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LAWS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_OFF_BY_ITSELF = "label-content-name-mismatch"
"""WCAG's too."""
_COLOURS = "color-contrast"
WORDS: Mapping[str, Any] = {
    "preload": False,
    "runOnly": LAWS,
    "rules": {_OFF_BY_ITSELF: {"enabled": True}, _COLOURS: {"enabled": False}},
}
COLOURS: Mapping[str, Any] = {"preload": False, "runOnly": [_COLOURS]}
"""What takes the longest, and no language changes."""
_FOUND = """async (options) => {
    const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""
_OPEN = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"


def judged(phone: Page, *, coloured: bool = True) -> list[str]:
    """What axe finds on the page that the phone shows, with all folds open. coloured: its colours, too."""
    phone.evaluate(_OPEN)
    phone.evaluate(f"window.axe ?? (() => {{ {JUDGE} }})()")
    found: list[str] = phone.evaluate(_FOUND, WORDS)
    for scheme in SCHEMES if coloured else ():
        phone.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {each}" for each in phone.evaluate(_FOUND, COLOURS)]
    return [f"{phone.url} {each}" for each in found]


def walked(phone: Page, addresses: Iterable[str], *, coloured: bool = True) -> list[str]:
    """What axe finds on each of these pages."""
    found: list[str] = []
    for address in addresses:
        phone.goto(address)
        found += judged(phone, coloured=coloured)
    phone.goto("about:blank")  # what is done next is not to move a page that is being left
    return found
