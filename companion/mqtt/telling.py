"""Telling the broker, on a thread of its own: it hears the bell as everybody does, and leaves with the
connection what has changed since. No press ever waits for it.

What is told stands in voices, one for each matter; they are asked one after the other.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from companion.bell import Bell
from companion.mqtt.line import Line
from companion.mqtt.payloads import MOST
from companion.table.snapshot import Snapshot

log = logging.getLogger(__name__)

WAITING = 64
"""What the broker has said and nobody has taken yet; of more, the oldest goes."""


class Voice(Protocol):
    """What has one matter to tell at the broker. All of it is asked on the telling thread, and may take its
    time; what it raises is logged, and it is asked again at the next ring.
    """

    @property
    def follows(self) -> tuple[str, ...]:
        """The topics, without any wildcard, at which it hears."""

    def hear(self, topic: str, payload: bytes) -> None:
        """The broker has said this at one of them: from anybody, so it is read with care."""

    def anew(self) -> None:
        """The broker is there again, or for the first time: what it keeps for this box comes once more."""

    def tell(self, line: Line, snapshot: Snapshot) -> float | None:
        """Leave with the line what is to be told now; often nothing. Seconds after which it wants to be asked
        again though nothing has rung, None for never.
        """


class TellingThread:
    """The thread. `hears`, `connected` and `wake` may be called from any thread, and return at once."""

    def __init__(self, snapshot: Callable[[], Snapshot], bell: Bell) -> None:
        self._snapshot = snapshot
        self._bell = bell
        self._heard: deque[tuple[str, bytes]] = deque(maxlen=WAITING)
        self._anew = False
        self._stopping = False
        self._awake = threading.Event()
        self._followed: dict[str, Voice] = {}
        self._voices: tuple[Voice, ...] = ()
        bell.first(self._awake.set)

    def hears(self, topic: str, payload: bytes) -> None:
        """The broker has said this."""
        if len(payload) <= MOST:
            self._heard.append((topic, payload))
            self._awake.set()

    def connected(self) -> None:
        """The broker is there again."""
        self._anew = True
        self._awake.set()

    def wake(self) -> None:
        """A voice has something to tell."""
        self._awake.set()

    def stop(self) -> None:
        """Tell nothing more, once what is being told is."""
        self._stopping = True
        self._awake.set()

    def run(self, line: Line, voices: Iterable[Voice]) -> None:
        """Tell until the bell has rung for the last time, or `stop`: on the thread that calls this. voices:
        in the order in which they are asked, and with each new connection told again.
        """
        self.begin(line, voices)
        while not (self._stopping or self._bell.closed):
            self._awake.clear()
            self._awake.wait(self.once(line))

    def begin(self, line: Line, voices: Iterable[Voice]) -> None:
        """Follow what these voices want to hear."""
        self._voices = tuple(voices)
        self._followed = {topic: voice for voice in self._voices for topic in voice.follows}
        line.follow(*self._followed)

    def once(self, line: Line) -> float | None:
        """Take what was heard, and tell what there is to tell; seconds until there is more without a ring."""
        if self._anew:
            self._anew = False
            for voice in self._voices:
                voice.anew()
        for _ in range(len(self._heard)):  # and no more of a broker that never stops: others wait to be told
            topic, payload = self._heard.popleft()
            if topic in self._followed:
                self._safely(partial(self._followed[topic].hear, topic, payload))
        snapshot = self._snapshot()
        due = [self._safely(partial(voice.tell, line, snapshot)) for voice in self._voices]
        return min((each for each in due if each is not None), default=None)

    def _safely(self, does: Callable[[], float | None]) -> float | None:
        try:
            return does()
        except Exception:
            log.exception("what is told at the broker went wrong")
            return None
