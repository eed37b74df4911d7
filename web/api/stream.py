"""The live stream: every phone hears of each new snapshot, and of parts that appear or vanish; or, if it says
which page it shows, of what becomes of that (`web.pages.living`).

A phone that is slow gets the latest snapshot and never those in between; nobody waits for it. Who gets a
place while there are too few is decided in `places`, and `web.server.audience` serves who has one. Where no
such server is behind the application, the stream ends after the present snapshot, and a phone comes back.
"""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Blueprint, Response, request

from web.api.places import REST, Places
from web.callers import address_of, token_of
from web.errors import Problem
from web.pages.living import Living
from web.server.audience import LISTENS, Heard, Listener
from web.site import Site

RETRY = b"retry: 1000\n"
"""Milliseconds after which a browser that lost the stream comes back."""
COME_BACK = int(REST)
"""Seconds that a phone is told to wait while there is no place for it; a page then asks for what is new."""
ENDED = f"retry: {COME_BACK * 1000}\n\n".encode()
"""The last word of a stream that ends for another: else several pages would chase each other from a place."""
_NO_TABLE = -1
"""The version that a phone has heard of which has just come."""


def routes(api: Blueprint, site: Site, living: Living) -> None:
    """Let at most `site.streams` phones listen at once; a look at the headers alone takes no place."""
    places = Places(site.streams, site.monotonic)
    news = partial(_news, site)

    @api.get("/events")
    def events() -> Response:
        response = Response(mimetype="text/event-stream")
        if request.method == "GET":
            listener = Listener((_NO_TABLE, site.parts.changes), news, ENDED)
            holder = site.membership.holder(token_of(request))
            place = None if site.bell.closed else places.take(holder, address_of(request), listener.end)
            if place is None:
                raise Problem(503, "too-many-streams", headers={"Retry-After": str(COME_BACK)})
            listener.leave = partial(places.leave, place)
            living.open(listener, RETRY + b"\n")
            if LISTENS in request.environ:
                request.environ[LISTENS](listener)
                response.response = iter(())  # with a list, nothing would be all
            else:
                response.response = iter((listener.news(listener.heard)[1],))
                response.call_on_close(listener.leave)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response


def _news(site: Site, heard: Heard) -> tuple[Heard, bytes]:
    """What there is to hear now, as the versions of table and parts, and what of that was not heard."""
    snapshot, changes = site.table.snapshot, site.parts.changes
    words = b""
    if snapshot.version != heard[0]:
        more = RETRY if heard[0] == _NO_TABLE else b""
        words = b"event: table\nid: %b\ndata: %b\n%b\n" % (snapshot.etag.encode(), snapshot.json, more)
    if changes != heard[1]:
        words += b"event: box\ndata: " + msgspec.json.encode(site.parts.states()) + b"\n\n"
    return (snapshot.version, changes), words
