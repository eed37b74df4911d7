"""The page of a box that cannot start: what is wrong and, for who reads the code on the display, the way out.

An application of its own: it knows neither table nor journal, which are what may be broken.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.journal.offers import Offer
from companion.language.messages import Language, Messages
from companion.language.text import Text, text
from companion.parts import PartName, PartState
from web.api.answer import json_response
from web.app import HEADERS
from web.code import same
from web.pages.assets import Assets
from web.site import LANGUAGE_COOKIE, language_of

log = logging.getLogger(__name__)

LARGEST = 4096
"""Bytes of a form."""
_AGAIN = "again"
_LONGEST_CODE = 40


class SafePage(msgspec.Struct, frozen=True):
    """The collaborators of the page.

    messages: every language. said: why the box does not start. offers: the copies that may be put back.
    code: what must be said before anything is done. states: of the box's parts. choose: takes the copy that
    somebody wants put back, or None for starting once more; returns at once.
    """

    messages: Messages
    said: Text
    offers: tuple[Offer, ...]
    code: str
    states: Callable[[], Mapping[PartName, PartState]]
    choose: Callable[[Offer | None], object]


def create_safe_page(box: SafePage) -> Flask:
    """Build the application. Whatever is asked of it is answered with the page, but for programs."""
    app = Flask("web")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    looks = Blueprint("looks", __name__)
    page = _Page(box, Assets({}))
    page.assets.routes(looks)
    app.register_blueprint(looks)
    _routes(app, box, page)

    @app.errorhandler(Exception)
    def anything(error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            log.error("an answer failed", exc_info=error)
        return page.refusal() if request.path.startswith("/api/") else page.draw(503)

    @app.after_request
    def secured(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return app


def _routes(app: Flask, box: SafePage, page: _Page) -> None:
    @app.get("/healthz")
    def healthz() -> Response:
        return json_response({"status": "degraded", "why": ["safe-mode"], "version": 0, **box.states()})

    @app.post("/safe-mode")
    def chosen() -> Response:
        if not same(request.form.get("code", ""), box.code):
            return page.draw(403, text("safe-mode.wrong-code"))
        wanted = request.form.get("do", "")
        offer = next((each for each in box.offers if each.name == wanted), None)
        if offer is None and wanted != _AGAIN:
            return page.draw(400, text("safe-mode.choose"))
        done = page.draw(200, started=True)
        done.call_on_close(partial(box.choose, offer))  # it ends this server: first the answer is sent
        return done

    @app.get("/r/<code>")
    @app.get("/R/<code>")
    def by_code(code: str) -> Response:
        return page.draw(503, code=code[:_LONGEST_CODE])

    @app.get("/language/<code>")
    def language(code: str) -> Response:
        response = make_response("", 303, {"Location": "/"})
        if code in box.messages.codes:
            response.set_cookie(LANGUAGE_COOKIE, code, samesite="Lax")
        return response


class _Page:
    """The one page, in the language of who asks."""

    def __init__(self, box: SafePage, assets: Assets) -> None:
        self._box = box
        self.assets = assets

    def draw(
        self, status: int, wrong: Text | None = None, *, code: str = "", started: bool = False
    ) -> Response:
        """wrong: with what was posted. code: filled in already. started: what was chosen is being done."""
        language, messages = self._language(), self._box.messages
        drawn = render_template(
            "safe_mode.html",
            t=lambda key, **params: language.phrase(key, params),
            lang=language.code,
            languages=[(each, messages.language(each).phrase("page.language")) for each in messages.codes],
            asset=self.assets.path,
            said=language.say(self._box.said),
            wrong=wrong and language.say(wrong),
            code=code,
            started=started,
            offers=[(each.name, language.say(each.said)) for each in self._box.offers],
        )
        return self._sent(make_response(drawn, status), language)

    def refusal(self) -> Response:
        """For a program: the one shape of every refusal."""
        language = self._language()
        message = language.say(text("refused.safe-mode", why=self._box.said))
        error: dict[str, Any] = {
            "code": "safe-mode",
            "message": message,
            "rule": None,
            "params": {},
            "version": 0,
        }
        return self._sent(json_response({"error": error}, 503), language)

    def _language(self) -> Language:
        return language_of(request, self._box.messages, None)

    def _sent(self, response: Response, language: Language) -> Response:
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = language.code
        response.vary.update(("Accept-Language", "Cookie"))
        return response
