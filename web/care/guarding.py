"""Who may come to the pages of looking after the box, and how what is refused there is told."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, abort, request

from companion.language.text import CompanionError
from web.callers import token_of
from web.errors import Problem
from web.pages.drawing import Banner, Pages
from web.pages.forms import member_or_join, onward
from web.site import Site

FIRST = "/care"


def guard(site: Site) -> None:
    """Go on only for who may look after the box, whose form is counted; others are sent to ask first.

    Raises `Problem` 403 for a form on another site's page.
    """
    if request.method != "GET":
        member_or_join(site, f"/join?back={FIRST}")
    if not site.caretaking.may(token_of(request)):
        abort(onward(FIRST))


def attempt(draw: Callable[..., Response], pages: Pages, what: Callable[[], Response]) -> Response:
    """What is answered; for what is refused, the page once more with the words. draw: draws it."""
    try:
        return what()
    except Problem as problem:
        response = draw(pages, status=problem.status, banner=pages.banner(problem))
        response.headers.update(dict(problem.headers))
        return response
    except CompanionError as failure:
        return draw(pages, status=422, banner=Banner(pages.language().say(failure.said)))
