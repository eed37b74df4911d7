"""The live stream: every phone hears of each new snapshot, and of parts that appear or vanish.

A phone that is slow gets the latest snapshot and never those in between; nobody waits for it. Who gets a
place while there are too few is decided in `places`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
from flask import Blueprint, Response, request

from companion.table.snapshot import Snapshot
from web.api.places import REST, Place, Places
from web.callers import address_of, token_of
from web.errors import Problem
from web.site import Site

RETRY = b"retry: 1000\n"
"""Milliseconds after which a browser that lost the stream comes back."""
COMMENT = b": still here\n\n"
"""What is sent into silence, so that both ends notice when the other is gone."""
COME_BACK = int(REST)
"""Seconds that a phone is told to wait while there is no place for it; a page then asks for what is new."""
ENDED = f"retry: {COME_BACK * 1000}\n\n".encode()
"""The last word of a stream that ends for another: else several pages would chase each other from a place."""


def routes(api: Blueprint, site: Site) -> None:
    """Let at most `site.streams` phones listen at once; a look at the headers alone takes no place."""
    places = Places(site.streams, site.monotonic, site.bell.stir)

    @api.get("/events")
    def events() -> Response:
        response = Response(mimetype="text/event-stream")
        if request.method == "GET":
            holder = site.membership.holder(token_of(request))
            place = None if site.bell.closed else places.take(holder, address_of(request))
            if place is None:
                raise Problem(503, "too-many-streams", headers={"Retry-After": str(COME_BACK)})
            response.response = _news(site, place)
            response.call_on_close(partial(places.leave, place))
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response


def _news(site: Site, place: Place) -> Iterator[bytes]:
    """Say the present snapshot, then each newer one, until the bell closes or the place is another's."""
    heard = site.bell.rings
    changes = site.parts.changes
    snapshot = site.table.snapshot
    yield _event(snapshot, RETRY)
    while True:
        heard = site.bell.wait(heard, site.heartbeat, lambda: place.ended)
        if site.bell.closed:
            return
        if place.ended:
            yield ENDED
            return
        news = b""
        latest = site.table.snapshot
        if latest.version != snapshot.version:
            snapshot = latest
            news += _event(snapshot)
        now = site.parts.changes
        if now != changes:
            changes = now
            news += b"event: box\ndata: " + msgspec.json.encode(site.parts.states()) + b"\n\n"
        yield news or COMMENT


def _event(snapshot: Snapshot, more: bytes = b"") -> bytes:
    return b"event: table\nid: " + snapshot.etag.encode() + b"\ndata: " + snapshot.json + b"\n" + more + b"\n"
