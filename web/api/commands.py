"""Joining, and commands, which respond with their events and the fresh table."""

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.language.decoding import prepare_decoders
from companion.table.commands import Resume, Start
from companion.table.parsing import convert
from web.api.body import json_body
from web.api.responses import json_response
from web.auth import address_of, check_origin, cookie_token, phone_id, require_member, set_member_cookie
from web.people import colour_of, game_in, learn_names, players_in
from web.site import Site


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a join. code: the display's. name, colour: for the log and the phone's own view."""

    code: Annotated[str, Meta(max_length=40)]
    name: str | None = None
    colour: str | None = None


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Optional fields of every command.

    expects: the version of the table the command was made for; with a newer one it is refused (409). id:
    a command with the id of an earlier one is not performed again.
    """

    expects: Annotated[int, Meta(ge=0)] | None = None
    id: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


_PLAIN = Envelope()


def routes(api: Blueprint, site: Site) -> None:
    """Add `/join` and `/commands`."""
    prepare_decoders(Join, Envelope)

    @api.post("/join")
    def join() -> Response:
        check_origin(request)
        wanted = convert(json_body(request.environ), Join)
        token = site.membership.join(
            wanted.code,
            wanted.name or "",
            wanted.colour,
            address_of(request),
            cookie_token(request),
            players_in(site.table.snapshot),
            game_in(site.table.snapshot),
        )
        response = json_response({"token": token})
        set_member_cookie(response, token)
        return response

    @api.post("/commands")
    def command() -> Response:
        member = require_member(request, site.membership)
        body = json_body(request.environ)
        envelope = _take_envelope(body)
        wanted = site.table.read(body, envelope.id)
        if isinstance(wanted, Start | Resume):
            learn_names(site)
        done = site.table.perform(
            wanted,
            source="phone",
            by=colour_of(member, site.table.snapshot),
            name=member.name,
            expects=envelope.expects,
            key=envelope.id,
            phone=phone_id(request),
        )
        events, table = msgspec.Raw(done.events_json), msgspec.Raw(done.snapshot.json)
        return json_response({"version": done.version, "events": events, "table": table})


def _take_envelope(body: dict[str, Any]) -> Envelope:
    """Remove the envelope's fields from the body."""
    given = {name: body.pop(name) for name in Envelope.__struct_fields__ if name in body}
    return convert(given, Envelope) if given else _PLAIN
