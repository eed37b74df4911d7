"""Joining from a phone: the code on the display, a name and a colour; and back to where one was going."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Response, request

from companion.games.registry import every_colour
from web.auth import address_of, check_origin, cookie_token, member_of, set_member_cookie
from web.errors import Problem
from web.membership import ColourTaken
from web.pages.banner import Banner
from web.pages.box import FORMS
from web.pages.forms import Typed, local_address, redirect_to
from web.pages.pages import Pages
from web.pages.viewer import Phone, Viewer
from web.people import game_in, players_in
from web.words import word


def at_table(pages: Pages, but: str | None = None) -> list[Viewer]:
    """Those who have joined, by several phones or one. but: the token of a phone that is left out."""
    snapshot, language = pages.site.table.snapshot, pages.language()
    names = pages.names(snapshot)
    found = (
        Viewer(Phone(member, False, ""), snapshot, language, names, None)
        for member in pages.site.membership.present(but)
    )
    return list({(each.colour, each.label): each for each in found}.values())


def lobby(pages: Pages) -> dict[str, Any]:
    """What phones that wait for a game show: who has joined, and the game that is on the table, by its id."""
    return {"at_table": at_table(pages), "on_table_id": game_in(pages.site.table.snapshot)}


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
        check_origin(request)
        fields = {name: request.form.get(name, "") for name in ("code", "name", "colour", "back")}
        shared = request.form.get("shared", "")
        try:
            token = site.membership.join(
                fields["code"],
                fields["name"],
                shared or fields["colour"] or None,
                address_of(request),
                cookie_token(request),
                players_in(site.table.snapshot),
                game_in(site.table.snapshot),
                () if shared else taken(),
            )
        except Problem as problem:
            typed = Typed("join", fields, problem.params.get("field", "code"))
            response = form(
                fields["code"][:40],
                status=problem.status,
                back=fields["back"],
                banner=pages.banner(problem),
                typed=typed,
                shares=fields["colour"] if isinstance(problem, ColourTaken) else "",
            )
            response.headers.update(dict(problem.headers))
            return response
        response = redirect_to(fields["back"])
        if urlsplit(fields["back"]).path in FORMS:
            response.status_code = 307  # the browser posts it now
        set_member_cookie(response, token)
        return response

    def taken() -> set[str | None]:
        """The colours of all phones but the one that asks."""
        return {each.colour for each in at_table(pages, cookie_token(request))}

    def form(
        code: str,
        *,
        status: int = 200,
        back: str = "",
        banner: Banner | None = None,
        typed: Typed | None = None,
        shares: str = "",
    ) -> Response:
        """shares: the colour to share with another phone, as requested."""
        language = pages.language()
        playing = pages.names(site.table.snapshot)
        colours = playing or {colour: word(language, "colour", colour) for colour in every_colour(site.games)}
        back_address = local_address(back or request.args.get("back", "/"))
        return pages.draw(
            "join",
            status=status,
            banner=banner,
            typed=typed,
            code=code,
            back_address=back_address,
            pressed=urlsplit(back_address).path in FORMS,
            colours=[("", language.phrase("page.no-colour")), *colours.items()],
            taken=taken(),
            shares=shares,
            **lobby(pages),
        )
