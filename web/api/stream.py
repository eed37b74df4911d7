"""The live stream.

For programs: each snapshot (`table`), the parts (`box`), and at a table of an event the organiser's messages
(`organiser`). For open pages: the etag of each moment (`moment`), and sounds. A slow reader skips to the
latest.
"""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Blueprint, Response, request

from companion.table.snapshot import sounds_between
from web.api.responses import RETRY, stream_response
from web.moment import current_moment, etag
from web.organiser import organiser_changes, organiser_json
from web.server.broadcaster import Subscriber, Versions
from web.site import Site

PAGES = "pages"
"""Parameter of an open page's stream."""
_NO_TABLE = -1
"""Version of the table before the first event."""


def routes(api: Blueprint, site: Site) -> None:
    """Add `/events`."""
    for_programs, for_pages = partial(_events_since, site), PageEvents(site).events_since

    @api.get("/events")
    def events() -> Response:
        source = for_pages if PAGES in request.args else for_programs
        return stream_response(Subscriber((_NO_TABLE, site.parts.changes, _NO_TABLE), source))


class PageEvents:
    """Events of open pages: each moment's etag, and the sounds of the change that led to it.

    Belongs to the server's loop.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._sent = site.table.snapshot
        self._since = _NO_TABLE
        self._sounds: tuple[str, ...] = ()

    def events_since(self, sent: Versions) -> tuple[Versions, bytes]:
        """The present moment, and the events since these versions."""
        now, snapshot = current_moment(self._site), self._site.table.snapshot
        if snapshot is not self._sent:
            self._since, self._sounds = self._sent.version, sounds_between(self._sent, snapshot) or ()
            self._sent = snapshot
        if now == sent:
            return now, b""
        event = b"event: moment\nid: %b\ndata:\n\n" % etag(self._site, now).encode()
        if self._sounds and sent[0] == self._since:
            event += b"event: sounds\ndata: %b\n\n" % msgspec.json.encode(self._sounds)
        return now, (RETRY if sent[0] == _NO_TABLE else b"") + event


def _events_since(site: Site, sent: Versions) -> tuple[Versions, bytes]:
    """Present versions of table, parts and organiser, and the events since these versions."""
    snapshot, changes, organiser = site.table.snapshot, site.parts.changes, organiser_changes(site)
    events = b""
    if snapshot.version != sent[0]:
        more = RETRY if sent[0] == _NO_TABLE else b""
        events = b"event: table\nid: %b\ndata: %b\n%b\n" % (snapshot.etag.encode(), snapshot.json, more)
    if changes != sent[1]:
        events += b"event: box\ndata: " + msgspec.json.encode(site.parts.states()) + b"\n\n"
    if organiser != sent[2] and site.organiser is not None:
        events += b"event: organiser\ndata: " + msgspec.json.encode(organiser_json(site)) + b"\n\n"
    return (snapshot.version, changes, organiser), events
