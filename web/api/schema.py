"""The commands in JSON Schema, made from the very types that check them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.commands import COMMON, Start
from companion.games import Game
from web.api.commands import Envelope

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEMPLATE = "#/$defs/{name}"


def schema_of(games: Mapping[str, Game]) -> dict[str, Any]:
    """The schema of a body of `POST /api/v1/commands`: any command of any game, with its envelope."""
    commands = [*COMMON, *(each for game in games.values() for each in game.commands)]
    options = [game.options for game in games.values()]
    refs, parts = msgspec.json.schema_components([*commands, *options], ref_template=_TEMPLATE)
    for ref in refs[: len(commands)]:
        _named(parts, ref)["properties"].update(_envelope())
    started = _named(parts, refs[commands.index(Start)])
    started["properties"]["options"]["anyOf"] = list(refs[len(commands) :])
    return {
        "$schema": DIALECT,
        "title": "A command to the table",
        "oneOf": list(refs[: len(commands)]),
        "$defs": parts,
    }


def _envelope() -> dict[str, Any]:
    _, parts = msgspec.json.schema_components([Envelope])
    fields: dict[str, Any] = parts["Envelope"]["properties"]
    return fields


def _named(parts: dict[str, Any], ref: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = parts[ref["$ref"].rpartition("/")[2]]
    return found
