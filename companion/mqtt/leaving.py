"""Leaving a broker: what it retains of a box is cleared, so that no table is waited for that is gone."""

from __future__ import annotations

import queue
import time
from contextlib import suppress
from typing import get_args

from companion.language.text import CompanionError, text
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client
from companion.mqtt.home_assistant import place

PATIENCE = 15.0
"""Seconds for all of it."""
NOT_KEPT = frozenset({"event", "tag", "command"})


def leave(broker: Broker, box: str, patience: float = PATIENCE) -> frozenset[str]:
    """Have the broker clear all that it retains of a box; the topics at which there was something.

    box: eight hex digits. Waits until the broker has confirmed each by an empty message. Raises
    `CompanionError`, which says why that could not be.
    """
    ends = time.monotonic() + patience
    own = frozenset(topics.of_box(box, kind) for kind in get_args(topics.Kind) if kind not in NOT_KEPT)
    received: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
    client = Client(
        broker,
        client_id=f"companion-{box}-leaves",
        filters=(f"companion/{box}/+",),
        on_message=lambda topic, payload, _retained: received.put((topic, payload)),
        on_status=lambda: received.put(None),
    )
    for topic in (*own, place(box)):
        client.retain(topic, b"")
    client.start()
    there: set[str] = set()
    cleared: set[str] = set()
    with suppress(queue.Empty):
        while cleared != own and client.status.state != "refused":
            message = received.get(timeout=max(0.0, ends - time.monotonic()))
            if message is not None and message[0] in own:
                (there if message[1] else cleared).add(message[0])
    why = client.status.why or text("broker.silent", address=broker.address)
    client.stop(max(1.0, ends - time.monotonic()))
    if cleared != own:
        raise CompanionError(why)
    return frozenset(there)
