"""Every route of the JSON API, put together."""

from __future__ import annotations

from importlib.resources import files

from flask import Blueprint, Response

from companion.table.report import ReportCache
from web.api import acting, box, calling, games, reading, schema, stream
from web.api.answer import json_response
from web.errors import Problem
from web.site import Site


def blueprint(site: Site, evenings: ReportCache) -> Blueprint:
    """Build every route under `/api/v1`."""
    api = Blueprint("api", __name__, url_prefix="/api/v1")
    for part in (acting, reading, schema, box, calling):
        part.routes(api, site)
    games.routes(api, site, evenings)
    stream.routes(api, site)
    return api


def beside(site: Site) -> Blueprint:
    """What stands beside `/api/v1`: what a monitor asks, and the description of every address."""
    outside = Blueprint("beside", __name__)

    @outside.get("/api")
    def described() -> Response:
        words = files("web").joinpath("api.md").read_bytes()
        response = Response(words, content_type="text/plain; charset=utf-8")
        response.headers["Cache-Control"] = "no-cache"
        return response

    @outside.get("/healthz")
    def healthz() -> Response:
        if not site.table.is_responsive():
            raise Problem(503, "journal-failed")
        why = site.degraded()
        status = {"status": "degraded", "why": why} if why else {"status": "ok"}
        link = site.link()
        broker = {} if link is None else {"broker": link.word}
        version = site.table.snapshot.version
        return json_response({**status, "version": version, **site.parts.states(), **broker})

    return outside


def has(path: str) -> bool:
    """Whether this path belongs to the JSON contract, and not to pages."""
    return path == "/healthz" or path.startswith("/api/")
