"""What is open to everybody and changes nothing: the table, the log, the export, the table aids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.language.decoding import prepare_decoders
from web.aids import SETUP, SetupAsked, ask
from web.api.answer import json_response
from web.api.body import json_body
from web.errors import Problem, WrongField, found, whole_number
from web.replay import file_of
from web.site import Site

LONGEST_LOG = 500
"""Entries of the log that are told at once."""
LARGEST_LOG = 256 * 1024
"""Bytes of them."""
_AT_ONCE = 100


def routes(api: Blueprint, site: Site) -> None:
    """Let everybody look and ask."""
    prepare_decoders(SetupAsked)

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
        after, limit = _number("after", 0), _number("limit", LONGEST_LOG)
        if not 0 < limit <= LONGEST_LOG:
            raise WrongField("limit", "limit")
        return json_response(_some_of(site.table.log, after, limit))

    @api.get("/export")
    def export() -> Response:
        game, pieces = found(site.table.export_chunks, request.args.get("game") or None)
        response = Response(pieces, mimetype="application/json")
        response.headers["Cache-Control"] = "no-store"
        response.headers.set("Content-Disposition", "attachment", filename=file_of(game, ".json"))
        return response

    @api.post("/aids/<name>")
    def answer(name: str) -> Response:
        system = _having(site, name, request.args.get("system", ""))
        return json_response(ask(site, system, name, json_body(request.environ)))


def _number(name: str, default: int) -> int:
    """A field of the address. Raises `WrongField`."""
    return whole_number(name, request.args.get(name, str(default)))


def _some_of(log: Callable[[int, int], list[dict[str, Any]]], after: int, limit: int) -> dict[str, Any]:
    """The entries after a number: so many, or as many as fit into `LARGEST_LOG`; and whether there are more.

    One more than wanted is looked for, which says whether there is one.
    """
    found: list[msgspec.Raw] = []
    size = 0
    while some := log(after, min(_AT_ONCE, limit + 1 - len(found))):
        for entry in some:
            told = msgspec.json.encode(entry)
            size += len(told)
            if len(found) == limit or (found and size > LARGEST_LOG):
                return {"entries": found, "more": True}
            found.append(msgspec.Raw(told))
        after = some[-1]["n"]
    return {"entries": found, "more": False}


def _having(site: Site, name: str, wish: str) -> str:
    """The game whose aid is asked: the one wished for; without a wish the one on the table, else the first.

    Raises `Problem` 404 for an aid that no game has, or not the one wished for.
    """
    having = [system for system, game in site.games.items() if name == SETUP or name in game.aids]
    system = site.choose(wish, having)
    if system is None or wish not in {"", system}:
        raise Problem(404, "no-such-aid", {"aid": name})
    return system
