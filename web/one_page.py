"""An application of one page, for a box that serves no games: every address responds with it.

It has neither table nor journal. `/api/` responds with a JSON error.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.language.messages import Language, Messages
from companion.language.text import Text
from companion.parts import PartName, PartState
from web import hosts
from web.api.responses import json_response
from web.pages.assets import Assets
from web.pages.forms import choose_language
from web.pages.templates import prepare
from web.responses import secure
from web.site import language_of
from web.words import partly_translated

log = logging.getLogger(__name__)

MAX_FORM = 4096
"""Bytes of a form."""


class OnePage(msgspec.Struct, frozen=True):
    """The parts of the application.

    code: why there are no games, for programs. refused: the same as a sentence. states: of the box's parts.
    page: renders the page with a status. names: of the box, as of `web.hosts.names_of`.
    """

    messages: Messages
    code: str
    refused: Text
    states: Callable[[], Mapping[PartName, PartState]]
    page: Callable[[int], Response]
    names: Collection[str]


class OnePageRenderer:
    """Renders the page in the language of the request."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self.assets = Assets({})

    def draw(self, template: str, status: int, **drawn: Any) -> Response:
        """Render a template."""
        language = self.language()
        made = render_template(
            template,
            t=lambda key, **params: language.phrase(key, params),
            say=language.say,
            sentence=lambda said: _sentence(language.say(said)),
            lang=language.code,
            languages=self._messages.names(),
            page=request.full_path.rstrip("?") if request.method == "GET" else "/",
            partly=partly_translated(self._messages, language),
            asset=self.assets.path,
            **drawn,
        )
        return self.sent(make_response(made, status))

    def language(self) -> Language:
        """Of the request."""
        return language_of(request, self._messages, None)

    def sent(self, response: Response) -> Response:
        """Set the headers of a response that is not to be cached; return it."""
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = self.language().code
        response.vary.update(("Accept-Language", "Cookie"))
        return response


def create_one_page(one: OnePage, drawing: OnePageRenderer) -> Flask:
    """Build the application; the caller adds its forms."""
    app = hosts.HostCheckedFlask(one.names)
    app.config["MAX_CONTENT_LENGTH"] = MAX_FORM
    prepare(app, {})
    looks = Blueprint("looks", __name__)
    drawing.assets.routes(looks)
    app.register_blueprint(looks)

    @app.get("/healthz")
    def healthz() -> Response:
        return json_response({"status": "degraded", "why": [one.code], "version": 0, **one.states()})

    @app.get("/language/<code>")
    def language(code: str) -> Response:
        return choose_language(code, one.messages)

    @app.errorhandler(Exception)
    def anything(error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            log.error("a response failed", exc_info=error)
        return _refusal(one, drawing) if request.path.startswith("/api/") else one.page(503)

    @app.after_request
    def secured(response: Response) -> Response:
        secure(response)
        return response

    return app


def _sentence(words: str) -> str:
    """The words with a full stop, unless they end already."""
    return words if words.endswith((".", "!", "?", ":")) else f"{words}."


def _refusal(one: OnePage, drawing: OnePageRenderer) -> Response:
    error: dict[str, Any] = {
        "code": one.code,
        "message": drawing.language().say(one.refused),
        "rule": None,
        "params": {},
        "version": 0,
    }
    return drawing.sent(json_response({"error": error}, 503))
