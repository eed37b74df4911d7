"""Every page for phones, put together."""

from __future__ import annotations

from flask import Response, request

from web.api.answer import json_response
from web.pages.assets import home_screen
from web.pages.bringing import Addresses, bring_in_when_asked
from web.pages.drawing import Pages
from web.pages.forms import onward
from web.site import LANGUAGE_COOKIE, SCHEME_COOKIE, SCHEMES, Site

_YEAR = 365 * 24 * 3600
"""Seconds that a phone keeps its language and its scheme."""
_GAMES = "GET /games"

ADDRESSES: Addresses = {
    "web.pages.act": ("GET /table", "GET /act", "GET /act/<part>", "POST /act"),
    "web.pages.log": ("GET /log",),
    "web.pages.games": (_GAMES, "POST /games/numbers", "POST /games/numbers/forget", "POST /games/compared"),
    "web.pages.setup": ("GET /setup",),
    "web.pages.join": ("GET /join", "GET /j/<code>", "GET /J/<code>", "POST /join"),
    "web.pages.replay": ("GET /games/<game>/at/<n>", "GET /games/<game>/at", "GET /games/<game>/replay"),
    "web.pages.give": (
        *("GET /games/<game>/give", "GET /games/<game>/bgstats", "GET /games/<game>/play.bgsplay"),
        *("GET /games/<game>/scores.csv", "GET /games/<game>/turns.csv"),
    ),
    "web.pages.report": (
        "GET /report",
        "GET /report/<game>",
        "GET /games/<game>/report",
        "GET /games/<game>/report.html",
    ),
    "web.pages.book": ("GET /book",),
    "web.pages.box": ("GET /box", "POST /box/press", "POST /box/scan", "POST /box/pull"),
    "web.pages.calling": ("POST /call",),
    "web.pages.rules": ("GET /rules", "GET /rules/<known_as>"),
    "web.pages.aids": ("GET /aids", "GET /aids/setup", "GET /aids/<name>"),
    "web.pages.copies": ("POST /copies/put-back",),
    "web.pages.sheet": ("GET /sheet",),
    "web.pages.tv": ("GET /tv",),
}
"""Each page's addresses by the module that answers them, for a site that keeps settings and whose box is
simulated."""


def addresses(site: Site) -> Addresses:
    """What of these a site answers."""
    answered = dict(ADDRESSES)
    if site.box is None:
        del answered["web.pages.box"]
    if site.settings is None:
        answered["web.pages.games"] = (_GAMES,)
    return answered


def build(site: Site) -> Pages:
    """Build every page; their routes are in the `blueprint` of what is returned."""
    pages = Pages(site)
    pages.assets.routes(pages.blueprint)
    pages.waits |= bring_in_when_asked(pages, addresses(site))

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
