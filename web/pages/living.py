"""Pages that stay open: a phone that says at its stream which page it shows is sent what becomes of it.

Each page is drawn by one thread of its own, after everybody has heard of the event and the poster has his
answer, and only as the table is now: what is outdated before its turn comes is not drawn. What was drawn for
one phone is sent to every other that shows the same page in the same language, and of whom the page would
read the same: what it has read is noted while it is drawn. A phone that shows it already is only told so.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
from flask import Flask, request
from werkzeug.exceptions import HTTPException

from companion.language.signals import Sound
from companion.language.text import CompanionError
from companion.table.snapshot import Snapshot
from companion.table.sounds import sounds
from web.calling import organised
from web.pages.drawing import DRAWING, Pages
from web.pages.forms import own
from web.pages.me import Me, Token, agrees, token_in
from web.pages.parts import Drawing, Kept
from web.pages.words import seconds
from web.server.broadcaster import Seen, Subscriber
from web.server.rate_limiter import ONCE_A_MINUTE, RateLimiter

PAGE = "X-Page"
"""The address of the page that a phone shows, in the request for its stream."""
SHOWN = "X-Shown"
"""The table that this page shows, as the snapshot's etag."""
_ASKED: Mapping[str, Any] = MappingProxyType(
    {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "HTTP_X_FRAGMENT": "main",
    }
)
"""The request for which a page is drawn: it has nothing of any phone, so no drawing depends on what is not
noted."""
_LONGEST = 2000
_UNSHOWN = (-1, -1, -1, -1)
_KIND = r"/\w*"

log = logging.getLogger(__name__)


class Piece(msgspec.Struct, frozen=True, dict=True):
    """A page's main part as it is sent to those whom it fits, or with `main` None that it must be fetched.

    moment: the versions of table, parts, join code and what is said with the organiser that it shows. read:
    what it has read of who asked. said: what an open page is told beside; the `sounds` of the change that led
    here among it, which no page holds.
    """

    moment: Seen
    read: Mapping[str, Any]
    said: Mapping[str, Any]
    main: str | None = None

    @cached_property
    def whole(self) -> bytes:
        """It as an event."""
        return _event({**self.said, "fetch": True} if self.main is None else {**self.said, "main": self.main})

    @cached_property
    def moved(self) -> bytes:
        """An event for who shows it already."""
        return self.whole if self.main is None else _event(self.said)

    @cached_property
    def mark(self) -> bytes | None:
        """What tells it from others that show something else; None when it shows nothing."""
        return None if self.main is None else hashlib.blake2b(self.main.encode(), digest_size=16).digest()


def _event(said: Mapping[str, Any]) -> bytes:
    return b"event: page\ndata: " + msgspec.json.encode(said) + b"\n\n"


def _kind(address: str) -> str:
    """What the address of a page begins with. Who comes anew for each event would else be drawn for before
    those whose quick pages are known."""
    found = re.match(_KIND, address)
    return found[0] if found else ""


class Viewer:
    """A phone's open page.

    address: the page's, and `wish` for whom it is asked to act. token: what came along. language: its code.
    latest: what the phone is to show. first: said before anything else. subscriber: the phone's.
    took: seconds that its page took to be drawn, at first one of its kind.
    """

    def __init__(
        self,
        address: str,
        token: Token,
        language: str,
        latest: Piece,
        first: bytes,
        subscriber: Subscriber,
        took: float = 0.0,
    ) -> None:
        self.address = address
        self.wish = dict(parse_qsl(urlsplit(address).query)).get("for")
        self.token = token
        self.language = language
        self.latest = latest
        self.took = took
        self._first = first
        self._subscriber = subscriber
        self._told: bytes | None = None

    def show(self, piece: Piece) -> None:
        """Tell the phone, as soon as it has taken what was said before."""
        self.latest = piece
        self._subscriber.wake()

    def news(self, heard: Seen) -> tuple[Seen, bytes]:
        """What there is to tell, by what has been told: for the broadcaster."""
        latest, words = self.latest, self._first
        self._first = b""
        if latest.moment != heard:
            words += latest.moved if latest.mark and latest.mark == self._told else latest.whole
            self._told = latest.mark
        return latest.moment, words


class Living:
    """The pages that are open. Safe to use from any thread.

    app: the application that has the pages.
    """

    def __init__(self, pages: Pages, app: Flask) -> None:
        self._pages = pages
        self._site = pages.site
        self._app = app
        self._lock = threading.Lock()
        self._viewers: dict[Viewer, None] = {}
        self._thread: threading.Thread | None = None
        self._mark = secrets.token_urlsafe(12)
        self._moment: Seen = _UNSHOWN
        self._pieces: dict[tuple[str, str], list[Piece]] = {}
        self._drawings: dict[tuple[str, str], Drawing] = {}
        self._kept: dict[tuple[str, str], Kept] = {}
        self._took: dict[str, float] = {}
        self._logged = RateLimiter(ONCE_A_MINUTE, self._site.monotonic)
        self._sent: Snapshot | None = None
        self._sounds: tuple[Sound, ...] = ()

    def open(self, subscriber: Subscriber, first: bytes) -> None:
        """Let a phone's stream tell of the page that it shows, if the request under way says which that is.

        first: said before anything else.
        """
        address = request.headers.get(PAGE, "")
        if not address or own(address) != address or len(address) > _LONGEST:
            return
        if not self._draws():
            return
        with self._lock:
            snapshot, moment = self._now()
            fetched = Piece(moment, {}, {"etag": snapshot.etag})
            token, language = token_in(request), self._pages.language().code
            took = self._took.get(_kind(address), 0.0)
            viewer = Viewer(address, token, language, fetched, first, subscriber, took)
            self._viewers[viewer] = None
        subscriber.news = viewer.news
        subscriber.seen = moment if request.headers.get(SHOWN) == snapshot.etag else _UNSHOWN
        left = subscriber.leave

        def leave() -> None:
            with self._lock:
                self._viewers.pop(viewer, None)
            left()

        subscriber.leave = leave

    def _draws(self) -> bool:
        """Begin the thread with the first page; False where the system has none left: phones then fetch."""
        with self._lock:
            if self._thread is None:
                thread = threading.Thread(target=self._draw_on, name="pages", daemon=True)
                self._sent = self._site.table.snapshot
                with suppress(RuntimeError):
                    thread.start()
                    self._thread = thread
            return self._thread is not None

    def _now(self) -> tuple[Snapshot, Seen]:
        snapshot = self._site.table.snapshot
        site = self._site
        return snapshot, (snapshot.version, site.parts.changes, site.membership.codes, organised(site))

    def _draw_on(self) -> None:
        heard, bell = 0, self._site.bell
        while not bell.closed:
            heard = bell.wait(heard, None)
            while not bell.closed and self._draw_one():
                pass

    def _draw_one(self) -> bool:
        """Bring a page up to date: the most quickly drawn first, of these the one that has waited longest.

        False when all are.
        """
        snapshot, moment = self._now()
        if moment != self._moment:
            self._moment, self._pieces, self._drawings = moment, {}, {}
            self._sounds = sounds(self._sent, snapshot) or ()
        with self._lock:
            behind = [each for each in self._viewers if each.latest.moment != moment]
            viewer = min(behind, key=lambda each: each.took, default=None)
            if viewer is None:
                self._pieces, self._drawings = {}, {}
                self._sent = snapshot
                shown = {(each.address, each.language) for each in self._viewers}
                self._kept = {each: kept for each, kept in self._kept.items() if each in shown}
                return False
            del self._viewers[viewer]
            self._viewers[viewer] = None
        began = self._site.monotonic()
        piece = self._piece(viewer, snapshot, moment)
        viewer.took = self._site.monotonic() - began
        if self._now()[1] == moment:
            viewer.show(piece)
            self._sent = snapshot
        elif self._site.system != (None if snapshot.play is None else snapshot.play.game.system):
            self._kept.pop((viewer.address, viewer.language), None)  # whose words these are nobody can say
        return True

    def _piece(self, viewer: Viewer, snapshot: Snapshot, moment: Seen) -> Piece:
        try:
            return self._drawn(viewer, snapshot, moment)
        except (CompanionError, HTTPException):  # there is nothing to show: who fetches it is told so
            return Piece(moment, {}, {"etag": snapshot.etag})
        except Exception as error:
            if not self._site.bell.closed and not self._logged.take(type(error).__name__):
                log.exception("a page could not be drawn anew")
            return Piece(moment, {}, {"etag": snapshot.etag})

    def _drawn(self, viewer: Viewer, snapshot: Snapshot, moment: Seen) -> Piece:
        """A page as it is now: one that was drawn for another, if it fits."""
        pages, site = self._pages, self._site
        language = site.messages.language(viewer.language, site.system)
        phone = viewer.token.phone(site.membership)
        me = Me(phone, snapshot, language, pages.names(snapshot, language), viewer.wish)
        ready = self._pieces.setdefault((viewer.address, viewer.language), [])
        found = next((each for each in ready if agrees(me, each.read)), None)
        if found is None:
            began = site.monotonic()
            found = self._new(viewer, me, snapshot, moment)
            ready.append(found)
            if found.main is not None:
                self._took[_kind(viewer.address)] = site.monotonic() - began
        return found

    def _new(self, viewer: Viewer, me: Me, snapshot: Snapshot, moment: Seen) -> Piece:
        said: dict[str, Any] = {"etag": snapshot.etag}
        if not self._pages.stands_at(viewer.address):
            return Piece(moment, {}, said)
        where = (viewer.address, viewer.language)
        kept = self._kept.setdefault(where, Kept())
        drawing = self._drawings.setdefault(where, Drawing(self._mark, kept))
        asked = {**_ASKED, "HTTP_ACCEPT_LANGUAGE": viewer.language, DRAWING: drawing}

        def first() -> str:
            with self._app.request_context(asked):
                return self._pages.show(viewer.address).get_data(as_text=True)

        main, read = drawing.drawn_for(me, first)
        said |= {
            "version": snapshot.version,
            "now": seconds(self._site.clock()),
            "news": drawing.news,
            "mark": self._mark,
        }
        if self._sounds:
            said["sounds"] = self._sounds
        return Piece(moment, read, said, main)
