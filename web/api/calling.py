"""Calling the organiser of an event, and what he says, for programs."""

from typing import Annotated

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.games.registry import every_colour
from companion.language.decoding import prepare_decoders
from companion.table.parsing import convert
from web.api.answer import json_response
from web.api.body import json_body
from web.callers import acting_member
from web.calling import call, told
from web.errors import WrongField
from web.people import colour_of
from web.site import Site


class Calling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """by: the colour that calls, by default that of who asks. back: take the call back."""

    by: Annotated[str, Meta(max_length=40)] | None = None
    back: bool = False


def routes(api: Blueprint, site: Site) -> None:
    """Let joined phones call, and everybody read how that stands."""
    prepare_decoders(Calling)

    @api.get("/box.json")
    def box_json() -> Response:
        return json_response(told(site))

    @api.post("/call")
    def called() -> Response:
        member = acting_member(request, site.membership)
        wish = convert(json_body(request.environ), Calling)
        if wish.by is not None and wish.by not in every_colour(site.games):
            raise WrongField("by", "colour")
        call(site, wish.by or colour_of(member, site.table.snapshot), back=wish.back)
        return json_response(told(site))
