"""The connection to a broker, on a thread of its own.

What is given to it is kept here, the newest of each topic, and told as fast as the broker takes it: a few
messages at a time, so that a slow broker makes nothing grow and nobody wait. With each new connection
everything is told again; so a broker that has forgotten all is whole again.
"""

import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import closing

from companion.bell import Nudge
from companion.mqtt.back_off import BackOff
from companion.mqtt.broker import Broker
from companion.mqtt.link import Link
from companion.mqtt.outbox import Outbox
from companion.mqtt.talk import LONGEST, Patience, Talk, Terms
from companion.mqtt.twin import Twin

log = logging.getLogger(__name__)

CHANCE = random.SystemRandom()
PATIENCE = Patience()


class Connection:
    """The connection to a broker. `follow`, `keep` and `say` return at once, from any thread.

    client: what the box is called there; another of the same name takes its place. will: topic and payload
    that the broker keeps there once the box is gone without a goodbye. hears: topic and payload of whatever
    comes at what is followed; on the connection's thread, returns soon. changed: how it stands, at each
    change, on that thread as well. back_off: seconds from one try to the next, the least and the most.
    longest: bytes of the longest message that is taken from the broker; its payload is shorter.
    """

    def __init__(
        self,
        broker: Broker,
        *,
        client: str,
        will: tuple[str, bytes] | None,
        hears: Callable[[str, bytes], None],
        changed: Callable[[Link], None],
        back_off: tuple[float, float] = (1.0, 60.0),
        patience: Patience = PATIENCE,
        longest: int = LONGEST,
    ) -> None:
        self._terms = Terms(broker, client, will, patience, longest)
        self._hears = hears
        self._changed = changed
        self._back_off = BackOff(*back_off, CHANCE.random)
        self._twin = Twin(broker)
        self._link = Link("connecting")
        self._ends: float | None = None
        self._nudge = Nudge()
        self._outbox = Outbox()
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    @property
    def link(self) -> Link:
        """How it stands now."""
        return self._link

    def follow(self, *filters: str, retained: bool = True) -> None:
        """Hear what is said at these topics, `+` and `#` as MQTT has them; what is retained comes first, with
        each new connection once more. retained: without it, at topics without such signs, whatever was said
        to be kept is passed over.

        One after the other, and before anything is told: a broker has room for a thousand messages at once,
        and no more are to come by any one of them.
        """
        self._outbox.follow(*filters, retained=retained)
        self._nudge.give()

    def keep(self, topic: str, payload: bytes, *, again: bool = False) -> None:
        """Have the broker keep this; empty, have it forget what it keeps there. again: say it also where that
        has been said already."""
        if self._outbox.keep(topic, payload, again=again):
            self._nudge.give()

    def forget(self, topic: str) -> None:
        """Tell this no more with each new connection: somebody else has something else kept there by now."""
        self._outbox.forget(topic)

    def say(self, topic: str, payload: bytes) -> None:
        """Say this once, to those who listen now; nobody is told while the broker is away."""
        if self._outbox.say(topic, payload):
            self._nudge.give()

    def start(self) -> None:
        """Begin. Returns at once."""
        self._thread.start()

    def stop(self, timeout: float) -> None:
        """Tell what is still to be kept, for so many seconds at most, and say goodbye."""
        self._ends = time.monotonic() + timeout
        if self._thread.ident is None:
            self._nudge.close()
            return
        self._nudge.give()
        self._thread.join(timeout)

    def _run(self) -> None:
        with closing(self._nudge):
            five = True
            while True:
                talk = Talk(
                    self._terms,
                    self._outbox,
                    self._nudge,
                    five=five,
                    hears=self._heard,
                    stands=lambda link, stood: self._stands(self._twin.standing(link, stood)),
                    ends=lambda: self._ends,
                )
                link = talk.run()
                if not talk.goodbye:
                    self._stands(self._twin.ended(link, talk.stood))
                if self._ends is not None:
                    return
                five = five != talk.other
                self._pause(time.monotonic() + self._back_off.after(talk.stood))

    def _pause(self, until: float) -> None:
        while self._ends is None and (left := until - time.monotonic()) > 0:
            self._nudge.wait(left)

    def _stands(self, link: Link) -> None:
        if link == self._link:
            return
        self._link = link
        if link.why is None:
            log.info("the broker is %s", link.state)
        else:  # no warning, which a terminal would show: whoever asked for it puts it into words
            params = " ".join(f"{name}={value}" for name, value in link.why.params.items())
            log.info("the broker is %s: %s %s", link.state, link.why.code, params)
        try:
            self._changed(link)
        except Exception:
            log.exception("nobody was told how the broker stands")

    def _heard(self, topic: str, payload: bytes) -> None:
        try:
            self._hears(topic, payload)
        except Exception:
            log.exception("what came at %s could not be taken", topic)
