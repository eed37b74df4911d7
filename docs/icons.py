"""Renders the icons for home screens: `make icons`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.fakes.browsing import chromium
from web.pages.assets import ICONS

FOLDER = Path(__file__).parent.parent / "web" / "static"
GROUND = "#8c3a12"
"""It goes to the edge: phones round the corners themselves."""
MARGIN = 0.1
"""The part of the side that round icons may cut off."""


def render(browser: Browser, size: int) -> Image.Image:
    """Render the icon. size: the side in pixels."""
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
    """Render every icon."""
    with chromium() as browser:
        for size in ICONS:
            render(browser, size).quantize(32).save(FOLDER / f"icon-{size}.png", optimize=True)


if __name__ == "__main__":
    main()
