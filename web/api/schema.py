"""The JSON Schema of commands with their envelope, and of aids."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.games import Aid, Game
from companion.table.commands import COMMON, Prepare, Start
from web.aids import SETUP, Setup, SetupQuestion
from web.api.commands import Envelope
from web.api.responses import json_response
from web.site import Site

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEMPLATE = "#/$defs/{name}"


def routes(api: Blueprint, site: Site) -> None:
    """Add `/schema`, which is built for the first request."""

    @cache
    def schema() -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(schema_of(site.games)))

    @api.get("/schema")
    def schema_of_commands() -> Response:
        return json_response(schema())


def schema_of(games: Mapping[str, Game]) -> dict[str, Any]:
    """The schema of `POST /api/v1/commands`: any command of any game, with its envelope.

    `anyOf`, since two games may have commands of one type. `aids`: by game and name, the schemas of an aid's
    question and answers.
    """
    commands = [*COMMON, *(each for game in games.values() for each in game.commands)]
    options = [game.options for game in games.values()]
    aids = [aid for game in games.values() for aid in game.aids.values()]
    asked = [each for aid in aids for each in (aid.query, *aid.answers)]
    every: list[Any] = [*commands, *options, *asked, SetupQuestion, Setup]
    refs, parts = msgspec.json.schema_components(every, ref_template=_TEMPLATE)
    ref_of = dict(zip(every, refs, strict=True))
    for ref in refs[: len(commands)]:
        _named(parts, ref)["properties"].update(_envelope())
    for command in (Start, Prepare):
        _named(parts, ref_of[command])["properties"]["options"]["anyOf"] = [ref_of[each] for each in options]
    return {
        "$schema": DIALECT,
        "title": "A command to the table",
        "anyOf": list(refs[: len(commands)]),
        "aids": {
            system: {
                **{name: _aid(aid, ref_of) for name, aid in game.aids.items()},
                SETUP: {"asks": ref_of[SetupQuestion], "answers": {"anyOf": [ref_of[Setup]]}},
            }
            for system, game in games.items()
        },
        "$defs": parts,
    }


def _aid(aid: Aid, ref_of: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    return {"asks": ref_of[aid.query], "answers": {"anyOf": [ref_of[each] for each in aid.answers]}}


def _envelope() -> dict[str, Any]:
    _, parts = msgspec.json.schema_components([Envelope])
    fields: dict[str, Any] = parts["Envelope"]["properties"]
    return fields


def _named(parts: dict[str, Any], ref: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = parts[ref["$ref"].rpartition("/")[2]]
    return found
