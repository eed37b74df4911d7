"""The box's clock: without a time server it takes a phone's time, once."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Response

from companion.language.text import CompanionError, text
from web.admin.forms import check_sure, page_with_forms
from web.pages.banner import Banner
from web.pages.forms import read_form, redirect_to
from web.pages.pages import Pages
from web.site import Site

HERE = "/care/clock"
_DIGITS = 15


def routes(pages: Pages) -> None:
    """Show the clock, and set it."""
    page_with_forms(pages, HERE, _page, {"set": _set_clock})


def _set_clock(site: Site) -> Response:
    fields = read_form()
    check_sure(fields)
    site.admin.clock.set(_time_in(fields.get("now", ""), fields.get("typed", "")))
    return redirect_to(HERE)


def _time_in(now: str, typed: str) -> datetime:
    """The phone's time.

    now: milliseconds since 1970, from the page's script. typed: the local time of the box, as ISO 8601.
    Raises `CompanionError` for neither.
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
        unsure=site.admin.clock.unsure(),
        time=f"{site.clock().astimezone():%Y-%m-%d %H:%M}",
    )
