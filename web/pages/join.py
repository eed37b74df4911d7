"""Joining from a phone: the code on the display, a name and a colour; and back to where one was going."""

from __future__ import annotations

from flask import Response, request

from companion.games.registry import every_colour
from web.callers import address_of, member_of, own_token, refuse_foreign, remember
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import Typed, onward, own
from web.pages.words import word
from web.people import game_in, players_in


def routes(pages: Pages) -> None:
    """Let phones join by the code, typed or from the picture on the display."""
    site = pages.site

    @pages.blueprint.get("/join")
    def join() -> Response:
        joined = member_of(request, site.membership) is not None
        return form(site.membership.code if joined or site.show_code else "")

    @pages.blueprint.get("/j/<code>")
    @pages.blueprint.get("/J/<code>")
    def by_code(code: str) -> Response:
        if request.method == "GET":
            site.guided.shown(address_of(request), request.headers.get("User-Agent", ""))
        return form(code[:40])

    @pages.blueprint.post("/join")
    def joined() -> Response:
        refuse_foreign(request)
        fields = {name: request.form.get(name, "") for name in ("code", "name", "colour", "back")}
        try:
            token = site.membership.join(
                fields["code"],
                fields["name"],
                fields["colour"] or None,
                address_of(request),
                own_token(request),
                players_in(site.table.snapshot),
                game_in(site.table.snapshot),
            )
        except Problem as problem:
            typed = Typed("join", fields, problem.params.get("field", "code"))
            response = form(
                fields["code"][:40],
                status=problem.status,
                back=fields["back"],
                banner=pages.banner(problem),
                typed=typed,
            )
            response.headers.update(dict(problem.headers))
            return response
        response = onward(fields["back"])
        remember(response, token)
        return response

    def form(
        code: str,
        *,
        status: int = 200,
        back: str = "",
        banner: Banner | None = None,
        typed: Typed | None = None,
    ) -> Response:
        language = pages.language()
        playing = pages.names(site.table.snapshot)
        colours = {colour: word(language, "colour", colour) for colour in every_colour(site.games)}
        return pages.draw(
            "join",
            status=status,
            banner=banner,
            typed=typed,
            code=code,
            onward=own(back or request.args.get("back", "/")),
            colours=[("", language.phrase("page.no-colour")), *(playing or colours).items()],
        )
