"""Whether another client uses this one's name at the broker: each throws the other out, again and again."""

from companion.language.text import Text
from companion.mqtt.amiss import away
from companion.mqtt.broker import Broker
from companion.mqtt.link import GONE, TAKEN_OVER, Link

OFTEN = 3
"""Connections in a row that the broker has ended. One may be the doctor's, which asks by the same name."""
STANDS = 90.0
"""Seconds after which a connection is no longer one of them: longer than two twins wait for each other."""


class Twin:
    """What is known of it; for one thread. It is named also while the box is let in for a moment."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._ended = 0
        self._why: Text | None = None

    def standing(self, link: Link, stood: float) -> Link:
        """How a connection stands that has stood for so many seconds."""
        if stood >= STANDS:
            self._ended, self._why = 0, None
        if link.state == "connected" and link.why is None:
            return Link("connected", self._why)
        return link

    def ended(self, link: Link, stood: float) -> Link:
        """How it stands after a connection that stood for so many seconds. link: as that connection says."""
        code = "" if link.why is None else link.why.code
        self._ended = self._ended + 1 if code in (GONE, TAKEN_OVER) and stood < STANDS else 0
        self._why = None
        if self._ended >= OFTEN:
            self._why = link.why if code == TAKEN_OVER else away("twin", self._broker).why
            return Link("refused", self._why)
        return link
