"""Pages before the judge of axe-core: WCAG 2.2 AA and its best practices, by day and by night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.pages.layout import SCHEMES

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LAWS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_OFF_BY_ITSELF = "label-content-name-mismatch"
"""WCAG's too."""
_COLOURS = "color-contrast"
"""What takes the longest."""
_HOW = {"preload": False, "iframes": False, "selectors": False, "resultTypes": ["violations"]}
WORDS: Mapping[str, Any] = {
    **_HOW,
    "runOnly": LAWS,
    "rules": {_OFF_BY_ITSELF: {"enabled": True}, _COLOURS: {"enabled": False}},
}
_OF_NO_LANGUAGE = ("target-size", "region", "bypass", "aria-allowed-attr", "link-in-text-block", "skip-link")
"""Laws about what pages are built of, which take long: one language tells of them for all. Other tests look
at the room for a thumb in each."""
COLOURS: Mapping[str, Any] = {**_HOW, "runOnly": [_COLOURS]}
_JUDGE = (Path(__file__).parent / "run_axe.js").read_text(encoding="utf-8")


class Colours:
    """What was judged for its colours before, and is not again: marks of how it and all around it look.

    met: in one text, which goes to a page and back at a tenth of the work of two thousand numbers.
    """

    def __init__(self) -> None:
        self.met = ""


def brings_axe(phone: Page) -> Page:
    """A phone with axe ready on every page that it opens."""
    phone.add_init_script(AXE)
    return phone


def judged(phone: Page, colours: Colours, *, again: bool = False) -> list[str]:
    """What axe finds on the page that the phone shows, with all folds open.

    phone: has brought axe. again: the page was judged in another language before.
    """
    found: list[str] = []
    off = {each: {"enabled": False} for each in _OF_NO_LANGUAGE if again}
    how: dict[str, Any] = {"words": {**WORDS, "rules": {**WORDS["rules"], **off}}, "colours": COLOURS}
    for scheme in SCHEMES:
        phone.emulate_media(color_scheme=scheme)
        more, colours.met, new = phone.evaluate(_JUDGE, {**how, "met": colours.met})
        found += [f"{phone.url} {scheme} {each}" for each in more]
        if not new:  # by day: then by night neither
            break
        how["words"] = None
    phone.emulate_media(color_scheme=SCHEMES[0])
    return found


def walked(phone: Page, addresses: Iterable[str], colours: Colours, *, again: bool = False) -> list[str]:
    """What axe finds on each of these pages."""
    found: list[str] = []
    for address in addresses:
        phone.goto(address)
        found += judged(phone, colours, again=again)
    phone.goto("about:blank")  # what is done next is not to move a page that is being left
    return found
