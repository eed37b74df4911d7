"""How what is refused on a page of looking after the box is told."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from companion.language.text import CompanionError
from web.errors import Problem
from web.pages.drawing import Banner, Pages


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
