"""The pages for phones, drawn by the box.

A page's own module answers its address: it says what the page contains, and `Pages.draw` draws its template.
A form that was done sends the phone on to a page; else `Pages.show` draws the page again with what was typed.

A new page is a module with `routes` like those here, its name in the list in `build`, and its template.
"""

from __future__ import annotations

from flask import Response, request

from web.api.answer import json_response
from web.pages import act, aids, box, copies, games, join, log, rules, setup, sheet
from web.pages.assets import home_screen
from web.pages.drawing import Pages
from web.pages.forms import onward
from web.site import LANGUAGE_COOKIE, SCHEME_COOKIE, SCHEMES, Site

_YEAR = 365 * 24 * 3600
"""Seconds that a phone keeps its language and its scheme."""


def build(site: Site) -> Pages:
    """Build every page; their routes are in the `blueprint` of what is returned."""
    pages = Pages(site)
    pages.assets.routes(pages.blueprint)
    for part in (act, log, games, setup, box, join, rules, aids, copies, sheet):
        part.routes(pages)

    @pages.blueprint.get("/")
    def first() -> Response:
        return onward("/table" if site.system else "/games")

    @pages.blueprint.get("/language/<code>")
    def language(code: str) -> Response:
        response = onward(request.args.get("back", "/"))
        if code in site.messages.codes:
            response.set_cookie(LANGUAGE_COOKIE, code, max_age=_YEAR, samesite="Lax")
        return response

    @pages.blueprint.get("/scheme/<name>")
    def scheme(name: str) -> Response:
        response = onward(request.args.get("back", "/"))
        if name in SCHEMES:
            response.set_cookie(SCHEME_COOKIE, name, max_age=_YEAR, samesite="Lax")
        else:
            response.delete_cookie(SCHEME_COOKIE, samesite="Lax")
        return response

    @pages.blueprint.get("/manifest.webmanifest")
    def manifest() -> Response:
        response = json_response(home_screen(pages.language().phrase("page.name"), pages.assets))
        response.mimetype = "application/manifest+json"
        return response

    return pages
