"""Begin setting the box up from this phone, during which no game can be played."""

from __future__ import annotations

from flask import Response, request

from companion.language.text import CompanionError
from web.admin.forms import guard
from web.auth import token_of
from web.membership import holder_of
from web.pages.banner import Banner
from web.pages.forms import redirect_to
from web.pages.pages import Pages

HERE = "/care/setup"
"""While the box is set up, `web.setup_page` answers this address."""


def routes(pages: Pages) -> None:
    """Explain setting up, and begin it."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def care_setup() -> Response:
        guard(site)
        return _page(pages)

    @blueprint.post(HERE)
    def care_setup_begun() -> Response:
        guard(site)
        token = token_of(request)
        if token is None or not site.configuration.real:
            return _page(pages, status=422)
        if site.playing and request.form.get("sure") != "1":
            return _page(pages, asks=True)
        answer = pages.draw("care_begun", at=HERE, tab="games", until="set-up")
        try:
            # ends this server: the response is made before
            site.configuration.set_up(holder_of(token), pages.language().code)
        except CompanionError as failure:
            return _page(pages, status=503, banner=Banner(pages.language().say(failure.message)))
        return answer

    @blueprint.post(f"{HERE}/answer")
    @blueprint.post(f"{HERE}/stop")
    def care_setup_too_late() -> Response:
        guard(site)
        return redirect_to(HERE)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None, asks: bool = False) -> Response:
    return pages.draw(
        "care_setup",
        status=status,
        at=HERE,
        banner=banner,
        tab="games",
        simulated=not pages.site.configuration.real,
        asks=asks,
    )
