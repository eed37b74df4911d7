"""Calling the organiser of an event, and the organiser's messages."""

from typing import Annotated

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.games.registry import every_colour
from companion.language.decoding import prepare_decoders
from companion.table.parsing import convert
from web.api.body import json_body
from web.api.responses import json_response
from web.auth import require_member
from web.errors import WrongField
from web.organiser import call_organiser, organiser_json
from web.people import colour_of
from web.site import Site


class CallRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call. by: the colour that calls; the member's if left out. back: whether to withdraw the call."""

    by: Annotated[str, Meta(max_length=40)] | None = None
    back: bool = False


def routes(api: Blueprint, site: Site) -> None:
    """Let members call, and every client read the call's state."""
    prepare_decoders(CallRequest)

    @api.get("/box.json")
    def box_json() -> Response:
        return json_response(organiser_json(site))

    @api.post("/call")
    def called() -> Response:
        member = require_member(request, site.membership)
        wanted = convert(json_body(request.environ), CallRequest)
        if wanted.by is not None and wanted.by not in every_colour(site.games):
            raise WrongField("by", "colour")
        call_organiser(site, wanted.by or colour_of(member, site.table.snapshot), back=wanted.back)
        return json_response(organiser_json(site))
