"""The live stream: each new snapshot and each part that appears or vanishes, for programs; for open pages
only that there is something new. At a table of an event also what passes between it and the organiser.

A slow reader gets the latest snapshot and none of those in between.
"""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Blueprint, Response, request

from companion.table.snapshot import sounds_between
from web.calling import organised, told
from web.moment import etag, present
from web.server.broadcaster import Seen, Subscriber
from web.site import Site
from web.streaming import RETRY, streamed

PAGES = "pages"
"""In the address: the stream is for an open page."""
_NO_TABLE = -1
"""The version that a reader has seen which has just come."""


def routes(api: Blueprint, site: Site) -> None:
    """Let phones listen."""
    for_programs, for_pages = partial(_news, site), PageNews(site).news

    @api.get("/events")
    def events() -> Response:
        news = for_pages if PAGES in request.args else for_programs
        return streamed(Subscriber((_NO_TABLE, site.parts.changes, _NO_TABLE), news))


class PageNews:
    """What open pages are sent: the etag of each new moment, and the sounds of the change that led there.

    For the thread that sends.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._sent = site.table.snapshot
        self._since = _NO_TABLE
        self._sounds: tuple[str, ...] = ()

    def news(self, seen: Seen) -> tuple[Seen, bytes]:
        """The moment now, and the events since `seen`."""
        now, snapshot = present(self._site), self._site.table.snapshot
        if snapshot is not self._sent:
            self._since, self._sounds = self._sent.version, sounds_between(self._sent, snapshot) or ()
            self._sent = snapshot
        if now == seen:
            return now, b""
        event = b"event: moment\nid: %b\ndata:\n\n" % etag(self._site, now).encode()
        if self._sounds and seen[0] == self._since:
            event += b"event: sounds\ndata: %b\n\n" % msgspec.json.encode(self._sounds)
        return now, (RETRY if seen[0] == _NO_TABLE else b"") + event


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
