"""The health check's probe of the broker, in a running companion and in the doctor."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping

from companion.config import MqttConfig
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding, fine
from companion.language.text import text
from companion.mqtt.broker import BrokerUnfit, broker_of, without_password
from companion.mqtt.reasons import away_status
from companion.storage.machine import NO_BOX

TIMEOUT = 8.0
"""Seconds to wait for a broker."""
KEEPALIVE = 3
"""Seconds for its first packet."""
DISCONNECT_TIMEOUT = 0.2
"""Seconds to disconnect."""


def status_finding(status: BrokerStatus, address: str, box: str) -> Finding:
    """The finding for a status, with the box's id. address: of the broker, as `Broker.address`."""
    if status.why is not None:
        cure = None if status.state == "away" or box == NO_BOX else text("doctor.broker.box", box=box)
        return Finding("broker", "warning" if status.state == "connected" else "missing", status.why, cure)
    if status.state == "connected" and box != NO_BOX:
        return fine("broker", "connected-as", address=address, box=box)
    return fine("broker", "connected" if status.state == "connected" else "connecting", address=address)


def running_finding(status: Callable[[], BrokerStatus], config: MqttConfig, box: str) -> Finding:
    """The finding for a running companion. config: with a URL."""
    return status_finding(status(), without_password(config.url), box)


def probe_broker(
    config: MqttConfig, box: str, within: float = TIMEOUT, others: Callable[[], Mapping[str, str]] = dict
) -> Finding:
    """Connect to the configured broker. within: seconds.

    Under another client id, as the box's own would disconnect a running companion. others: see
    `companion.health.probes.running`; only the box itself notices a twin.
    """
    from companion.mqtt.client import Client, Timing  # with the library for brokers

    decided = threading.Event()
    try:
        broker = broker_of(config)
        if others().get("broker") == "twin":
            return status_finding(
                BrokerStatus("connected", away_status("twin", broker).why), broker.address, box
            )
        client = Client(
            broker,
            client_id=f"companion-doctor-{secrets.token_hex(4)}",
            on_message=lambda *_: None,
            on_status=decided.set,
            timing=Timing(keepalive=KEEPALIVE),
        )
    except BrokerUnfit as unfit:
        return Finding("broker", "missing", unfit.message)
    client.start()
    try:
        return status_finding(
            client.status if decided.wait(within) else away_status("silent", broker), broker.address, box
        )
    finally:
        client.stop(DISCONNECT_TIMEOUT)
