"""The box at its broker: what it tells there, on a thread of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterator
from functools import partial

from companion.bell import Bell
from companion.config import MqttConfig
from companion.daemon.at_home import AtHome
from companion.daemon.pictured import Pictured
from companion.daemon.threads import NoThreads, translate_threads
from companion.mqtt import topics
from companion.mqtt.at_home import Obeying, Presenting
from companion.mqtt.broker import BrokerUnfit, broker_of
from companion.mqtt.connection import Connection
from companion.mqtt.home_assistant import discovery, told_of
from companion.mqtt.link import Link
from companion.mqtt.organiser import Organiser
from companion.mqtt.state import Teller
from companion.mqtt.telling import TellingThread, Voice
from companion.mqtt.voices import voices
from companion.parts import Parts
from companion.table.table import Table

log = logging.getLogger(__name__)

GOODBYE = 0.5
"""Seconds for the broker to be told that the box goes."""
TAGS = 8
"""Tags that wait to be told."""


class AtBroker:
    """The box at its broker. `link` and `tag` may be called from any thread, and return at once."""

    def __init__(
        self,
        config: MqttConfig,
        table: Table,
        parts: Parts,
        organiser: Organiser | None,
        bell: Bell,
        home: AtHome,
    ) -> None:
        self._config = config
        self._table = table
        self._parts = parts
        self._organiser = organiser
        self._bell = bell
        self._home = home
        self._telling = TellingThread(lambda: table.snapshot, bell)
        self.pictured = self._pictured() if config.discovery else None
        self._tags: deque[str] = deque(maxlen=TAGS)
        self._link = Link("connecting")
        self._thread = threading.Thread(target=self._run, name="telling", daemon=True)

    def link(self) -> Link:
        """How it stands with the broker."""
        return self._link

    def tag(self, tag: str) -> None:
        """A tag was laid on the reader: the broker is told of one that nobody knows. tag: upper-case hex."""
        self._tags.append(tag)
        self._telling.wake()

    def start(self) -> None:
        """Begin. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye, and tell nothing more."""
        if self.pictured is not None:
            self.pictured.stop()
        self._telling.stop()
        if self._thread.ident is not None:
            self._thread.join(GOODBYE + 0.25)

    def _run(self) -> None:
        try:
            with translate_threads():
                self._tell()
        except NoThreads as none:
            self._stands(Link("refused", none.said))
            log.warning("nothing is told at the broker: the system allows too few threads")
        except Exception:
            log.exception("nothing is told at the broker any more")

    def _tell(self) -> None:
        """Tell until there is nobody to tell anything, then say goodbye."""
        try:
            where = broker_of(self._config)
        except BrokerUnfit as unfit:
            self._stands(Link("refused", unfit.said))
            log.warning("nothing is told at the broker: %s", unfit)
            return
        box = self._table.snapshot.box
        teller = Teller(box, self._config.event or None, self._config.table, self._config.names)
        status = topics.of_box(box, "status")
        line = Connection(
            where,
            client=f"companion-{box}",
            will=(status, topics.OFFLINE),
            hears=self._telling.hears,
            changed=self._stands,
        )
        if self._config.commands:
            line.follow(topics.of_box(box, "command"), retained=False)
        display = partial(line.keep, topics.of_box(box, "display"))
        try:
            line.start()
            if self.pictured is None:
                display(b"")  # of before its owner wished that nobody sees it
            else:
                self.pictured.start(display)
            self._telling.run(line, self._voices(teller))
        finally:
            line.keep(status, topics.OFFLINE)
            line.stop(GOODBYE)

    def _voices(self, teller: Teller) -> tuple[Voice, ...]:
        """All that is told, in the order in which a new connection tells it."""
        table = voices(teller, self._table, self._parts, self._organiser, self._tags, time.monotonic)
        return (*self._at_home(teller.box), *table)

    def _at_home(self, box: str) -> Iterator[Voice]:
        """What is told to a smart home, and heard from it."""
        if not (self._config.discovery or self._config.commands):
            return
        if self._config.discovery:
            table, home = self._config.table, self._home
            name = "Companion" if table is None else f"Companion {table}"
            told = told_of(home.games)

            def message(url: str | None) -> tuple[str, bytes]:
                return discovery(box, name, url, told, home.language, commands=self._config.commands)

            yield Presenting(box, message, home.url, time.monotonic)
        if self._config.commands:
            yield Obeying(box, self._table, time.monotonic)

    def _pictured(self) -> Pictured:
        return Pictured(self._home.language, names=self._config.names)

    def _stands(self, link: Link) -> None:
        """The connection says how it stands."""
        self._link = link
        if link.state == "connected":
            self._telling.connected()
        self._bell.ring()
