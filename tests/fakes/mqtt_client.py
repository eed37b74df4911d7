"""An MQTT client that records messages and states of its connection, to be waited for."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from companion.health.broker_status import BrokerStatus
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client, Timing
from tests.patience import PATIENCE

_names = count()


class RecordingClient:
    """messages: topic and payload of each. retained: whether each was. links: the states of its connection.
    fails_at: a topic with a failing handler."""

    fails_at: str | None = None

    def __init__(
        self,
        broker: Broker,
        *filters: str,
        will: tuple[str, bytes] | None = None,
        keepalive: int = int(PATIENCE),
        client: str | None = None,
    ) -> None:
        self.messages: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self.retained: list[bool] = []
        self.links: queue.Queue[BrokerStatus] = queue.Queue()
        self.client = Client(
            broker,
            client_id=client or f"test-{next(_names)}",
            filters=filters,
            will=will,
            on_message=self._on_message,
            on_status=lambda: self.links.put(self.client.status),
            timing=Timing(keepalive, retry=0, longest=0),
        )

    def stands(self, state: str, why: str | None = None) -> BrokerStatus:
        """Wait for this state; why: the code behind `broker.`."""
        code = None if why is None else f"broker.{why}"
        while True:
            link = self.links.get(timeout=PATIENCE)
            if link.state == state and (link.why.code if link.why else None) == code:
                return link

    def receive(self) -> tuple[str, bytes]:
        """The next message."""
        return self.messages.get(timeout=PATIENCE)

    def _on_message(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic == self.fails_at:
            raise ValueError(topic)
        self.retained.append(retained)
        self.messages.put((topic, payload))


@contextmanager
def client_at(
    broker: Broker,
    *filters: str,
    will: tuple[str, bytes] | None = None,
    keepalive: int = int(PATIENCE),
    client: str | None = None,
) -> Iterator[RecordingClient]:
    """A started client, disconnected at the end. client: its ID, else a new one."""
    one = RecordingClient(broker, *filters, will=will, keepalive=keepalive, client=client)
    one.client.start()
    try:
        yield one
    finally:
        one.client.stop(PATIENCE)
