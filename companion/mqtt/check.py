"""How the box stands with its broker: as a running companion knows it, and as the doctor finds it out."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping

from companion.config import MqttConfig
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding, fine
from companion.language.text import text
from companion.mqtt.broker import BrokerUnfit, broker_of, without_password
from companion.mqtt.reasons import away
from companion.storage.machine import NO_BOX

WITHIN = 8.0
"""Seconds that the doctor gives a broker."""
ANSWERS = 3
"""Seconds for its first word."""
GOODBYE = 0.2
"""Seconds for a goodbye."""


def of_status(status: BrokerStatus, address: str, box: str) -> Finding:
    """Find what a status means to the broker's caretaker, with the box's id.

    address: of the broker, as `companion.mqtt.broker.Broker` has it.
    """
    if status.why is not None:
        cure = None if status.state == "away" or box == NO_BOX else text("doctor.broker.box", box=box)
        return Finding("broker", "warning" if status.state == "connected" else "missing", status.why, cure)
    if status.state == "connected" and box != NO_BOX:
        return fine("broker", "connected-as", address=address, box=box)
    return fine("broker", "connected" if status.state == "connected" else "connecting", address=address)


def running(status: Callable[[], BrokerStatus], config: MqttConfig, box: str) -> Finding:
    """Find how the running companion stands with the broker. config: with its url."""
    return of_status(status(), without_password(config.url), box)


def asked(
    config: MqttConfig, box: str, within: float = WITHIN, others: Callable[[], Mapping[str, str]] = dict
) -> Finding:
    """Find whether the broker in the configuration lets a client in.

    By a client of another id: the box's own would throw a running companion out. within: seconds.
    others: see `companion.health.probes.running`; only the box itself sees that it has a twin.
    """
    from companion.mqtt.client import Client, Timing  # with the library for brokers

    decided = threading.Event()
    try:
        broker = broker_of(config)
        if others().get("broker") == "twin":
            return of_status(BrokerStatus("connected", away("twin", broker).why), broker.address, box)
        client = Client(
            broker,
            client_id=f"companion-doctor-{secrets.token_hex(4)}",
            on_message=lambda *_: None,
            on_status=decided.set,
            timing=Timing(keepalive=ANSWERS),
        )
    except BrokerUnfit as unfit:
        return Finding("broker", "missing", unfit.said)
    client.start()
    try:
        return of_status(
            client.status if decided.wait(within) else away("silent", broker), broker.address, box
        )
    finally:
        client.stop(GOODBYE)
