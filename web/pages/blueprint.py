"""Every page for phones, put together."""

from __future__ import annotations

from flask import Response, request

from web.api.responses import json_response
from web.pages import (
    act,
    aids,
    book,
    box,
    games,
    join,
    log,
    organiser,
    replay,
    report,
    restore,
    results,
    rules,
    setup,
    sheet,
    tv,
)
from web.pages.assets import home_screen
from web.pages.forms import YEAR, choose_language, redirect_to
from web.pages.pages import Pages
from web.site import SCHEME_COOKIE, SCHEMES, Site

MODULES = (
    *(act, log, games, setup, join, replay, results, report, book),
    *(box, organiser, rules, aids, restore, sheet, tv),
)


def build(site: Site) -> Pages:
    """Build every page; their routes are in the `blueprint` of what is returned."""
    pages = Pages(site)
    pages.assets.routes(pages.blueprint)
    for part in MODULES:
        part.routes(pages)

    @pages.blueprint.get("/")
    def first() -> Response:
        return redirect_to("/table" if site.system else "/games")

    @pages.blueprint.get("/language/<code>")
    def language(code: str) -> Response:
        return choose_language(code, site.messages)

    @pages.blueprint.get("/scheme/<name>")
    def scheme(name: str) -> Response:
        response = redirect_to(request.args.get("back", "/"))
        if name in SCHEMES:
            response.set_cookie(SCHEME_COOKIE, name, max_age=YEAR, samesite="Lax")
        else:
            response.delete_cookie(SCHEME_COOKIE, samesite="Lax")
        return response

    @pages.blueprint.get("/manifest.webmanifest")
    def manifest() -> Response:
        response = json_response(home_screen(pages.language().phrase("page.name"), pages.assets))
        response.mimetype = "application/manifest+json"
        return response

    return pages
