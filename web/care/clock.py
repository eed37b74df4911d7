"""The box's clock: where nobody keeps it right, it takes a phone's time, once."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Response

from companion.language.text import CompanionError, text
from web.care.forms import page_with_forms, sure
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import onward, posted
from web.site import Site

HERE = "/care/clock"
_DIGITS = 15


def routes(pages: Pages) -> None:
    """Say how the clock is, and set it."""
    page_with_forms(pages, HERE, _page, {"set": _set_clock})


def _set_clock(site: Site) -> Response:
    fields = posted()
    sure(fields)
    site.caring.clock.set(_time_in(fields.get("now", ""), fields.get("typed", "")))
    return onward(HERE)


def _time_in(now: str, typed: str) -> datetime:
    """The phone's time. now: milliseconds, as its script has sent them. typed: as its owner has typed it, by
    the clock of the place where the box is. Raises `CompanionError`.
    """
    try:
        if now.isdecimal() and len(now) <= _DIGITS:
            return datetime.fromtimestamp(int(now) / 1000, UTC)
        return datetime.fromisoformat(typed).astimezone(UTC)
    except (ValueError, OverflowError, OSError) as none:
        raise CompanionError(text("clock.no-time")) from none


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    site = pages.site
    return pages.draw(
        "care_clock",
        status=status,
        at=HERE,
        banner=banner,
        tab="games",
        unsure=site.caring.clock.unsure(),
        time=f"{site.clock().astimezone():%Y-%m-%d %H:%M}",
    )
