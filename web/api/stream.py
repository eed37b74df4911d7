"""The live stream: every phone hears of each new snapshot, and of parts that appear or vanish.

A phone that is slow gets the latest snapshot and never those in between; nobody waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack

import msgspec
from flask import Blueprint, Response

from companion.table.snapshot import Snapshot
from web.errors import Problem
from web.site import Site

RETRY = b"retry: 1000\n"
"""Milliseconds after which a browser that lost the stream comes back."""
COMMENT = b": still here\n\n"
"""What is sent into silence, so that both ends notice when the other is gone."""
COME_BACK = 5
"""Seconds that a phone is told to wait while every place is taken."""


def routes(api: Blueprint, site: Site) -> None:
    """Let at most `site.streams` phones listen at once."""
    places = threading.BoundedSemaphore(site.streams)

    @api.get("/events")
    def events() -> Response:
        if site.bell.closed or not places.acquire(blocking=False):
            raise Problem(503, "too-many-streams", headers={"Retry-After": str(COME_BACK)})
        held = ExitStack()
        held.callback(places.release)
        response = Response(_news(site), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(held.close)
        return response


def _news(site: Site) -> Iterator[bytes]:
    """Say the present snapshot, then each newer one, until the bell closes."""
    heard = site.bell.rings
    changes = site.parts.changes
    snapshot = site.table.snapshot
    yield _event(snapshot, RETRY)
    while True:
        heard = site.bell.wait(heard, site.heartbeat)
        if site.bell.closed:
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
