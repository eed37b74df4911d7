"""The table for a television or a shared tablet: large, with nothing to press."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask import request
from markupsafe import Markup

from web.auth import member_of
from web.pages.join import lobby
from web.pages.pages import Pages
from web.pages.viewer import STRANGER, Viewer
from web.words import seconds

NO_NEWS = ("pair-tag", "forget-tag")
"""Entries about the box's tags: no news for the room."""
NEWS_AMONG = 9
"""The newest entries among which the latest news is looked for."""


def routes(pages: Pages) -> None:
    """Show the television's page; the join code only on a screen that has joined."""
    pages.add("/tv", lambda _part, _query: _contents(pages))


def _contents(pages: Pages) -> dict[str, Any]:
    """viewer: a screen without a seat. last: at most one, the latest news of the game with its moment.
    address, scanned: where no game runs, of the box and as a QR code; neither without a network.
    """
    site = pages.site
    snapshot, language = site.table.snapshot, pages.language()
    names = pages.names(snapshot)
    entries = site.table.log_entries(NEWS_AMONG) if snapshot.play else ()
    news = [each for each in entries if each.text.what not in NO_NEWS]
    code = site.membership.code if member_of(request, site.membership) else ""
    url = None if snapshot.play else site.url()
    return {
        "looks_on": True,
        "code": code,
        "viewer": Viewer(STRANGER, snapshot, language, names, None),
        "last": [
            {"said": pages.did(each.text, names, each.system), "at": seconds(each.at)} for each in news[:1]
        ],
        **(lobby(pages) if not snapshot.play else {}),
        "address": url,
        "scanned": _qr(f"{url}J/{quote(code, safe='')}" if code else url) if url else "",
    }


def _qr(content: str) -> Markup:
    """As a drawing, with its quiet zone."""
    import segno  # for a screen without a game alone

    return Markup(segno.make_qr(content).svg_inline(omitsize=True, light="#fff"))  # noqa: S704 - of figures
