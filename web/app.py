"""The Flask application, made from its collaborators: nothing in it is global."""

from __future__ import annotations

import logging

from flask import Flask, Response, request

from web import hosts
from web.admin import index as admin
from web.api import every as api
from web.api.answer import refusal
from web.api.body import LARGEST
from web.callers import counted
from web.errors import UNFORESEEN, Problem, kind_of, problem_of
from web.headers import HEADERS
from web.one_page import Drawing
from web.packing import pack
from web.pages import every as pages
from web.pages.templates import prepare
from web.server.rate_limiter import ONCE_A_MINUTE, RateLimiter
from web.site import Site

log = logging.getLogger(__name__)


def create_app(site: Site) -> Flask:
    """Build the application: the JSON contract, the pages, and every error in the shape of what was asked."""
    app = hosts.Judging(site.names)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.merge_slashes = False
    prepare(app, site.games)
    drawn = pages.build(site)
    admin.routes(drawn)
    app.register_blueprint(api.blueprint(site, drawn.evenings))
    app.register_blueprint(api.beside(site))
    app.register_blueprint(drawn.blueprint)
    logged = RateLimiter(ONCE_A_MINUTE, site.monotonic)

    @app.before_request
    def meant() -> None:
        found = hosts.refused(request.environ)
        if found is not None:
            fault, host = found
            raise Problem(400 if fault == "no-host" else 421, fault, {"host": host} if host else {})
        if site.wifi is not None:
            site.wifi.asked_from(request.environ["SERVER_NAME"])
        counted(request, site.membership)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status == UNFORESEEN and not logged.take(kind_of(error)):
            log.error("an answer failed", exc_info=error)
        if api.has(request.path):
            return refusal(site, problem)
        try:
            return drawn.refusal(problem)
        except Exception as fault:  # its frame shows the table
            if not logged.take(kind_of(fault)):
                log.exception("a page failed")
            bare = Drawing(site.messages)
            said = bare.language().say(problem.message)
            return bare.draw("error.html", problem.status, base="one_page.html", said=said)

    @app.after_request
    def secured(response: Response) -> Response:
        given = response.headers
        given.extend((name, value) for name, value in HEADERS.items() if name not in given)
        pack(response, request)
        return response

    return app
