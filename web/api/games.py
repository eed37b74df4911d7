"""Stored games: the list, each game as it was after an entry, and its report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.games import Player
from companion.language.messages import Language
from companion.language.text import Text, with_names
from companion.storage.entry import stamp
from companion.table.index import GameInfo
from companion.table.report import GameReport, ReportCache
from web.api.responses import json_response, set_language
from web.errors import Problem, or_404
from web.replay import RETRY_AFTER, historical_view, is_over
from web.site import Site, language_of
from web.words import capital, word


def routes(api: Blueprint, site: Site, evenings: ReportCache) -> None:
    """Let every client read stored games."""

    @api.get("/games")
    def games() -> Response:
        play = site.table.snapshot.play
        on_table = None if play is None else play.id
        return json_response({"games": [_card(each, on_table) for each in site.table.all_games()]})

    @api.get("/games/<game>/at/<n>")
    def at(game: str, n: str) -> Response:
        return json_response(msgspec.Raw(historical_view(site, game, n).snapshot.json))

    @api.get("/games/<game>/report")
    def report(game: str) -> Response:
        evening = or_404(evenings.get, game, over=is_over(site, game))
        if evening is None:
            raise Problem(503, "too-many-look-back", headers={"Retry-After": str(RETRY_AFTER)})
        language = language_of(request, site.messages, evening.system)
        return set_language(json_response(figures(evening, language)), language)


def _card(card: GameInfo, on_table: str | None) -> dict[str, Any]:
    return {
        "id": card.id,
        "system": card.system,
        "players": card.players,
        "started_at": stamp(card.started_at),
        "first": card.first,
        "last": card.last,
        "on_table": card.id == on_table,
    }


def figures(evening: GameReport, language: Language) -> dict[str, Any]:
    """An evening as plain data. A sentence is its code with its parameters, and its words in a language."""
    names, report = _called(evening.players, language), evening.report
    moments = [
        _plain(each, language, _called(evening.players_at(each.n), language))
        for each in (report.moments if report else ())
    ]
    return {
        "id": evening.id,
        "system": evening.system,
        "players": evening.players,
        "started_at": stamp(evening.started_at),
        "last": evening.last,
        "moment": _plain(evening.moment, language, names),
        "ended": evening.ended,
        "seconds": evening.play_time,
        "report": None if report is None else {**_plain(report, language, names), "moments": moments},
    }


def _called(players: Iterable[Player], language: Language) -> dict[str, str]:
    return {each.colour: each.name or word(language, "colour", each.colour) for each in players}


def _plain(value: Any, language: Language, names: Mapping[str, str]) -> Any:
    match value:
        case Text(code=code, params=params):
            return {
                "code": code,
                "params": {name: _plain(each, language, names) for name, each in params.items()},
                "message": capital(language.say(with_names(value, names))),
            }
        case msgspec.Struct():
            fields = {each: _plain(getattr(value, each), language, names) for each in value.__struct_fields__}
            tag = value.__struct_config__.tag
            return fields if tag is None else {"type": tag, **fields}
        case tuple():
            return [_plain(each, language, names) for each in value]
    return value
