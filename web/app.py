"""The Flask application, made from its collaborators: nothing in it is global."""

from __future__ import annotations

from flask import Flask, Response

from web import api, errors, pages
from web.api import reading, stream
from web.api.body import LARGEST
from web.site import Site

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
"""Sent with every answer. `same-origin`: with no referrer browsers hide the origin of our own forms too."""


def create_app(site: Site) -> Flask:
    """Build the application: API, stream, health and pages, and every error in the one shape."""
    app = Flask("web")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.merge_slashes = False
    app.register_blueprint(api.blueprint(site))
    app.register_blueprint(stream.blueprint(site))
    app.register_blueprint(reading.health(site))
    people, friendly = pages.blueprint(site)
    app.register_blueprint(people)
    errors.install(app, site, friendly)

    @app.after_request
    def secured(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return app
