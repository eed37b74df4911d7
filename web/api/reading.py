"""What is open to everybody and changes nothing: the table, the log, the export, the table aids."""

from __future__ import annotations

from flask import Blueprint, Response, request

from web.aids import ask
from web.api.answer import json_response
from web.api.body import DIGITS, json_body
from web.callers import counted
from web.errors import Problem, WrongField
from web.site import Site


def routes(api: Blueprint, site: Site) -> None:
    """Let everybody look and ask."""

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

    @api.post("/aids/<name>")
    def answer(name: str) -> Response:
        counted(request, site.membership)
        system = _having(site, name, request.args.get("system", ""))
        return json_response(ask(site, system, name, json_body(request)))


def _after(given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) <= DIGITS):
        raise WrongField("after", "number")
    return int(given)


def _having(site: Site, name: str, wish: str) -> str:
    """The game whose aid is asked: the one wished for; without a wish the one on the table, else the first.

    Raises `Problem` 404 for an aid that no game has, or not the one wished for.
    """
    having = [system for system, game in site.games.items() if name in game.aids]
    system = site.choose(wish, having)
    if system is None or wish not in {"", system}:
        raise Problem(404, "no-such-aid", {"aid": name})
    return system
