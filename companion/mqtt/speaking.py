"""What a hall has the broker keep for its tables: the notice, and the answers to those that call.

An event may have several halls. What one of them has said is told again with each new connection, so that a
broker without a memory is whole again; but no more once another hall has said something else there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from companion.mqtt import topics
from companion.mqtt.payloads import Notice, Reply, written
from companion.mqtt.publisher import Sender
from companion.storage.entry import stamp


class Speaking:
    """Says what the organiser says. Safe to use from any thread; returns at once. clock: now, UTC."""

    def __init__(self, event: str, clock: Callable[[], datetime]) -> None:
        self._event = event
        self._clock = clock
        self._lock = threading.Lock()
        self._client: Sender | None = None
        self._said: dict[str, tuple[bytes, bool]] = {}

    def by(self, client: Sender) -> None:
        """Speak by this client from now on."""
        self._client = client

    def note(self, said: str) -> None:
        """Say this to all tables; with nothing, that there is no notice any more."""
        at = stamp(self._clock())
        self._say(topics.notice(self._event), written(Notice(said, at)) if said else b"")

    def answer(self, box: str, call: str, done: bool) -> None:
        """Answer the call of a table, by its time: it is settled, or he is coming."""
        reply = Reply(call, stamp(self._clock()), done)
        self._say(topics.answer(self._event, box), written(reply))

    def over(self, box: str) -> None:
        """The call of a table is over, and so is its answer."""
        self._say(topics.answer(self._event, box), b"")

    def hears(self, topic: str, payload: bytes) -> None:
        """Something stands at the broker, said by whatever hall."""
        with self._lock:
            said = self._said.get(topic)
            if said is None:
                return
            own, heard = said
            if payload == own:
                self._said[topic] = own, True
            if heard if payload != own else not own:
                del self._said[topic]
                if self._client is not None:
                    self._client.forget(topic)

    def _say(self, topic: str, payload: bytes) -> None:
        with self._lock:
            self._said[topic] = payload, False
            if self._client is not None:
                self._client.retain(topic, payload, again=True)
