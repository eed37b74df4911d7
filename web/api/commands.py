"""Commands: one in, its events and the fresh table out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.games import Aid, Game
from companion.table.commands import COMMON, Start
from companion.table.reading import converted
from web.api.body import json_body
from web.callers import acting_member, refuse_foreign, remember
from web.errors import json_response
from web.site import Site


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may stand beside any command's own fields.

    expects: the version of the table that the command was made for; when there is a newer one the
    command is refused. id: makes a repeated command the same one, for ever.
    """

    expects: Annotated[int, Meta(ge=0)] | None = None
    id: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


def routes(api: Blueprint, site: Site) -> None:
    """Let joined phones act."""

    @api.post("/commands")
    def command() -> Response:
        member = acting_member(request, site.membership)
        body = json_body(request)
        envelope = _take_envelope(body)
        done = site.table.perform(
            site.table.read(body, envelope.id),
            source="phone",
            by=member.colour,
            name=member.name,
            expects=envelope.expects,
            key=envelope.id,
        )
        table = msgspec.Raw(done.snapshot.json)
        return json_response({"version": done.version, "events": done.events, "table": table})


def _take_envelope(body: dict[str, Any]) -> Envelope:
    """Take the envelope's fields out of the body."""
    return converted({name: body.pop(name) for name in Envelope.__struct_fields__ if name in body}, Envelope)


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """code: what the display shows. name, colour: for the log and the phone's own view."""

    code: Annotated[str, Meta(max_length=40)]
    name: str | None = None
    colour: str | None = None


def joining_routes(api: Blueprint, site: Site) -> None:
    """Let phones join."""

    @api.post("/join")
    def join() -> Response:
        refuse_foreign(request)
        wish = converted(json_body(request), Join)
        token = site.membership.join(wish.code, wish.name or "", wish.colour, request.remote_addr or "")
        response = json_response({"token": token})
        remember(response, token)
        return response


DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEMPLATE = "#/$defs/{name}"


def schema_of(games: Mapping[str, Game]) -> dict[str, Any]:
    """The schema of a body of `POST /api/v1/commands`: any command of any game, with its envelope.

    Two games may have commands of the same type: what one of them takes fits.

    Beside it, in `aids`: by game and name, what may be asked of a table aid and what it answers.
    """
    commands = [*COMMON, *(each for game in games.values() for each in game.commands)]
    options = [game.options for game in games.values()]
    aids = [aid for game in games.values() for aid in game.aids.values()]
    every: list[Any] = [*commands, *options, *(each for aid in aids for each in (aid.asks, *aid.answers))]
    refs, parts = msgspec.json.schema_components(every, ref_template=_TEMPLATE)
    ref_of = dict(zip(every, refs, strict=True))
    for ref in refs[: len(commands)]:
        _named(parts, ref)["properties"].update(_envelope())
    started = _named(parts, refs[commands.index(Start)])
    started["properties"]["options"]["anyOf"] = [ref_of[each] for each in options]
    return {
        "$schema": DIALECT,
        "title": "A command to the table",
        "anyOf": list(refs[: len(commands)]),
        "aids": {
            system: {name: _aid(aid, ref_of) for name, aid in game.aids.items()}
            for system, game in games.items()
        },
        "$defs": parts,
    }


def _aid(aid: Aid, ref_of: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    return {"asks": ref_of[aid.asks], "answers": {"anyOf": [ref_of[each] for each in aid.answers]}}


def _envelope() -> dict[str, Any]:
    _, parts = msgspec.json.schema_components([Envelope])
    fields: dict[str, Any] = parts["Envelope"]["properties"]
    return fields


def _named(parts: dict[str, Any], ref: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = parts[ref["$ref"].rpartition("/")[2]]
    return found
