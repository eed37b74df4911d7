"""Putting back the copy that the table offers, by a form that has asked before."""

from __future__ import annotations

from flask import Response

from companion.language.text import CompanionError
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.forms import local_address, member_or_join, read_form
from web.pages.pages import Pages


def routes(pages: Pages) -> None:
    """Take the form of a member; it names the copy, so that none is put back that he has not read of."""
    site = pages.site

    @pages.blueprint.post("/copies/put-back")
    def put_back() -> Response:
        member_or_join(site, "/join?back=%2Fgames")
        fields = read_form()
        page, copy = local_address(fields.get("page", "/games")), fields.get("copy", "")
        found = site.table.snapshot.set_aside
        if found is None or found.backup is None or found.backup != copy:
            problem = Problem(422, "no-such-copy")
            return pages.show(page, status=problem.status, banner=pages.banner(problem))
        said = pages.language().phrase("page.putting-back")
        answer = pages.show(page, status=202, banner=Banner(said, kind="good"))
        try:
            site.put_back(copy)  # it ends this server: the answer is made before
        except CompanionError as failure:
            return pages.show(page, status=503, banner=Banner(pages.language().say(failure.message)))
        return answer
