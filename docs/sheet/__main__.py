"""Prints the sheet of the buttons from the program's own page, for each game and language: `make sheet`."""

from __future__ import annotations

import io
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, ViewportSize

from docs.sheet import FOLDER, LANGUAGES, MADE_OF, NAMES, made_of
from tests.fakes.browsing import box_in, chromium

SHARP = 2
"""Pixels of the picture for each of the page."""
SIDES: ViewportSize = {"width": 397, "height": 3 * 560}
"""Pixels of three sides of A6, one above the other: none is scrolled to."""


def take(browser: Browser, language: str) -> None:
    """Print every game's sheet from a box in this language, and keep a picture of its sides beside it."""
    with TemporaryDirectory() as folder, box_in(folder, language=language) as box:
        context = browser.new_context(
            base_url=box.url, locale=language, device_scale_factor=SHARP, viewport=SIDES
        )
        page = context.new_page()
        for name in (each for each in NAMES if each.endswith(f".{language}")):
            page.goto(f"/sheet?system={name.removesuffix(f'.{language}')}")
            page.pdf(path=FOLDER / f"{name}.pdf", prefer_css_page_size=True)
            page.emulate_media(media="print")
            sides = [Image.open(io.BytesIO(each.screenshot())) for each in page.locator(".face").all()]
            both = Image.new("L", (sum(each.width for each in sides), sides[0].height))
            for number, each in enumerate(sides):
                both.paste(each, (number * each.width, 0))
            both.quantize(8).save(FOLDER / f"{name}.png", optimize=True)
            page.emulate_media(media="null")
        context.close()


def main() -> None:
    """Make every file anew."""
    with chromium() as browser:
        for language in LANGUAGES:
            take(browser, language)
    MADE_OF.write_text(made_of(), encoding="utf-8")


if __name__ == "__main__":
    main()
