"""Care: looking after the box on a phone. Who may is let in at the box: `web.caretaking`.

A page here is drawn for the one who asks and never sent to others. Its module has `routes`, which gives
every address to `web.care.forms` or guards it by `web.care.guard`, and stands in `PARTS`; its link on the
first page is `care.<name>`, with `care.<name>-say`.
"""

from __future__ import annotations

from types import ModuleType

from flask import Response, request

from web.callers import address_of, token_of
from web.care import clock, copies, forget, help_, settings, setup, update, wifi
from web.care.guard import HERE
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import member_or_join, onward

PARTS: dict[str, ModuleType] = {
    "setup": setup,
    "settings": settings,
    "wifi": wifi,
    "copies": copies,
    "forget": forget,
    "update": update,
    "clock": clock,
    "help": help_,
}
"""The pages behind the first one by the names of their addresses, in the order in which they are offered."""


def routes(pages: Pages) -> None:
    """Let phones ask, say how that stands, and lead on to every part."""
    site, blueprint = pages.site, pages.blueprint
    for part in PARTS.values():
        part.routes(pages)

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
        parts=tuple(PARTS),
        unsure=caretaking.may(token) and pages.site.caring().clock.unsure(),
    )
