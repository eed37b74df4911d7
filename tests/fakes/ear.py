"""A connection of a test, with all that it hears and how it stands, to be waited for."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from companion.mqtt.broker import Broker
from companion.mqtt.connection import Connection
from companion.mqtt.link import Link
from companion.mqtt.talk import LONGEST, Patience

SOON = 30.0
"""Seconds within which something comes that comes at once on a machine that has time."""
_names = count()


class Ear:
    """heard: topic and payload of each message. links: each way in which it stood. fails_at: a topic that
    its listener cannot take."""

    fails_at: str | None = None

    def __init__(
        self,
        broker: Broker,
        *,
        will: tuple[str, bytes] | None = None,
        patience: Patience | None = None,
        longest: int = LONGEST,
        client: str | None = None,
    ) -> None:
        self.heard: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self.links: queue.Queue[Link] = queue.Queue()
        self.connection = Connection(
            broker,
            client=client or f"test-{next(_names)}",
            will=will,
            hears=self._hear,
            changed=self.links.put,
            back_off=(0.01, 0.05),
            patience=patience or Patience(SOON, SOON),
            longest=longest,
        )

    def stands(self, state: str, why: str | None = None) -> Link:
        """Wait until it stands so; why: the code behind `broker.`."""
        code = None if why is None else f"broker.{why}"
        return self._until(lambda link: link.state == state and (link.why.code if link.why else None) == code)

    def hears(self) -> tuple[str, bytes]:
        """The next message."""
        return self.heard.get(timeout=SOON)

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic == self.fails_at:
            raise ValueError(topic)
        self.heard.put((topic, payload))

    def _until(self, fits: Callable[[Link], bool]) -> Link:
        while not fits(link := self.links.get(timeout=SOON)):
            pass
        return link


@contextmanager
def ear(
    broker: Broker,
    *follows: str,
    will: tuple[str, bytes] | None = None,
    patience: Patience | None = None,
    longest: int = LONGEST,
    client: str | None = None,
) -> Iterator[Ear]:
    """One that has begun, and that says goodbye at the end. client: its name there, else one of its own."""
    one = Ear(broker, will=will, patience=patience, longest=longest, client=client)
    one.connection.follow(*follows)
    one.connection.start()
    try:
        yield one
    finally:
        one.connection.stop(SOON)
