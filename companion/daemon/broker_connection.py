"""The box at its broker: its client and publisher there, on threads of their own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from companion.config import MqttConfig
from companion.daemon.display_image import DisplayImage
from companion.daemon.start_failures import NoThreads, translate_threads
from companion.games import Game
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language
from companion.mqtt import topics
from companion.mqtt.broker import BrokerUnfit, broker_of
from companion.mqtt.client import Client
from companion.mqtt.home_assistant import discovery, published_by
from companion.mqtt.publisher import Publisher
from companion.mqtt.state import Identity
from companion.notifier import Notifier
from companion.parts import Parts
from companion.table.organiser import Organiser
from companion.table.table import Table

log = logging.getLogger(__name__)

DISCONNECT_TIMEOUT = 0.5
"""Seconds for the broker to confirm that the box goes."""


class BrokerConnection:
    """The box at its broker. `status` and `tag` may be called from any thread, and return at once.

    language: of the names in Home Assistant, and of the display's picture there.
    url: of the box's pages, None while it is not known.
    """

    def __init__(
        self,
        config: MqttConfig,
        table: Table,
        parts: Parts,
        organiser: Organiser | None,
        notifier: Notifier,
        games: Mapping[str, Game],
        language: Language,
        url: Callable[[], str | None],
    ) -> None:
        self._config = config
        self._notifier = notifier
        self._games = games
        self._discovery = lru_cache(maxsize=1)(self._make_discovery)
        self._language = language
        box = table.snapshot.box
        self._box = box
        self._publisher = Publisher(
            Identity(box, config.event or None, config.table, config.names),
            table,
            parts,
            organiser,
            notifier,
            discovery=(lambda: self._discovery(url())) if config.discovery else None,
            commands=config.commands,
        )
        self.display_image = DisplayImage(language, names=config.names) if config.discovery else None
        self._client: Client | None = None
        self._status = BrokerStatus("connecting")
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)

    def status(self) -> BrokerStatus:
        """How it stands with the broker."""
        return self._status if self._client is None else self._client.status

    def tag(self, tag: str) -> None:
        """Take a tag that was laid on the reader. tag: upper-case hex."""
        self._publisher.tag(tag)

    def start(self) -> None:
        """Begin. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye, and publish nothing more."""
        if self.display_image is not None:
            self.display_image.stop()
        self._publisher.stop()
        if self._thread.ident is not None:
            self._thread.join(DISCONNECT_TIMEOUT + 0.25)

    def _run(self) -> None:
        try:
            with translate_threads():
                self._publish()
        except (BrokerUnfit, NoThreads) as unfit:
            self._client, self._status = None, BrokerStatus("refused", unfit.message)
            self._notifier.notify()
            log.warning("nothing is published at the broker: %s", unfit)
        except Exception:
            log.exception("nothing is published at the broker any more")

    def _publish(self) -> None:
        """Publish until the end, then say goodbye. Raises `BrokerUnfit`."""
        status = topics.of_box(self._box, "status")
        client = Client(
            broker_of(self._config),
            client_id=f"companion-{self._box}",
            filters=self._publisher.filters,
            will=(status, topics.OFFLINE),
            on_message=self._publisher.received,
            on_connect=self._publisher.connected,
            on_status=self._notifier.notify,
        )
        self._client = client
        display = partial(client.retain, topics.of_box(self._box, "display"))
        try:
            client.start()
            if self.display_image is None:
                display(b"")  # clears the picture retained before the owner turned it off
            else:
                self.display_image.start(display)
            self._publisher.run(client)
        finally:
            client.retain(status, topics.OFFLINE)
            client.stop(DISCONNECT_TIMEOUT)

    def _make_discovery(self, url: str | None) -> bytes:
        """The message for Home Assistant."""
        table = self._config.table
        name = "Companion" if table is None else f"Companion {table}"
        return discovery(
            self._box, name, url, published_by(self._games), self._language, commands=self._config.commands
        )
