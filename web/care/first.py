"""The first page of care: a phone asks to be let in, sees how that stands, and is led on to every part."""

from __future__ import annotations

from flask import Response, request

from web.callers import address_of, token_of
from web.care.guard import HERE
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import member_or_join, onward

PARTS = ("setup", "settings", "wifi", "copies", "forget", "update", "clock", "help")
"""The pages behind the first one by the names of their addresses, in the order in which they are offered."""


def routes(pages: Pages) -> None:
    """Let phones ask, say how that stands, and lead on to every part."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def care() -> Response:
        return _first(pages)

    @blueprint.post(f"{HERE}/ask")
    def ask() -> Response:
        member_or_join(site, f"/join?back={HERE}")
        try:
            site.caretaking.ask(token_of(request), address_of(request))
        except Problem as problem:
            response = _first(pages, status=problem.status, banner=pages.banner(problem))
            response.headers.update(dict(problem.headers))
            return response
        return onward(HERE)

    @blueprint.post(f"{HERE}/type")
    def typed() -> Response:
        member_or_join(site, f"/join?back={HERE}")
        if site.caretaking.typed(token_of(request), request.form.get("code", "")):
            return onward(HERE)
        said = Banner(pages.language().phrase("care.typing-wrong"))
        return _first(pages, status=422, banner=said)

    @blueprint.post(f"{HERE}/leave")
    def leave() -> Response:
        member_or_join(site, f"/join?back={HERE}")
        site.caretaking.leave(token_of(request))
        return onward(HERE)


def _first(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    caretaking, token = pages.site.caretaking, token_of(request)
    sent_away = caretaking.sent_away(token)
    if banner is None and sent_away is not None:
        banner = pages.banner(sent_away)
    return pages.draw(
        "care",
        status=status,
        at=HERE,
        banner=banner,
        tab="games",
        may=caretaking.may(token),
        untouched=caretaking.untouched,
        way=caretaking.way,
        number=caretaking.number(token),
        parts=PARTS,
        unsure=caretaking.may(token) and pages.site.caring.clock.unsure(),
    )
