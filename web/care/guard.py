"""Who may go on to the pages of care."""

from __future__ import annotations

from flask import abort, request

from web.callers import token_of
from web.pages.forms import member_or_join, onward
from web.site import Site

HERE = "/care"
"""The first of these pages; the others stand below it."""


def guard(site: Site) -> None:
    """Go on only for who may look after the box, whose form is counted; others are sent to ask first.

    Raises `Problem` 403 for a form on another site's page.
    """
    if request.method != "GET":
        member_or_join(site, f"/join?back={HERE}")
    if not site.caretaking.may(token_of(request)):
        abort(onward(HERE))
