"""Joining from a phone: the code on the display, a name and a colour; and back to where one was going."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.games import every_colour
from web.callers import member_of, refuse_foreign, remember
from web.membership import TooManyWrongCodes, WrongCode, WrongField
from web.pages.drawing import Notice, word
from web.pages.forms import Typed, onward, own
from web.pages.show import Pages
from web.site import Site


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Let phones join by the code, typed or from the picture on the display."""

    @found.get("/join")
    def join() -> Response:
        joined = member_of(request, site.membership) is not None
        code = site.membership.code if joined or site.show_code else ""
        return form(code)

    @found.get("/j/<code>")
    @found.get("/J/<code>")
    def by_code(code: str) -> Response:
        return form(code[:40])

    @found.post("/join")
    def joined() -> Response:
        refuse_foreign(request)
        fields = {name: request.form.get(name, "") for name in ("code", "name", "colour", "back")}
        try:
            token = site.membership.join(
                fields["code"], fields["name"], fields["colour"] or None, request.remote_addr or ""
            )
        except WrongField as wrong:
            must = pages.drawer.language().phrase(f"must.{wrong.must}")
            said: dict[str, object] = {"field": wrong.field, "must": must}
            return again(fields, 400, "wrong-field", said, wrong.field)
        except WrongCode:
            return again(fields, 403, "wrong-code", {}, "code")
        except TooManyWrongCodes as many:
            response = again(fields, 429, "too-many-wrong-codes", {"count": many.seconds}, "code")
            response.headers["Retry-After"] = str(many.seconds)
            return response
        response = onward(fields["back"])
        remember(response, token)
        return response

    def again(
        fields: dict[str, str], status: int, code: str, params: dict[str, object], wrong: str
    ) -> Response:
        said = pages.drawer.language().phrase(f"refused.{code}", params)
        return form(
            fields["code"][:40],
            status=status,
            onward=fields["back"],
            notice=Notice(said),
            typed=Typed("join", fields, wrong),
        )

    def form(
        code: str,
        *,
        status: int = 200,
        onward: str = "",
        notice: Notice | None = None,
        typed: Typed | None = None,
    ) -> Response:
        language = pages.drawer.language()
        playing = pages.drawer.names(site.table.snapshot)
        colours = {colour: word(language, "colour", colour) for colour in every_colour(site.games)}
        return pages.drawer.draw(
            "join",
            status=status,
            notice=notice,
            typed=typed,
            code=code,
            onward=own(onward or request.args.get("back", "/")),
            colours=[("", language.phrase("page.no-colour")), *(playing or colours).items()],
        )
