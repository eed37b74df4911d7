"""Leaving a broker: clears the retained topics of a box."""

from __future__ import annotations

import queue
import time
from contextlib import suppress
from typing import get_args

from companion.language.text import CompanionError, text
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client
from companion.mqtt.home_assistant import discovery_topic

TIMEOUT = 15.0
"""Seconds for all of it."""
NOT_RETAINED = frozenset({"event", "tag", "command"})


def leave(broker: Broker, box: str, timeout: float = TIMEOUT) -> frozenset[str]:
    """Clear all retained topics of a box; return those that were not empty.

    box: eight hex digits. Returns once the broker has confirmed each by an empty message. Raises
    `CompanionError`.
    """
    deadline = time.monotonic() + timeout
    own = frozenset(topics.of_box(box, kind) for kind in get_args(topics.Kind) if kind not in NOT_RETAINED)
    received: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
    client = Client(
        broker,
        client_id=f"companion-{box}-leaves",
        filters=(f"companion/{box}/+",),
        on_message=lambda topic, payload, _retained: received.put((topic, payload)),
        on_status=lambda: received.put(None),
    )
    for topic in (*own, discovery_topic(box)):
        client.retain(topic, b"")
    client.start()
    found: set[str] = set()
    cleared: set[str] = set()
    with suppress(queue.Empty):
        while cleared != own and client.status.state != "refused":
            message = received.get(timeout=max(0.0, deadline - time.monotonic()))
            if message is not None and message[0] in own:
                (found if message[1] else cleared).add(message[0])
    why = client.status.why or text("broker.silent", address=broker.address)
    client.stop(max(1.0, deadline - time.monotonic()))
    if cleared != own:
        raise CompanionError(why)
    return frozenset(found)
