"""Queries open to every client: the table, the log, the export and the aids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.language.decoding import prepare_decoders
from web.aids import SETUP, SetupQuestion, answer_aid
from web.api.body import json_body
from web.api.responses import json_response
from web.errors import Problem, WrongField, or_404, whole_number
from web.replay import game_file_name
from web.site import Site

MAX_LOG_ENTRIES = 500
"""Entries of a response."""
MAX_LOG_SIZE = 256 * 1024
"""Bytes of a response's entries."""
_AT_ONCE = 100


def routes(api: Blueprint, site: Site) -> None:
    """Add every query."""
    prepare_decoders(SetupQuestion)

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
        after, limit = _number("after", 0), _number("limit", MAX_LOG_ENTRIES)
        if not 0 < limit <= MAX_LOG_ENTRIES:
            raise WrongField("limit", "limit")
        return json_response(_log_page(site.table.log, after, limit))

    @api.get("/export")
    def export() -> Response:
        game, pieces = or_404(site.table.export_chunks, request.args.get("game") or None)
        response = Response(pieces, mimetype="application/json")
        response.headers["Cache-Control"] = "no-store"
        response.headers.set("Content-Disposition", "attachment", filename=game_file_name(game, ".json"))
        return response

    @api.post("/aids/<name>")
    def answer(name: str) -> Response:
        system = _system_of(site, name, request.args.get("system", ""))
        return json_response(answer_aid(site, system, name, json_body(request.environ)))


def _number(name: str, default: int) -> int:
    """A field of the address. Raises `WrongField`."""
    return whole_number(name, request.args.get(name, str(default)))


def _log_page(log: Callable[[int, int], list[dict[str, Any]]], after: int, limit: int) -> dict[str, Any]:
    """Up to `limit` entries after a number, within `MAX_LOG_SIZE`; and whether there are more."""
    found: list[msgspec.Raw] = []
    size = 0
    while some := log(after, min(_AT_ONCE, limit + 1 - len(found))):
        for entry in some:
            encoded = msgspec.json.encode(entry)
            size += len(encoded)
            if len(found) == limit or (found and size > MAX_LOG_SIZE):
                return {"entries": found, "more": True}
            found.append(msgspec.Raw(encoded))
        after = some[-1]["n"]
    return {"entries": found, "more": False}


def _system_of(site: Site, name: str, wanted: str) -> str:
    """The game of an aid: the one asked for; by default the one on the table, else the first.

    Raises `Problem` 404 if it has no such aid.
    """
    having = [system for system, game in site.games.items() if name == SETUP or name in game.aids]
    system = site.choose_system(wanted, having)
    if system is None or wanted not in {"", system}:
        raise Problem(404, "no-such-aid", {"aid": name})
    return system
