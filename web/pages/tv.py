"""The table for a television or a tablet that everybody sees: large, and with nothing to press."""

from __future__ import annotations

from typing import Any

from web.pages.drawing import Pages
from web.words import seconds


def routes(pages: Pages) -> None:
    """Show it to everybody; the code to join only on a screen that has joined itself."""
    pages.add("/tv", lambda _part, _query: _contents(pages), cached=True)


def _contents(pages: Pages) -> dict[str, Any]:
    """last: the latest entry, in words and its moment; none in an empty list."""
    site = pages.site
    drawn: dict[str, Any] = {"looks_on": True, "code": site.membership.code}
    if site.system is not None:
        names = pages.names(site.table.snapshot)
        drawn["last"] = [
            {"said": pages.did(each.told, names, each.system), "at": seconds(each.at)}
            for each in site.table.tale(1)
        ]
    return drawn
