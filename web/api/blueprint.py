"""The JSON API's blueprints."""

from __future__ import annotations

from importlib.resources import files

from flask import Blueprint, Response

from companion.table.report import ReportCache
from web.api import box, commands, games, organiser, queries, schema, stream
from web.api.responses import json_response
from web.errors import Problem
from web.site import Site


def blueprint(site: Site, reports: ReportCache) -> Blueprint:
    """Build every route under `/api/v1`."""
    api = Blueprint("api", __name__, url_prefix="/api/v1")
    for part in (commands, queries, schema, box, organiser):
        part.routes(api, site)
    games.routes(api, site, reports)
    stream.routes(api, site)
    return api


def outside_blueprint(site: Site) -> Blueprint:
    """`/healthz`, for monitors, and `/api`, the description of every address."""
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


def is_api_path(path: str) -> bool:
    """Whether errors at this path are JSON, not pages."""
    return path == "/healthz" or path.startswith("/api/")
