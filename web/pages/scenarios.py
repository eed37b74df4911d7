"""Keeping a game's numbers under a name from the page where games are started."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request

from web.callers import member_of, refuse_foreign
from web.pages.drawing import Notice
from web.pages.forms import Typed, onward, unfolded
from web.pages.show import Pages
from web.scenarios import Scenarios, Unkept
from web.site import Site

_PAGE = "/games?open=numbers"


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Take the start form's buttons that keep numbers, let them go, and say that they were compared."""

    if site.settings is None:
        return
    scenarios = Scenarios(site.settings)

    @found.post("/games/numbers")
    def keep() -> Response:
        return changed(
            lambda kept, system, fields: kept.keep(system, fields.get("scenario", ""), fields), "saved"
        )

    @found.post("/games/numbers/forget")
    def forget() -> Response:
        return changed(
            lambda kept, system, fields: kept.forget(system, fields.get("scenario", "")), "forgotten"
        )

    @found.post("/games/compared")
    def compared() -> Response:
        return changed(lambda kept, system, _: kept.compare(system), "compared")

    def changed(what: Callable[[Scenarios, str, dict[str, str]], None], said: str) -> Response:
        """Do it for a member, and show the page with everything as it was typed."""
        refuse_foreign(request)
        if member_of(request, site.membership) is None:
            return onward(f"/join?{urlencode({'back': '/games'})}")
        fields = dict(unfolded(request.form.items(multi=True)))
        system = fields.get("system", "")
        if system not in site.games:
            abort(400)
        typed = Typed(
            fields.get("form", ""), {name: each for name, each in fields.items() if name != "scenario"}
        )
        language = pages.drawer.language()
        try:
            what(scenarios, system, fields)
        except Unkept as unkept:
            return pages.show(
                _PAGE, status=422, notice=Notice(language.phrase(f"refused.{unkept.code}")), typed=typed
            )
        good = Notice(
            language.phrase(f"page.numbers-{said}", {"name": fields.get("scenario", "")}), kind="good"
        )
        return pages.show(_PAGE, notice=good, typed=typed)
