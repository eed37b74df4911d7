"""Copies of all games: taken along by a phone, brought back by it, and how those on the stick are."""

from __future__ import annotations

from typing import Any

from flask import Response

from companion.language.text import text
from web.care.files import give, receive
from web.care.forms import page_with_forms
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import onward, posted
from web.site import Site

HERE = "/care/copies"
_BLOCK = 64 * 1024


def routes(pages: Pages) -> None:
    """Show how the copies are, hand one out, and take one in."""
    does = {"take": _take, "bring": _bring, "restore": _restore, "forget": _forget}
    page_with_forms(pages, HERE, _page, does)


def _take(site: Site) -> Response:
    name, copy = site.caring.carrying.take()
    response = give(iter(lambda: copy.read(_BLOCK), b""), name, "application/zip")
    response.call_on_close(copy.close)
    return response


def _bring(site: Site) -> Response:
    site.confirming.check_free()
    receive(site.caring.carrying.most, site.caring.carrying.receiving())
    return onward(HERE)


def _restore(site: Site) -> Response:
    wanted, brought = posted().get("copy"), site.caring.carrying.brought
    if brought is None or wanted != brought.name:
        raise Problem(422, "no-such-copy")
    at = f"{brought.at.astimezone():%Y-%m-%d %H:%M}"
    name = brought.name
    site.confirming.ask("games", text("panel.wanted.saved", at=at), lambda: site.put_back(name))
    return onward(HERE)


def _forget(site: Site) -> Response:
    site.confirming.forget("games")
    site.caring.carrying.forget()
    return onward(HERE)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw(
        "care_copies", status=status, at=HERE, banner=banner, tab="games", **_contents(pages.site)
    )


def _contents(site: Site) -> dict[str, Any]:
    caring = site.caring
    places = [("box", caring.carrying.look(caring.copies))]
    if caring.stick is not None:
        places.append(("stick", caring.carrying.look(caring.stick)))
    return {
        "places": places,
        "failing": "copies-failing" in site.degraded(),
        "brought": caring.carrying.brought,
        "asked": site.confirming.stands("games") is not None,
        "most": caring.carrying.most >> 20,
        "playing": site.playing,
    }
