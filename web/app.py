"""The Flask application."""

from __future__ import annotations

import logging

from flask import Flask, Response, request

from web import hosts
from web.admin import index as admin
from web.api import blueprint as api
from web.api.body import MAX_BODY
from web.api.responses import refusal
from web.auth import count_request
from web.errors import UNEXPECTED, Problem, error_key, problem_of
from web.one_page import OnePageRenderer
from web.pages import blueprint as pages
from web.pages.templates import prepare
from web.responses import compress, secure
from web.server.rate_limiter import ONCE_A_MINUTE, RateLimiter
from web.site import Site

log = logging.getLogger(__name__)


def create_app(site: Site) -> Flask:
    """Build the application of a site: the JSON API, the pages, and their errors, as JSON or as a page."""
    app = hosts.HostCheckedFlask(site.names)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.merge_slashes = False
    prepare(app, site.games)
    drawn = pages.build(site)
    admin.routes(drawn)
    app.register_blueprint(api.blueprint(site, drawn.evenings))
    app.register_blueprint(api.outside_blueprint(site))
    app.register_blueprint(drawn.blueprint)
    logged = RateLimiter(ONCE_A_MINUTE, site.monotonic)

    @app.before_request
    def check_request() -> None:
        found = hosts.host_fault(request.environ)
        if found is not None:
            fault, host = found
            raise Problem(400 if fault == "no-host" else 421, fault, {"host": host} if host else {})
        if site.wifi is not None:
            site.wifi.asked_from(request.environ["SERVER_NAME"])
        count_request(request, site.membership)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status == UNEXPECTED and not logged.take(error_key(error)):
            log.error("the request %s failed", request.endpoint, exc_info=error)
        if api.is_api_path(request.path):
            return refusal(site, problem)
        try:
            return drawn.refusal(problem)
        except Exception as fault:  # its frame shows the table
            if not logged.take(error_key(fault)):
                log.exception("the error page of %s failed", request.endpoint)
            bare = OnePageRenderer(site.messages)
            said = bare.language().say(problem.message)
            return bare.draw("error.html", problem.status, base="one_page.html", said=said)

    @app.after_request
    def secured(response: Response) -> Response:
        secure(response)
        compress(response, request)
        return response

    return app
