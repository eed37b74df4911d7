"""Calling the organiser of an event from any page that offers it."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, request

from companion.storage.storage import StorageFailed
from web.errors import problem_of
from web.organiser import call_organiser
from web.pages.forms import local_address, member_or_join, redirect_to
from web.pages.pages import Pages
from web.people import colour_of


def routes(pages: Pages) -> None:
    """Take the form of `call.html`, and lead back to the page that it stands on."""
    site = pages.site

    @pages.blueprint.post("/call")
    def called() -> Response:
        page = local_address(request.form.get("page", "/table"))
        try:
            member = member_or_join(site, f"/join?{urlencode({'back': page})}")
            by = colour_of(member, site.table.snapshot)
            call_organiser(site, by, back=request.form.get("back") == "1")
        except StorageFailed as refused:
            return pages.refusal(problem_of(refused), page)
        return redirect_to(page)
