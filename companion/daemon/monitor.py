"""What looks on in the background while the box is served: at its network, its disk, its parts."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import partial

from companion.config import Config
from companion.health import machine, netlink, probes
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding, Probe, degraded_codes
from companion.health.network import local_name, reachable
from companion.language.messages import Language
from companion.notifier import Notifier, Poller
from companion.parts import Parts
from companion.storage.storage import Storage
from companion.table.backups import Backups
from companion.table.data_folder import folder_of
from companion.table.table import Table
from hardware import part_probes

NETWORK_INTERVAL = 5.0
"""Seconds after which the display's code has followed a new address, where the kernel does not tell of it."""


class Monitor:
    """Rings the notifier when the addresses of the box have changed, or what is amiss with it.

    network: each `host:port` by which phones reach the box, the best first. checkup: what is amiss. name: the
    one that its network knows the box by, None where it has none. language: of the box, for the log. clock:
    the present time, UTC.
    """

    def __init__(
        self,
        config: Config,
        table: Table,
        journal: Storage,
        backups: Backups,
        parts: Parts,
        language: Language,
        notifier: Notifier,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        self._host, self._port = config.web.host, config.web.port
        self._table = table
        self._live: tuple[Probe, ...] = (
            partial(probes.writer_finding, lambda: journal.trouble),
            partial(probes.backups_finding, lambda: backups.failing),
        )
        write_trial = probes.WriteTrial(lambda: journal.last, time.monotonic)
        self._config = config
        self._check = probes.HealthCheck(
            parts,
            part_probes.missing_part_probes(config, monotonic=time.monotonic),
            (
                machine.power,
                partial(probes.disk, folder_of(config), write_error=write_trial),
                partial(machine.clock, clock),
                *self._live,
            ),
            language,
        )
        self.name: str | None = None
        self.health = Poller[tuple[Finding, ...]](
            self._check, (), notifier, interval=probes.INTERVAL, name="checkup"
        )
        self.network = Poller[tuple[str, ...]](
            self._reachable,
            (),
            notifier,
            interval=NETWORK_INTERVAL,
            name="network",
            open_events=netlink.network_changes,
        )

    def add_broker(self, status: Callable[[], BrokerStatus]) -> None:
        """Look as well at how it stands with the broker, where the owner names one; before the start."""
        from companion.mqtt.probe import running_finding  # few boxes have a broker

        self._check.add(partial(running_finding, status, self._config.mqtt, self._table.snapshot.box))

    def set_port(self, port: int) -> None:
        """See by which addresses and which name the box is reached, now that it answers on this port."""
        self._port = port
        self.network.poll()
        self.name = local_name(self._host, port)

    def start(self, stack: ExitStack) -> None:
        """Look again and again, until the stack ends it."""
        stack.callback(self.health.stop)
        self.health.start()
        if self.name is not None:  # else the server listens on one address, which stays
            stack.callback(self.network.stop)
            self.network.start()

    def url(self) -> str | None:
        """Of the box's pages, by its best address; None without a network."""
        return next((f"http://{each}/" for each in self.network.latest), None)

    def degraded(self) -> tuple[str, ...]:
        """Codes of what makes the box less than it should be: of its disk by the last check-up, else as it is
        now."""
        seen = [each for each in self.health.latest if each.part == "disk"]
        unseen = probes.writer_finding(lambda: "journal-damaged" if self._table.snapshot.set_aside else None)
        return degraded_codes((*seen, *(probe() for probe in self._live), unseen))

    def _reachable(self) -> tuple[str, ...]:
        return reachable(self._host, self._port)
