"""What changes something: joining, and a command, whose events and fresh table come out."""

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.language.decoding import prepare_decoders
from companion.table.commands import Resume, Start
from companion.table.parsing import convert
from web.api.answer import json_response
from web.api.body import json_body
from web.callers import acting_member, address_of, own_token, phone_of, refuse_foreign, remember
from web.people import colour_of, game_in, players_in, remember_names
from web.site import Site


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """code: what the display shows. name, colour: for the log and the phone's own view."""

    code: Annotated[str, Meta(max_length=40)]
    name: str | None = None
    colour: str | None = None


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may stand beside any command's own fields.

    expects: the version of the table that the command was made for; when there is a newer one the
    command is refused. id: makes a repeated command the same one, for ever.
    """

    expects: Annotated[int, Meta(ge=0)] | None = None
    id: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


_PLAIN = Envelope()


def routes(api: Blueprint, site: Site) -> None:
    """Let phones join, and those that have joined act."""
    prepare_decoders(Join, Envelope)

    @api.post("/join")
    def join() -> Response:
        refuse_foreign(request)
        wish = convert(json_body(request.environ), Join)
        token = site.membership.join(
            wish.code,
            wish.name or "",
            wish.colour,
            address_of(request),
            own_token(request),
            players_in(site.table.snapshot),
            game_in(site.table.snapshot),
        )
        response = json_response({"token": token})
        remember(response, token)
        return response

    @api.post("/commands")
    def command() -> Response:
        member = acting_member(request, site.membership)
        body = json_body(request.environ)
        envelope = _take_envelope(body)
        wanted = site.table.read(body, envelope.id)
        if isinstance(wanted, Start | Resume):
            remember_names(site)
        done = site.table.perform(
            wanted,
            source="phone",
            by=colour_of(member, site.table.snapshot),
            name=member.name,
            expects=envelope.expects,
            key=envelope.id,
            phone=phone_of(request),
        )
        events, table = msgspec.Raw(done.events_json), msgspec.Raw(done.snapshot.json)
        return json_response({"version": done.version, "events": events, "table": table})


def _take_envelope(body: dict[str, Any]) -> Envelope:
    """Take the envelope's fields out of the body."""
    given = {name: body.pop(name) for name in Envelope.__struct_fields__ if name in body}
    return convert(given, Envelope) if given else _PLAIN
