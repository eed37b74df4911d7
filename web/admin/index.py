"""The first page of the admin: a phone requests access there, and an admin finds every other page."""

from __future__ import annotations

from flask import Response, request

from web.admin import backups, clock, forget, help_, settings, setup, update, wifi
from web.admin.forms import HERE
from web.auth import address_of, token_of
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.forms import member_or_join, redirect_to
from web.pages.pages import Pages

PAGES = {
    "setup": setup,
    "settings": settings,
    "wifi": wifi,
    "copies": backups,
    "forget": forget,
    "update": update,
    "clock": clock,
    "help": help_,
}
"""The other pages by the last part of their addresses, in the order of the first page."""


def routes(pages: Pages) -> None:
    """Add this page and all others."""
    for page in PAGES.values():
        page.routes(pages)
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def index() -> Response:
        return _first(pages)

    @blueprint.post(f"{HERE}/ask")
    def ask() -> Response:
        member_or_join(site, f"/join?back={HERE}")
        try:
            site.admin_access.request(token_of(request), address_of(request))
        except Problem as problem:
            response = _first(pages, status=problem.status, banner=pages.banner(problem))
            response.headers.update(dict(problem.headers))
            return response
        return redirect_to(HERE)

    @blueprint.post(f"{HERE}/type")
    def code_typed() -> Response:
        member_or_join(site, f"/join?back={HERE}")
        if site.admin_access.enter_code(token_of(request), request.form.get("code", "")):
            return redirect_to(HERE)
        banner = Banner(pages.language().phrase("care.typing-wrong"))
        return _first(pages, status=422, banner=banner)

    @blueprint.post(f"{HERE}/leave")
    def leave() -> Response:
        member_or_join(site, f"/join?back={HERE}")
        site.admin_access.leave(token_of(request))
        return redirect_to(HERE)


def _first(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    access, token = pages.site.admin_access, token_of(request)
    rejection = access.rejection(token)
    if banner is None and rejection is not None:
        banner = pages.banner(rejection)
    return pages.draw(
        "care",
        status=status,
        at=HERE,
        banner=banner,
        tab="games",
        may=access.is_admin(token),
        untouched=access.unclaimed,
        way=access.method,
        number=access.number_of(token),
        parts=PAGES,
        unsure=access.is_admin(token) and pages.site.admin.clock.unsure(),
    )
