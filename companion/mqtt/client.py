"""The client: paho's own, with its thread, reconnection and queue. All retained topics are published again at
each connection, for brokers without persistence.

`on_publish` and `on_disconnect` take no lock: paho may hold one of its own, for which `retain` waits.
"""

from __future__ import annotations

import logging
import math
import ssl
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.health.broker_status import TAKEN_OVER, BrokerStatus
from companion.language.text import Text, text
from companion.mqtt.broker import Broker, BrokerUnfit
from companion.mqtt.reasons import GONE, NONSENSE, OTHER_PROTOCOL, away_status, by_error, by_reason

log = logging.getLogger(__name__)

MAX_PACKET = 1 << 20
"""Bytes of a packet that the broker may send; with MQTT 5 it drops longer ones."""
QUEUE_SIZE = 1000
"""Unconfirmed messages; with more, the newest is published at the next connection."""
IN_FLIGHT = 4
"""Messages in flight; every broker allows more."""
OVERHEAD = 64
"""Bytes of a packet beside topic and payload, at most."""
TWINS = 3
"""Connections ended by the broker in a row after which another client with this id is suspected."""
STABLE_AFTER = 90.0
"""Seconds after which a connection counts as stable: longer than twins let each other connect."""


class Timing(msgspec.Struct, frozen=True):
    """Seconds.

    keepalive: of silence before the broker is asked whether it is there; as many to reach it.
    retry: before the first retry, then twice as long each time.
    longest: before a retry at most; always so long once another client has our name.
    """

    keepalive: int = 15
    retry: int = 1
    longest: int = 60


TIMING = Timing()


class Client:
    """A client at a broker. `retain`, `publish` and `forget` return at once, from any thread.

    client_id: another client of the same id takes its place at the broker.
    will: topic and payload, retained, published by the broker once the client is gone without a goodbye.
    filters: subscribed to with quality of service 0, one after the other: Mosquitto queues a thousand
        messages for a client and drops the rest, and retained ones come all at once.
    on_message: topic, payload and whether it was retained; on paho's thread, returns soon.
    on_connect: called on that thread at each new connection.
    on_status: called there after `status` may have changed.

    Raises `BrokerUnfit` for certificates that cannot be read.
    """

    def __init__(
        self,
        broker: Broker,
        *,
        client_id: str,
        on_message: Callable[[str, bytes, bool], object],
        on_status: Callable[[], object],
        on_connect: Callable[[], object] = lambda: None,
        filters: tuple[str, ...] = (),
        will: tuple[str, bytes] | None = None,
        timing: Timing = TIMING,
    ) -> None:
        self._broker = broker
        self._client_id = client_id
        self._on_message = on_message
        self._on_status = on_status
        self._on_connect = on_connect
        self._filters = filters
        self._will = will
        self._timing = timing
        self._lock = threading.Lock()
        self._retained: dict[str, bytes] = {}
        self._unconfirmed: deque[str] = deque()
        self._last: paho.MQTTMessageInfo | None = None
        self._unsubscribed: deque[str] = deque()
        self._connected = False
        self._stopping = False
        self._closed = threading.Event()
        self._status = BrokerStatus("connecting")
        self._answer: ReasonCode | None = None
        self._connected_at = 0.0
        self._disconnects = 0
        self._twin: Text | None = None
        self._refused: dict[str, Text] = {}
        self._largest: float = math.inf
        self._retain_available = True
        self._client = self._create(paho.MQTTv5)

    @property
    def status(self) -> BrokerStatus:
        """The status of the connection."""
        status = self._status
        if status.state != "connected":
            return status
        twin = self._twin if time.monotonic() - self._connected_at < STABLE_AFTER else None
        return BrokerStatus("connected", next(iter(tuple(self._refused.values())), twin))

    def retain(self, topic: str, payload: bytes, *, again: bool = False) -> None:
        """Publish a retained message, now and at each later connection; empty, it clears the topic.

        again: also where the same was published before. Raises ValueError for what is no topic.
        """
        with self._lock:
            if again or self._retained.get(topic) != payload:
                self._retained[topic] = payload
                self._publish(topic, payload, retain=True)

    def forget(self, topic: str) -> None:
        """Leave the topic alone at later connections: another client has published there."""
        with self._lock:
            self._retained.pop(topic, None)

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish to present subscribers; without a connection it is lost. Raises ValueError for no topic."""
        with self._lock:
            self._publish(topic, payload, retain=False)

    def start(self) -> None:
        """Connect, and again whenever the connection is lost. Returns at once.

        Raises RuntimeError where the system allows no more threads.
        """
        self._client.loop_start()

    def stop(self, timeout: float) -> None:
        """Wait for what is published to be confirmed, and disconnect, both in so many seconds at most."""
        deadline = time.monotonic() + timeout
        with self._lock:
            self._stopping = True
            self._closed.clear()
            last = self._last if self._connected else None
        if last is not None and last.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
            last.wait_for_publish(timeout)
        if self._client.disconnect() == MQTTErrorCode.MQTT_ERR_SUCCESS:
            self._closed.wait(max(0.0, deadline - time.monotonic()))

    def _create(self, protocol: MQTTProtocolVersion) -> paho.Client:
        """Create paho's client."""
        broker, five = self._broker, protocol == paho.MQTTv5
        client = paho.Client(CallbackAPIVersion.VERSION2, client_id=self._client_id, protocol=protocol)
        client.connect_timeout = self._timing.keepalive
        client.reconnect_delay_set(self._timing.retry, self._timing.longest)
        client.max_queued_messages_set(QUEUE_SIZE)
        client.max_inflight_messages_set(IN_FLIGHT)
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        if broker.encrypted:
            client.tls_set_context(_tls_context(broker.ca))
        if self._will is not None:
            client.will_set(*self._will, qos=1, retain=True)
        client.on_connect = self._on_connack
        client.on_connect_fail = self._on_connect_failed
        client.on_disconnect = self._on_disconnected
        client.on_publish = self._on_published
        client.on_subscribe = self._on_subscribed
        client.on_message = self._on_received
        properties = Properties(PacketTypes.CONNECT)
        properties.MaximumPacketSize = MAX_PACKET
        client.connect_async(
            broker.host, broker.port, self._timing.keepalive, properties=properties if five else None
        )
        return client

    def _publish(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Hand a message to paho, while connected. For the holder of the lock."""
        if not topic or set("+#\0") & set(topic):
            raise ValueError(topic)
        if not self._connected:
            return
        if len(topic.encode()) + len(payload) + OVERHEAD > self._largest:
            self._refused[topic] = text("broker.too-long", topic=topic)
            self._call(self._on_status)
            return
        self._unconfirmed.append(topic)
        info = self._client.publish(topic, payload, qos=1, retain=retain and self._retain_available)
        if info.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            self._unconfirmed.pop()
        self._last = info

    def _on_connack(
        self, client: paho.Client, _u: object, _f: object, reason: ReasonCode, properties: Properties | None
    ) -> None:
        """The broker accepts or refuses the connection."""
        if self._stopping:
            client.disconnect()
        elif reason.value == OTHER_PROTOCOL and client.protocol == paho.MQTTv5:
            client.disconnect()
            self._client = self._create(paho.MQTTv311)
            self._client.loop_start()
        else:
            self._answer = reason
            if not reason.is_failure:
                self._begin(client, properties)

    def _begin(self, client: paho.Client, properties: Properties | None) -> None:
        """Begin a connection with its subscriptions, so that others' retained messages arrive first."""
        self._largest = getattr(properties, "MaximumPacketSize", math.inf)
        self._retain_available = bool(getattr(properties, "RetainAvailable", 1))
        self._refused = {} if self._retain_available else {"": text("broker.forgetful")}
        self._connected_at = time.monotonic()
        client.drop_out_messages()
        self._unconfirmed.clear()
        self._unsubscribed = deque(self._filters)
        self._subscribe(client)

    def _subscribe(self, client: paho.Client) -> None:
        """Subscribe to the next filter; after the last, publish all that is to be retained."""
        if self._unsubscribed:
            # so a retained message is known as such, also where it is published later
            options = SubscribeOptions(qos=0, retainAsPublished=True)
            five = client.protocol == paho.MQTTv5
            client.subscribe(self._unsubscribed.popleft(), options=options if five else None)
            return
        with self._lock:
            self._connected = True
            for topic, payload in self._retained.items():
                self._publish(topic, payload, retain=True)
        self._call(self._on_connect)
        self._set_status(BrokerStatus("connected"))

    def _on_subscribed(
        self, client: paho.Client, _u: object, _mid: int, reasons: list[ReasonCode], _p: object
    ) -> None:
        if any(each.is_failure for each in reasons):
            self._refused["#"] = text("broker.deaf")
        if not self._connected:
            self._subscribe(client)

    def _on_published(self, _c: object, _u: object, _mid: int, reason: ReasonCode, _p: object) -> None:
        """A message is confirmed or refused, in the order of publication."""
        topic = self._unconfirmed.popleft() if self._unconfirmed else ""
        before = self._refused.pop(topic, None)
        if topic and reason.is_failure:
            self._refused[topic] = text("broker.topic-refused", topic=topic)
        if before != self._refused.get(topic):
            self._call(self._on_status)

    def _on_received(self, _c: object, _u: object, message: paho.MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        self._call(self._on_message, topic, bytes(message.payload), message.retain)

    def _on_connect_failed(self, _c: object, _u: object) -> None:
        """The broker cannot be reached. paho calls this while it handles the error."""
        self._disconnects = 0
        self._set_status(by_error(sys.exc_info()[1], self._broker))

    def _on_disconnected(
        self, client: paho.Client, _u: object, _f: object, reason: ReasonCode, _p: object
    ) -> None:
        """The connection has ended."""
        if client is not self._client:
            return
        self._connected = False
        self._closed.set()
        answer, self._answer = self._answer, None
        if self._stopping:
            return
        if answer is None:
            self._disconnects = 0
            self._set_status(away_status("nonsense" if reason.value == NONSENSE else "silent", self._broker))
        elif answer.is_failure:
            self._disconnects = 0
            self._set_status(by_reason(answer.value, self._broker, refused=str(answer)))
        else:
            self._set_status(self._check_for_twin(client, by_reason(reason.value, self._broker)))

    def _check_for_twin(self, client: paho.Client, status: BrokerStatus) -> BrokerStatus:
        """The status after a lost connection; `TWINS` short ones in a row mean another client with this
        id.
        """
        code = "" if status.why is None else status.why.code
        duration = time.monotonic() - self._connected_at
        self._disconnects = (
            self._disconnects + 1 if code in (GONE, TAKEN_OVER) and duration < STABLE_AFTER else 0
        )
        if self._disconnects < TWINS:
            self._twin = None
            return status
        client.reconnect_delay_set(self._timing.longest, self._timing.longest)
        self._twin = status.why if code == TAKEN_OVER else away_status("twin", self._broker).why
        return BrokerStatus("refused", self._twin)

    def _set_status(self, status: BrokerStatus) -> None:
        if status != self._status:
            self._status = status
            if status.why is None:
                log.info("the broker is %s", status.state)
            else:  # no warning, which a terminal would show: the status puts it into words
                params = " ".join(f"{name}={value}" for name, value in status.why.params.items())
                log.info("the broker is %s: %s %s", status.state, status.why.code, params)
        self._call(self._on_status)

    def _call(self, listener: Callable[..., object], *properties: Any) -> None:
        try:
            listener(*properties)
        except Exception:
            log.exception("a listener to the broker failed")


def _tls_context(ca: str) -> ssl.SSLContext:
    """The TLS context with the trusted certificates. Raises `BrokerUnfit`."""
    try:
        context = ssl.create_default_context(cafile=ca or None)
    except OSError as error:
        raise BrokerUnfit("ca", file=ca, why=error.strerror or str(error)) from error
    if ca:
        # an authority that was made at home mostly lacks what Python 3.13 asks of the world's
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context
