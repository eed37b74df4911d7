"""Leaving a broker: what it keeps of a box is taken away, so that nobody waits for a table that is gone."""

from __future__ import annotations

import queue
import time
from collections.abc import Collection
from typing import get_args

from companion.language.text import CompanionError, text
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.connection import Connection
from companion.mqtt.home_assistant import place
from companion.mqtt.link import Link

PATIENCE = 15.0
"""Seconds for all of it."""
NOT_KEPT = frozenset({"event", "tag", "command"})


def leave(broker: Broker, box: str, patience: float = PATIENCE) -> frozenset[str]:
    """Have the broker forget all that it keeps of a box; the topics at which there was something.

    box: eight hex digits. It is waited until the broker has said that nothing is there any more. Raises
    `CompanionError`, which says why that could not be.
    """
    return _Leaving(broker, box, patience).leave()


class _Leaving:
    def __init__(self, broker: Broker, box: str, patience: float) -> None:
        self._address = broker.address
        self._ends = time.monotonic() + patience
        self._came: queue.SimpleQueue[Link | tuple[str, bytes]] = queue.SimpleQueue()
        self._own = [topics.of_box(box, kind) for kind in get_args(topics.Kind) if kind not in NOT_KEPT]
        self._place = place(box)
        self._line = Connection(
            broker,
            client=f"companion-{box}-leaves",
            will=None,
            hears=lambda topic, payload: self._came.put((topic, payload)),
            changed=self._came.put,
        )

    def leave(self) -> frozenset[str]:
        self._line.follow(*self._own)
        for topic in (*self._own, self._place):
            self._line.keep(topic, b"")
        self._line.start()
        try:
            return self._heard(frozenset(self._own))
        finally:
            self._line.stop(max(1.0, self._ends - time.monotonic()))

    def _heard(self, own: Collection[str]) -> frozenset[str]:
        """What was there, once the broker has said of each that nothing is there any more."""
        there: set[str] = set()
        gone: set[str] = set()
        why = text("broker.silent", address=self._address)
        while gone != own:
            try:
                came = self._came.get(timeout=max(0.0, self._ends - time.monotonic()))
            except queue.Empty:
                raise CompanionError(why) from None
            if isinstance(came, Link):
                why = came.why or why
                if came.state == "refused":
                    raise CompanionError(why)
                continue
            topic, payload = came
            (there if payload else gone).add(topic)
        return frozenset(there)
