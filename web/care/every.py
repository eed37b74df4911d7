"""Every page of care, put together."""

from __future__ import annotations

from web.care import clock, copies, first, forget, help_, settings, setup, update, wifi
from web.pages.drawing import Pages


def routes(pages: Pages) -> None:
    """Add every page of care."""
    for part in (first, setup, settings, wifi, copies, forget, update, clock, help_):
        part.routes(pages)
