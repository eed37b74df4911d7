"""How the box stands with its broker: as a running companion knows it, and as the doctor finds it out."""

from __future__ import annotations

import queue
import secrets
import time
from collections.abc import Callable, Mapping

from companion.config import MqttConfig
from companion.health.findings import Finding, fine
from companion.language.text import text
from companion.mqtt.amiss import away
from companion.mqtt.broker import BrokerUnfit, broker_of, without_password
from companion.mqtt.link import Link
from companion.storage.storage import NO_BOX

WITHIN = 8.0
"""Seconds that the doctor gives a broker: for MQTT 5, and for 3.1.1 where it does not know that."""
ANSWERS = 3.0
"""Seconds for its first word."""
GOODBYE = 0.2
"""Seconds for a goodbye."""
_AGAIN = frozenset({"broker.protocol", "broker.silent"})
"""After these the box tries in another way at once."""


def of_link(link: Link, address: str, box: str) -> Finding:
    """What a connection says of itself; to whoever looks after the broker also whose it is.

    address: of the broker, as `companion.mqtt.broker.Broker` has it. box: its id.
    """
    if link.why is not None:
        cure = None if link.state == "away" or box == NO_BOX else text("doctor.broker.box", box=box)
        return Finding("broker", "warning" if link.state == "connected" else "missing", link.why, cure)
    if link.state == "connected" and box != NO_BOX:
        return fine("broker", "connected-as", address=address, box=box)
    return fine("broker", "connected" if link.state == "connected" else "connecting", address=address)


def running(link: Callable[[], Link], config: MqttConfig, box: str) -> Finding:
    """How the running companion stands with the broker. config: with its url. Asks nobody."""
    return of_link(link(), without_password(config.url), box)


def asked(
    config: MqttConfig, box: str, within: float = WITHIN, others: Callable[[], Mapping[str, str]] = dict
) -> Finding:
    """Call the broker that the owner has written, as somebody else than the box, whom a running companion is
    perhaps; nothing is told there. within: seconds after which what stands then is given. others: see
    `companion.health.probes.running`; only the box itself sees that it has a twin.
    """
    try:
        broker = broker_of(config)
    except BrokerUnfit as unfit:
        return Finding("broker", "missing", unfit.said)
    if others().get("broker") == "twin":
        return of_link(Link("connected", away("twin", broker).why), broker.address, box)
    links: queue.Queue[Link] = queue.Queue()
    from companion.mqtt.connection import Connection  # with the library for brokers
    from companion.mqtt.talk import Patience

    connection = Connection(
        broker,
        client=f"companion-doctor-{secrets.token_hex(4)}",
        will=None,
        hears=lambda *_: None,
        changed=links.put,
        back_off=(0.1, 0.1),
        patience=Patience(ANSWERS),
    )
    connection.start()
    try:
        link = _decided(links, time.monotonic() + within)
        return of_link(away("silent", broker) if link.state == "connecting" else link, broker.address, box)
    finally:
        connection.stop(GOODBYE)


def _decided(links: queue.Queue[Link], until: float) -> Link:
    """How it stands once that is clear, or when the time is over."""
    link = Link("connecting")
    while link.state == "connecting" or (link.why is not None and link.why.code in _AGAIN):
        try:
            link = links.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            break
    return link
