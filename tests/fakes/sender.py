"""A client at a broker that only writes down what it is given."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.mqtt import topics


class RecordingSender:
    """A `companion.mqtt.publisher.Sender`. kept: the newest payload of each topic that is retained. told: the
    topics of what was retained, in their order. said: what was published otherwise, in its order.
    """

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.told: list[str] = []
        self.said: list[tuple[str, bytes]] = []

    def retain(self, topic: str, payload: bytes, *, again: bool = False) -> None:
        if again or self.kept.get(topic) != payload:
            self.told.append(topic)
        self.kept[topic] = payload

    def forget(self, topic: str) -> None:
        self.kept.pop(topic, None)

    def publish(self, topic: str, payload: bytes) -> None:
        self.said.append((topic, payload))

    def at(self, box: str, kind: topics.Kind) -> Any:
        """What is kept at a topic of a box, read; None for nothing."""
        payload = self.kept[topics.of_box(box, kind)]
        return msgspec.json.decode(payload) if payload else None

    def happened(self) -> list[str]:
        """What was said to have happened, in a word each."""
        return [
            msgspec.json.decode(payload)["event_type"]
            for topic, payload in self.said
            if topic.endswith("/event")
        ]
