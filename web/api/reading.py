"""Reading, open to everybody: the table, the log, the export, the commands' schema, the box's health."""

from __future__ import annotations

from flask import Blueprint, Response, request

from web.api.schema import schema_of
from web.errors import Problem, json_response
from web.membership import WrongField
from web.site import Site

_DIGITS = 15


def routes(api: Blueprint, site: Site) -> None:
    """Let everybody look."""
    schema = schema_of(site.games)

    @api.get("/table")
    def table() -> Response:
        snapshot = site.table.snapshot
        response = Response(snapshot.json, mimetype="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.set_etag(snapshot.etag)
        response.make_conditional(request.environ)
        return response

    @api.get("/log")
    def log() -> Response:
        return json_response({"entries": site.table.log(_after(request.args.get("after", "0")))})

    @api.get("/export")
    def export() -> Response:
        exported = site.table.export()
        response = json_response(exported)
        name = f"companion-{exported['game']}.json"
        response.headers.set("Content-Disposition", "attachment", filename=name)
        return response

    @api.get("/schema")
    def schema_of_commands() -> Response:
        return json_response(schema)


def health(site: Site) -> Blueprint:
    """What a monitor asks: whether the journal answers, and how each part is."""
    pages = Blueprint("health", __name__)

    @pages.get("/healthz")
    def healthz() -> Response:
        if not site.table.alive():
            raise Problem(503, "journal-failed")
        states = site.parts.states()
        return json_response({"status": "ok", "version": site.table.snapshot.version, **states})

    return pages


def _after(given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) <= _DIGITS):
        raise WrongField("after", "number")
    return int(given)
