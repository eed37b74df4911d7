"""Retained messages of a hall to its tables: the notice, and the answers to calls.

They are published again at each connection, for brokers without persistence, until another hall of the event
has published at their topic.
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


class OrganiserMessages:
    """Publishes the organiser's messages. Returns at once; safe to use from any thread. clock: now, UTC."""

    def __init__(self, event: str, clock: Callable[[], datetime], client: Sender) -> None:
        self._event = event
        self._clock = clock
        self._client = client
        self._lock = threading.Lock()
        self._published: dict[str, tuple[bytes, bool]] = {}

    def publish_notice(self, words: str) -> None:
        """Publish a notice to all tables; an empty one clears it."""
        at = stamp(self._clock())
        self._publish(topics.notice(self._event), encode(Notice(words, at)) if words else b"")

    def answer(self, box: str, call: str, done: bool) -> None:
        """Answer a table's call by its time. done: it is settled; else the organiser is coming."""
        reply = Reply(call, stamp(self._clock()), done)
        self._publish(topics.answer(self._event, box), encode(reply))

    def clear_answer(self, box: str) -> None:
        """Clear the answer to a box's call."""
        self._publish(topics.answer(self._event, box), b"")

    def received(self, topic: str, payload: bytes) -> None:
        """Handle a message of any hall."""
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
