"""Live streams (server-sent events): each change is sent to every subscriber."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from tornado.http1connection import HTTP1Connection

from companion.notifier import Notifier

SUBSCRIBE = "companion.subscribe"
"""Key of the WSGI environment: a function that takes a `Subscriber` and makes the response its stream, or
returns False when there are too many.
"""
COMMENT = b": still here\n\n"
"""Sent without news, so that both ends notice a lost connection."""
HEARTBEAT = 15.0
"""Seconds between comments."""

Versions: TypeAlias = tuple[int, ...]
"""The versions a stream has sent, for example of table, parts and members."""
EventSource: TypeAlias = Callable[[Versions], tuple[Versions, bytes]]
"""Versions sent -> present versions, and the events in between; no bytes if nothing has changed.

Streams of one source and the same versions share the bytes.
"""


@dataclass(eq=False)
class Subscriber:
    """A stream's reader. versions: those it has been sent."""

    versions: Versions
    events_since: EventSource


class Broadcaster:
    """Sends changes to all streams. A slow one skips to the latest. Belongs to its loop's thread.

    notifier: notifies of each change, from any thread; closing it ends every stream. heartbeat: in seconds.
    changed: set at the next change or heartbeat.
    """

    def __init__(self, notifier: Notifier, heartbeat: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._notifier = notifier
        self._heartbeat = heartbeat
        self.changed = asyncio.Event()
        self._cache: dict[tuple[EventSource, Versions], tuple[Versions, bytes]] = {}
        self._beats = 0
        self._loop.call_later(heartbeat, self._beat)
        notifier.subscribe(self._ring)

    def _ring(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, and every stream with it
            self._loop.call_soon_threadsafe(self._broadcast)

    def _broadcast(self) -> None:
        self.changed.set()
        self.changed, self._cache = asyncio.Event(), {}

    def _beat(self) -> None:
        self._beats += 1
        self._broadcast()
        self._loop.call_later(self._heartbeat, self._beat)

    async def serve(self, connection: HTTP1Connection, stream: Subscriber) -> None:
        """Send events until the notifier is closed.

        Raises TimeoutError for a phone that has received nothing for two heartbeats, CancelledError for one
        that has disconnected.
        """
        task = asyncio.current_task()
        assert task is not None

        def cancel() -> None:
            task.cancel()

        connection.set_close_callback(cancel)
        beats = self._beats
        while not self._notifier.closed and not connection.stream.closed():
            changed, key = self.changed, (stream.events_since, stream.versions)
            found = self._cache.get(key) or stream.events_since(stream.versions)
            stream.versions, events = self._cache[key] = found
            if beats != self._beats:
                beats, events = self._beats, events or COMMENT
            if events:
                written = connection.write(events)
                if not written.done():
                    await asyncio.wait_for(written, 2 * self._heartbeat)
            await changed.wait()
