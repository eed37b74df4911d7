"""The Flask application, made from its collaborators: nothing in it is global."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, request

from web import hosts
from web.api import every as api
from web.api.acting import COMMANDS
from web.api.answer import Said, refusal
from web.api.body import LARGEST
from web.callers import member_of
from web.care import every as care
from web.errors import UNFORESEEN, Problem, kind_of, problem_of
from web.headers import HEADERS
from web.packing import pack
from web.pages import every as pages
from web.pages.bringing import bring_in_when_asked
from web.pages.living import Living
from web.pages.templates import prepare
from web.route import Route, Routes
from web.seldom import Seldom
from web.server.connection import MEMBER
from web.site import Site

if TYPE_CHECKING:  # a start is spared a module that has nothing but types
    from wsgiref.types import StartResponse, WSGIEnvironment

log = logging.getLogger(__name__)


class _App(Flask):
    """Flask, once it has been judged whether a request means this box at all. names: the box's.

    A command is done before Flask: its contexts, its look for the route and its answer's headers take as long
    as the command. What comes of one that is refused is Flask's affair again.
    """

    url_rule_class = Route
    url_map_class = Routes

    def __init__(self, names: Collection[str]) -> None:
        super().__init__("web", static_folder=None)
        self._names = names

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        hosts.judge(environ, self._names)
        command = environ["PATH_INFO"] == COMMANDS and environ["REQUEST_METHOD"] == "POST"
        if not command or hosts.refused(environ) is not None:
            return super().wsgi_app(environ, start_response)
        try:
            body, headers = cast("Said", self.view_functions["api.command"](environ))
        except Exception as error:
            log.debug("a command is refused", exc_info=True)
            with self.request_context(environ):
                refused = self.finalize_request(self.handle_user_exception(error))
                return refused(environ, start_response)
        if MEMBER in environ:
            environ[MEMBER](True)
        start_response("200 OK", [*headers.items(), ("Content-Length", str(len(body))), *HEADERS.items()])
        return [body]


def create_app(site: Site) -> Flask:
    """Build the application: the JSON contract, the pages, and every error in the shape of what was asked."""
    app = _App(site.names)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.merge_slashes = False
    prepare(app, site.games)
    drawn = pages.build(site)
    bring_in_when_asked(drawn, care.ADDRESSES)
    app.register_blueprint(api.blueprint(site, Living(drawn, app), drawn.evenings))
    app.register_blueprint(api.beside(site))
    app.register_blueprint(drawn.blueprint)
    seldom = Seldom(time.monotonic)

    @app.before_request
    def meant() -> None:
        found = hosts.refused(request.environ)
        if found is not None:
            fault, host = found
            raise Problem(400 if fault == "no-host" else 421, fault, {"host": host} if host else {})
        if site.wifi is not None:
            site.wifi.asked_from(request.environ["SERVER_NAME"])

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status == UNFORESEEN and seldom.now(kind_of(error)):
            log.error("an answer failed", exc_info=error)
        return refusal(site, problem) if api.has(request.path) else drawn.refusal(problem)

    @app.after_request
    def secured(response: Response) -> Response:
        given = response.headers
        given.extend((name, value) for name, value in HEADERS.items() if name not in given)
        if MEMBER in request.environ:
            request.environ[MEMBER](member_of(request, site.membership) is not None)
        pack(response, request)
        return response

    return app
