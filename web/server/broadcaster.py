"""Live streams (SSE): what is new, on every open connection. Everything runs on the server's loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from tornado.http1connection import HTTP1Connection

from companion.bell import Bell

# In a request's environment: called with a `Subscriber` to make the response a stream.
SUBSCRIBE = "companion.subscribe"
COMMENT = b": still here\n\n"  # sent at each heartbeat, so that both ends notice when the other is gone
HEARTBEAT = 15.0  # seconds between comments

Seen: TypeAlias = tuple[int, ...]
"""The versions that a stream shows. Streams of the same versions get the same bytes."""
News: TypeAlias = Callable[[Seen], tuple[Seen, bytes]]
"""Versions a stream shows -> versions now, and the events in between; no bytes where nothing changed."""

log = logging.getLogger(__name__)


class Subscriber:
    """A stream's reader.

    seen: versions it shows. news: its source of events. last: bytes that end the stream. leave: called once
    the stream is over, on the loop. writing: it has not taken what was sent; late: for a heartbeat already.
    """

    connection: HTTP1Connection
    over = writing = late = False

    def __init__(self, seen: Seen, news: News, last: bytes) -> None:
        self.seen = seen
        self.news = news
        self.last = last
        self.leave: Callable[[], object] = lambda: None
        self.wake: Callable[[], object] = lambda: None

    def end(self) -> None:
        """End the stream as soon as what was sent is taken. From any thread."""
        self.over = True
        self.wake()


Made: TypeAlias = dict[tuple[News, Seen], tuple[Seen, bytes]]
"""News of one broadcast, for all streams that show the same."""


class Broadcaster:
    """Sends news to all streams; a slow one gets the latest, and nothing of what was in between.

    bell: each ring is followed by a broadcast; closing it ends every stream. heartbeat: in seconds.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, bell: Bell, heartbeat: float) -> None:
        self._loop = loop
        self._bell = bell
        self._heartbeat = heartbeat
        self._streams: dict[Subscriber, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        bell.first(lambda: self._soon(self._broadcast))

    def add(self, connection: HTTP1Connection, stream: Subscriber) -> None:
        """Serve a stream whose headers are sent, until its phone goes."""
        self._streams[stream] = None
        stream.connection = connection
        connection.set_close_callback(lambda: self._remove(stream))
        stream.wake = lambda: self._soon(lambda: self._send(stream, {}))
        if self._timer is None:
            self._timer = self._loop.call_later(self._heartbeat, self._beat)
        self._send(stream, {})

    def _soon(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has ended, and every stream with it
            self._loop.call_soon_threadsafe(call)

    def _broadcast(self) -> None:
        made: Made = {}
        for stream in list(self._streams):
            self._send(stream, made)

    def _beat(self) -> None:
        """Send a comment on every stream; cut those that have taken nothing between two heartbeats."""
        for stream in list(self._streams):
            if not stream.writing:
                self._write(stream, COMMENT)
            elif stream.late:
                self._cut(stream)
            stream.late = stream.writing
        self._timer = self._loop.call_later(self._heartbeat, self._beat) if self._streams else None

    def _send(self, stream: Subscriber, made: Made) -> None:
        """Send what is new, unless the stream still has to take what was sent before."""
        if stream not in self._streams or stream.writing:
            return
        if self._bell.closed or stream.connection.stream.closed():
            self._cut(stream)
        elif stream.over:
            self._remove(stream)
            stream.connection.write(stream.last)
            stream.connection.finish()
        else:
            known = stream.news, stream.seen
            try:
                stream.seen, events = made[known] = made.get(known) or stream.news(stream.seen)
            except Exception:
                log.exception("a stream failed")
                self._cut(stream)
                return
            if events:
                self._write(stream, events)

    def _write(self, stream: Subscriber, events: bytes) -> None:
        taken = stream.connection.write(events)
        if not taken.done():
            stream.writing = True
            taken.add_done_callback(lambda _: self._taken(stream))

    def _taken(self, stream: Subscriber) -> None:
        stream.writing = stream.late = False
        self._send(stream, {})

    def _cut(self, stream: Subscriber) -> None:
        self._remove(stream)
        stream.connection.close()

    def _remove(self, stream: Subscriber) -> None:
        if stream in self._streams:
            del self._streams[stream]
            stream.leave()
