"""Pages of the admin: who may see one, and its forms, whose refusals are shown on the page itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from flask import Response, abort, request

from companion.language.text import CompanionError
from web.auth import token_of
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.forms import TRUE_VALUES, member_or_join, redirect_to
from web.pages.pages import Pages
from web.site import Site

HERE = "/care"
"""Address of the first page; the others stand below it."""


def guard(site: Site) -> None:
    """Send all but admins to the first page; count a form as a member's request.

    Raises `Problem` 403 for a form on another site's page.
    """
    if request.method != "GET":
        member_or_join(site, f"/join?back={HERE}")
    if not site.admin_access.is_admin(token_of(request)):
        abort(redirect_to(HERE))


class Draw(Protocol):
    """Renders an admin's page."""

    def __call__(self, pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
        """banner: shown above it."""


def page_with_forms(
    pages: Pages, at: str, draw: Draw, actions: Mapping[str, Callable[[Site], Response]]
) -> None:
    """Add a page at this address, and below it each of its forms.

    actions: by the form's name. One may raise `Problem` and `CompanionError`, which are shown on the page;
    nothing has changed then.
    """
    name = at.strip("/").replace("/", "-")

    def page() -> Response:
        guard(pages.site)
        return draw(pages)

    pages.blueprint.add_url_rule(at, name, page)
    for form, action in actions.items():
        pages.blueprint.add_url_rule(
            f"{at}/{form}", f"{name}-{form}", partial(_answered, pages, draw, action), methods=["POST"]
        )


def _answered(pages: Pages, draw: Draw, action: Callable[[Site], Response]) -> Response:
    guard(pages.site)
    try:
        return action(pages.site)
    except Problem as problem:
        response = draw(pages, status=problem.status, banner=pages.banner(problem))
        response.headers.update(dict(problem.headers))
        return response
    except CompanionError as failure:
        return draw(pages, status=422, banner=Banner(pages.language().say(failure.message)))


def check_sure(fields: Mapping[str, str]) -> None:
    """Raise `Problem` 422 unless the form's box "I am sure" is ticked."""
    if fields.get("sure") not in TRUE_VALUES:
        raise Problem(422, "not-sure")
