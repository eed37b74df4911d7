"""Backups of all games: downloaded, uploaded and restored, and the state of those on box and stick."""

from __future__ import annotations

from typing import Any

from flask import Response

from companion.language.text import text
from web.admin.files import attachment, receive
from web.admin.forms import page_with_forms
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.forms import read_form, redirect_to
from web.pages.pages import Pages
from web.site import Site

HERE = "/care/copies"
_BLOCK = 64 * 1024


def routes(pages: Pages) -> None:
    """Show the backups, send one, and receive one."""
    actions = {"take": _download, "bring": _upload, "restore": _restore, "forget": _discard}
    page_with_forms(pages, HERE, _page, actions)


def _download(site: Site) -> Response:
    name, copy = site.admin.carrying.download()
    response = attachment(iter(lambda: copy.read(_BLOCK), b""), name, "application/zip")
    response.call_on_close(copy.close)
    return response


def _upload(site: Site) -> Response:
    site.confirmations.check_free()
    receive(site.admin.carrying.max_size, site.admin.carrying.receive())
    return redirect_to(HERE)


def _restore(site: Site) -> Response:
    wanted, brought = read_form().get("copy"), site.admin.carrying.received
    if brought is None or wanted != brought.name:
        raise Problem(422, "no-such-copy")
    at = f"{brought.at.astimezone():%Y-%m-%d %H:%M}"
    name = brought.name
    site.confirmations.request("games", text("panel.wanted.saved", at=at), lambda: site.put_back(name))
    return redirect_to(HERE)


def _discard(site: Site) -> Response:
    site.confirmations.cancel("games")
    site.admin.carrying.discard()
    return redirect_to(HERE)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw(
        "care_copies", status=status, at=HERE, banner=banner, tab="games", **_contents(pages.site)
    )


def _contents(site: Site) -> dict[str, Any]:
    admin = site.admin
    places = [("box", admin.carrying.inspect(admin.copies))]
    if admin.stick is not None:
        places.append(("stick", admin.carrying.inspect(admin.stick)))
    return {
        "places": places,
        "failing": "copies-failing" in site.degraded(),
        "brought": admin.carrying.received,
        "asked": site.confirmations.pending_kind("games") is not None,
        "most": admin.carrying.max_size >> 20,
        "playing": site.playing,
    }
