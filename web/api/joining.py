"""Joining: the code on the display for a token."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.table.reading import converted
from web.api.body import json_body
from web.callers import refuse_foreign, remember
from web.errors import json_response
from web.site import Site


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """code: what the display shows. name, colour: for the log and the phone's own view."""

    code: Annotated[str, Meta(max_length=40)]
    name: str | None = None
    colour: str | None = None


def routes(api: Blueprint, site: Site) -> None:
    """Let phones join."""

    @api.post("/join")
    def join() -> Response:
        refuse_foreign(request)
        wish = converted(json_body(request), Join)
        token = site.membership.join(wish.code, wish.name or "", wish.colour, request.remote_addr or "")
        response = json_response({"token": token})
        remember(response, token)
        return response
