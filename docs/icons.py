"""Draws the pictures of the icon for home screens: `make icons`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.fakes.browsing import chromium
from web.pages.assets import ICONS

FOLDER = Path(__file__).parent.parent / "web" / "static"
GROUND = "#8c3a12"
"""Phones cut the corners themselves, so the picture has none of its own: its ground goes to the edge."""
MARGIN = 0.1
"""Of the side, which round icons may cut away."""


def drawn(browser: Browser, size: int) -> Image.Image:
    """The icon as a picture of so many pixels."""
    page = browser.new_page(viewport={"width": size, "height": size})
    inside = round(size * (1 - 2 * MARGIN))
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    page.set_content(
        "<style>body { margin: 0; height: 100vh; display: grid; place-content: center; }"
        f"body {{ background: {GROUND} }} svg {{ width: {inside}px }}</style>{drawing}"
    )
    picture = Image.open(io.BytesIO(page.screenshot()))
    page.close()
    return picture.convert("RGB")


def main() -> None:
    """Draw every picture anew."""
    with chromium() as browser:
        for size in ICONS:
            drawn(browser, size).quantize(32).save(FOLDER / f"icon-{size}.png", optimize=True)


if __name__ == "__main__":
    main()
