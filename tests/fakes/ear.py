"""A client of a test, with all that it receives and how it stands, to be waited for."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from companion.health.broker_status import BrokerStatus
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client, Timing

SOON = 30.0
"""Seconds within which something comes that comes at once on a machine that has time."""
_names = count()


class Ear:
    """heard: topic and payload of each message. retained: whether each was. links: each way in which it
    stood. fails_at: a topic that its listener cannot take."""

    fails_at: str | None = None

    def __init__(
        self,
        broker: Broker,
        *filters: str,
        will: tuple[str, bytes] | None = None,
        keepalive: int = int(SOON),
        client: str | None = None,
    ) -> None:
        self.heard: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self.retained: list[bool] = []
        self.links: queue.Queue[BrokerStatus] = queue.Queue()
        self.client = Client(
            broker,
            client_id=client or f"test-{next(_names)}",
            filters=filters,
            will=will,
            on_message=self._hear,
            on_status=lambda: self.links.put(self.client.status),
            timing=Timing(keepalive, retry=0, longest=0),
        )

    def stands(self, state: str, why: str | None = None) -> BrokerStatus:
        """Wait until it stands so; why: the code behind `broker.`."""
        code = None if why is None else f"broker.{why}"
        while True:
            link = self.links.get(timeout=SOON)
            if link.state == state and (link.why.code if link.why else None) == code:
                return link

    def hears(self) -> tuple[str, bytes]:
        """The next message."""
        return self.heard.get(timeout=SOON)

    def _hear(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic == self.fails_at:
            raise ValueError(topic)
        self.retained.append(retained)
        self.heard.put((topic, payload))


@contextmanager
def ear(
    broker: Broker,
    *filters: str,
    will: tuple[str, bytes] | None = None,
    keepalive: int = int(SOON),
    client: str | None = None,
) -> Iterator[Ear]:
    """One that has begun, and that says goodbye at the end. client: its name there, else one of its own."""
    one = Ear(broker, *filters, will=will, keepalive=keepalive, client=client)
    one.client.start()
    try:
        yield one
    finally:
        one.client.stop(SOON)
