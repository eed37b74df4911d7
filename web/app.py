"""The Flask application, made from its collaborators: nothing in it is global."""

from __future__ import annotations

from flask import Flask, Response, request

from web import api, pages
from web.api.answer import refusal
from web.api.body import LARGEST
from web.errors import problem_of
from web.site import Site

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
"""Sent with every answer. `same-origin`: with no referrer browsers hide the origin of our own forms too."""


def create_app(site: Site) -> Flask:
    """Build the application: the JSON contract, the pages, and every error in the shape of what was asked."""
    app = Flask("web")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.merge_slashes = False
    app.register_blueprint(api.blueprint(site))
    app.register_blueprint(api.health(site))
    drawn = pages.build(site)
    app.register_blueprint(drawn.blueprint)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        problem = problem_of(error)
        return refusal(site, problem) if api.has(request.path) else drawn.refusal(problem)

    @app.after_request
    def secured(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return app
