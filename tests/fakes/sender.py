"""A client at a broker that only writes down what it is given."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.mqtt import topics


class RecordingSender:
    """A `companion.mqtt.publisher.Sender`. kept: the newest retained payload by topic. retained: the
    topics of retained messages in order. published: the other messages in order.
    """

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.retained: list[str] = []
        self.published: list[tuple[str, bytes]] = []

    def retain(self, topic: str, payload: bytes, *, again: bool = False) -> None:
        if again or self.kept.get(topic) != payload:
            self.retained.append(topic)
        self.kept[topic] = payload

    def forget(self, topic: str) -> None:
        self.kept.pop(topic, None)

    def publish(self, topic: str, payload: bytes) -> None:
        self.published.append((topic, payload))

    def at(self, box: str, kind: topics.Kind) -> Any:
        """What is kept at a topic of a box, read; None for nothing."""
        payload = self.kept[topics.of_box(box, kind)]
        return msgspec.json.decode(payload) if payload else None

    def happened(self) -> list[str]:
        """The event types of published events."""
        return [
            msgspec.json.decode(payload)["event_type"]
            for topic, payload in self.published
            if topic.endswith("/event")
        ]
