"""Table aids: a question and its answer, for everybody; nothing changes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.games import Aid
from companion.reading import converted
from web.api.body import json_body
from web.errors import Problem, json_response
from web.site import Site


def routes(api: Blueprint, site: Site) -> None:
    """Let everybody ask."""

    @api.post("/aids/<name>")
    def answer(name: str) -> Response:
        aid, state = _found(site, name)
        asked = converted(json_body(request), aid.asks)
        return json_response(aid.answer(state, asked))


def _found(site: Site, name: str) -> tuple[Aid, Any]:
    """The aid and the state that it answers from: the game's on the table, else any game's without one.

    Raises `Problem` 404 for a name that no game knows.
    """
    snapshot = site.table.snapshot
    if snapshot.game is not None and name in snapshot.game.aids:
        return snapshot.game.aids[name], snapshot.state
    for game in site.games.values():
        if name in game.aids:
            return game.aids[name], None
    raise Problem(404, "no-such-aid", {"aid": name})
