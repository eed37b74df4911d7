"""A page of care with its forms, for who may look after the box; what is refused is told on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from flask import Response

from companion.language.text import CompanionError
from web.care.guard import guard
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import YES
from web.site import Site


class Draw(Protocol):
    """Draws a page of care."""

    def __call__(self, pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
        """banner: what is told above it."""


def page_with_forms(
    pages: Pages, at: str, draw: Draw, does: Mapping[str, Callable[[Site], Response]]
) -> None:
    """Let a page be seen at this address, and below it each of its forms be answered by what it does.

    does: may raise `Problem` and `CompanionError`, which are told on the page; nothing has changed then.
    """
    name = at.strip("/").replace("/", "-")

    def shown() -> Response:
        guard(pages.site)
        return draw(pages)

    pages.blueprint.add_url_rule(at, name, shown)
    for form, do in does.items():
        pages.blueprint.add_url_rule(
            f"{at}/{form}", f"{name}-{form}", partial(_answered, pages, draw, do), methods=["POST"]
        )


def _answered(pages: Pages, draw: Draw, do: Callable[[Site], Response]) -> Response:
    guard(pages.site)
    try:
        return do(pages.site)
    except Problem as problem:
        response = draw(pages, status=problem.status, banner=pages.banner(problem))
        response.headers.update(dict(problem.headers))
        return response
    except CompanionError as failure:
        return draw(pages, status=422, banner=Banner(pages.language().say(failure.message)))


def sure(fields: Mapping[str, str]) -> None:
    """Go on only where the form's box "I am sure" is ticked. Raises `Problem` 422."""
    if fields.get("sure") not in YES:
        raise Problem(422, "not-sure")
