"""What a hall publishes for its tables, retained: the notice, and the answers to calls.

An event may have several halls. What one has published is published again at each connection, so that a
broker without a memory is whole again; but no more once another hall has published something else there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from companion.mqtt import topics
from companion.mqtt.payloads import encode
from companion.mqtt.publisher import Sender
from companion.storage.entry import stamp
from companion.table.organiser import Notice, Reply


class Announcements:
    """Publishes what the organiser says. Safe to use from any thread; returns at once. clock: now, UTC."""

    def __init__(self, event: str, clock: Callable[[], datetime], client: Sender) -> None:
        self._event = event
        self._clock = clock
        self._client = client
        self._lock = threading.Lock()
        self._published: dict[str, tuple[bytes, bool]] = {}

    def note(self, words: str) -> None:
        """Publish a notice to all tables, or with nothing, clear it."""
        at = stamp(self._clock())
        self._publish(topics.notice(self._event), encode(Notice(words, at)) if words else b"")

    def answer(self, box: str, call: str, done: bool) -> None:
        """Answer the call of a table, by its time: it is settled, or the organiser is coming."""
        reply = Reply(call, stamp(self._clock()), done)
        self._publish(topics.answer(self._event, box), encode(reply))

    def over(self, box: str) -> None:
        """Clear the answer to a call that is over."""
        self._publish(topics.answer(self._event, box), b"")

    def received(self, topic: str, payload: bytes) -> None:
        """Take what any hall has published."""
        with self._lock:
            published = self._published.get(topic)
            if published is None:
                return
            own, echoed = published
            if payload == own:
                self._published[topic] = own, True
            if echoed if payload != own else not own:
                del self._published[topic]
                self._client.forget(topic)

    def _publish(self, topic: str, payload: bytes) -> None:
        with self._lock:
            self._published[topic] = payload, False
            self._client.retain(topic, payload, again=True)
