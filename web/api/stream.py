"""The live stream: every phone hears of each new snapshot, and of parts that appear or vanish; or, if it says
which page it shows, of what becomes of that (`web.pages.living`). At a table of an event it hears what is
said with the organiser, too.

A phone that is slow gets the latest snapshot and never those in between.
"""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Blueprint, Response, request

from web.calling import organised, told
from web.pages.living import Living
from web.server.broadcaster import Seen, Subscriber
from web.site import Site
from web.streaming import RETRY, streamed

_NO_TABLE = -1
"""The version that a phone has heard of which has just come."""


def routes(api: Blueprint, site: Site, living: Living) -> None:
    """Let phones listen."""
    news = partial(_news, site)

    @api.get("/events")
    def events() -> Response:
        subscriber = Subscriber((_NO_TABLE, site.parts.changes, _NO_TABLE), news)
        response = streamed(subscriber)
        if request.method == "GET":
            living.open(subscriber, RETRY + b"\n")
        return response


def _news(site: Site, heard: Seen) -> tuple[Seen, bytes]:
    """What there is to hear now, as the versions of table, parts and what is said with the organiser, and
    what of that was not heard.
    """
    snapshot, changes, said = site.table.snapshot, site.parts.changes, organised(site)
    words = b""
    if snapshot.version != heard[0]:
        more = RETRY if heard[0] == _NO_TABLE else b""
        words = b"event: table\nid: %b\ndata: %b\n%b\n" % (snapshot.etag.encode(), snapshot.json, more)
    if changes != heard[1]:
        words += b"event: box\ndata: " + msgspec.json.encode(site.parts.states()) + b"\n\n"
    if said != heard[2] and site.organiser is not None:
        words += b"event: organiser\ndata: " + msgspec.json.encode(told(site)) + b"\n\n"
    return (snapshot.version, changes, said), words
