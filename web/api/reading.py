"""Reading, open to everybody: the table, the log, the export, the commands' schema, the box's health."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.games import Aid, Refused
from companion.table.reading import converted
from web.api.body import json_body
from web.api.commands import schema_of
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


def aid_routes(api: Blueprint, site: Site) -> None:
    """Let everybody ask."""

    @api.post("/aids/<name>")
    def answer(name: str) -> Response:
        system, aid, state = _found(site, name, request.args.get("system", ""))
        asked = converted(json_body(request), aid.asks)
        try:
            return json_response(aid.answer(state, asked))
        except Refused as refused:
            raise refused.of(system) from None


def _found(site: Site, name: str, wish: str) -> tuple[str, Aid, Any]:
    """The game, its aid and the state that it answers from, which only the game on the table has.

    wish: the game asked for; without one it is the game on the table, else the first that has the aid.
    Raises `Problem` 404 for a name that no game knows, or not the one asked for.
    """
    snapshot = site.table.snapshot
    on_table = snapshot.game.system if snapshot.game is not None else ""
    for system in (wish,) if wish else (on_table, *site.games):
        if system in site.games and name in site.games[system].aids:
            state = snapshot.state if system == on_table else None
            return system, site.games[system].aids[name], state
    raise Problem(404, "no-such-aid", {"aid": name})
