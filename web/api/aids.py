"""Table aids: a question and its answer, for everybody; nothing changes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.games import Aid, Refused
from companion.table.reading import converted
from web.api.body import json_body
from web.errors import Problem, json_response
from web.site import Site


def routes(api: Blueprint, site: Site) -> None:
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
