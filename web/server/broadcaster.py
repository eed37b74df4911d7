"""Live streams (SSE): what is new, on every open connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from tornado.http1connection import HTTP1Connection

from companion.notifier import Notifier

# In a request's environment: called with a `Subscriber` to make the response a stream; whether it is one.
SUBSCRIBE = "companion.subscribe"
COMMENT = b": still here\n\n"  # sent in silence, so that both ends notice when the other is gone
HEARTBEAT = 15.0  # seconds from one comment to the next

Seen: TypeAlias = tuple[int, ...]
"""The versions that a stream shows. Streams of the same versions get the same bytes."""
News: TypeAlias = Callable[[Seen], tuple[Seen, bytes]]
"""Versions a stream shows -> versions now, and the events in between; no bytes where nothing changed."""


@dataclass(eq=False)
class Subscriber:
    """A stream's reader. seen: versions it shows. news: its source of events."""

    seen: Seen
    news: News


class Broadcaster:
    """Sends news to all streams; a slow one gets the latest, and nothing of what was in between.

    notifier: each notification is broadcast; closing it ends every stream. heartbeat: in seconds, for
    all. changed: set with the next notification or heartbeat.
    """

    def __init__(self, notifier: Notifier, heartbeat: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._notifier = notifier
        self._heartbeat = heartbeat
        self.changed = asyncio.Event()
        self._made: dict[tuple[News, Seen], tuple[Seen, bytes]] = {}
        self._beats = 0
        self._loop.call_later(heartbeat, self._beat)
        notifier.subscribe(self._ring)

    def _ring(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, and every stream with it
            self._loop.call_soon_threadsafe(self._broadcast)

    def _broadcast(self) -> None:
        self.changed.set()
        self.changed, self._made = asyncio.Event(), {}

    def _beat(self) -> None:
        self._beats += 1
        self._broadcast()
        self._loop.call_later(self._heartbeat, self._beat)

    async def serve(self, connection: HTTP1Connection, stream: Subscriber) -> None:
        """Send news until the phone goes or the notifier is closed.

        Raises TimeoutError for a phone that has taken nothing for two heartbeats, CancelledError for one that
        goes.
        """
        task = asyncio.current_task()
        assert task is not None

        def gone() -> None:
            task.cancel()

        connection.set_close_callback(gone)
        beats = self._beats
        while not self._notifier.closed and not connection.stream.closed():
            changed, known = self.changed, (stream.news, stream.seen)
            stream.seen, events = self._made[known] = self._made.get(known) or stream.news(stream.seen)
            if beats != self._beats:
                beats, events = self._beats, events or COMMENT
            if events:
                taken = connection.write(events)
                if not taken.done():
                    await asyncio.wait_for(taken, 2 * self._heartbeat)
            await changed.wait()
