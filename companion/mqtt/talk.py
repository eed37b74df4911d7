"""One connection to a broker, from being opened until it is over; nothing else knows the library for MQTT.

MQTT 5 or 3.1.1. A broker is not trusted with anything: it may be slow, confirm nothing, say what is no MQTT
or more than anybody can take. Everything happens on the thread that calls `run`.
"""

import logging
import math
import select
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.bell import Nudge
from companion.language.text import Text, text
from companion.mqtt.amiss import OTHER_PROTOCOL, away, by_error, by_reason
from companion.mqtt.broker import Broker
from companion.mqtt.link import Link
from companion.mqtt.outbox import Outbox

if TYPE_CHECKING:
    from paho.mqtt.client import SocketLike

log = logging.getLogger(__name__)

IN_FLIGHT = 4
"""Messages that are told and not yet confirmed."""
UNANSWERED = 100
"""Messages that are taken from a broker before it has taken what confirms them."""
AT_ONCE = 50
"""Messages that are taken before something is told again."""
LONGEST = 1 << 20
"""Bytes of the longest message that is taken."""
FRAME = 64
"""Bytes that a message takes beside its topic and its payload, at most."""
ONCE = 0
"""How what is followed is asked for: unconfirmed. Of what is to be confirmed Mosquitto keeps a thousand
messages for each and throws the others away, so that who follows many tables would miss most of what is
retained; and it sends more only once the last are confirmed. What is lost with a connection comes with the
next one."""
LOOKED = 5.0
"""Seconds after which it is seen to that time has passed."""


class Patience(msgspec.Struct, frozen=True):
    """Seconds. answer: for the broker to be reached, and as many for its first word. owed: for it to confirm
    what it has been told. keepalive: of silence, before it is asked whether it is there; after half as many
    again without a word of the box it tells everybody that the box is gone."""

    answer: float = 10.0
    owed: float = 60.0
    keepalive: int = 15


class Terms(msgspec.Struct, frozen=True):
    """What stays the same from one connection to the next; see `companion.mqtt.connection.Connection`."""

    broker: Broker
    client: str
    will: tuple[str, bytes] | None
    patience: Patience
    longest: int


class _Client(paho.Client):
    """The library's, which takes from a broker only what may be: nothing that is longer than anybody here
    reads, and nothing that is to be remembered first (quality of service 2), which nobody asks for."""

    longest = LONGEST

    def _sock_recv(self, bufsize: int) -> bytes:
        if bufsize > self.longest:
            raise ConnectionError("longer than anything that is read here")
        return super()._sock_recv(bufsize)

    def _send_pubrec(self, _mid: int) -> MQTTErrorCode:
        return MQTTErrorCode.MQTT_ERR_PROTOCOL


class _Encrypted(ssl.SSLSocket):
    """A socket that does not stay open, as the library leaves it, where the two do not agree."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


class Talk:
    """One connection. `other`, `stood`, `goodbye`: once it is over, whether the other version of MQTT should
    be tried, for how many seconds it has stood, and whether it has ended with a goodbye of ours.

    hears: topic and payload of what comes. stands: how it stands, and for how many
    seconds it has. ends: when it is to be over, by
    `time.monotonic`, None for never.
    """

    def __init__(
        self,
        terms: Terms,
        outbox: Outbox,
        nudge: Nudge,
        *,
        five: bool,
        hears: Callable[[str, bytes], None],
        stands: Callable[[Link, float], None],
        ends: Callable[[], float | None],
    ) -> None:
        self.other = False
        self.stood = 0.0
        self.goodbye = False
        self._broker = terms.broker
        self._terms = terms
        self._outbox = outbox
        self._nudge = nudge
        self._five = five
        self._hears = hears
        self._stands = stands
        self._ends = ends
        self._answer: ReasonCode | None = None
        self._farewell: ReasonCode | None = None
        self._room = IN_FLIGHT
        self._largest: float = math.inf
        self._quality = 1
        self._retains = True
        self._in_flight: dict[int, str] = {}
        self._confirmed: list[tuple[int, int]] = []
        self._owed = 0.0
        self._owing = False
        self._asking = False
        self._unanswered = 0
        self._amiss: dict[str, Text] = {}

    def run(self) -> Link:
        """Connect and talk until it is over; how it stands then."""
        try:
            client = self._made()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            return away("ca", self._broker, why=why, file=self._broker.ca)
        try:
            client.reconnect()
            self._talk(client)
        except (OSError, ValueError) as error:
            return by_error(error, self._broker)
        except Exception:
            log.exception("what %s says is not MQTT", self._broker.address)
            return away("nonsense", self._broker)
        finally:
            self._outbox.end()
            _close(client)
        return self._over()

    def _made(self) -> paho.Client:
        """A client for this connection alone, so that nothing of the one before is left in it.

        Raises OSError for certificates that cannot be read.
        """
        client = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._terms.client,
            clean_session=None if self._five else True,
            protocol=paho.MQTTv5 if self._five else paho.MQTTv311,
            reconnect_on_failure=False,
        )
        client.longest = self._terms.longest
        client.connect_timeout = self._terms.patience.answer
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        if self._broker.encrypted:
            trusted = ssl.create_default_context(cafile=self._broker.ca or None)
            if self._broker.ca:
                # an authority that was made at home mostly lacks what Python 3.13 asks of the world's
                trusted.verify_flags &= ~ssl.VERIFY_X509_STRICT
            trusted.sslsocket_class = _Encrypted
            client.tls_set_context(trusted)
        if self._terms.will is not None:
            client.will_set(*self._terms.will, qos=1, retain=True)
        client.on_socket_open = lambda _c, _u, sock: _at_once(sock)
        client.on_connect = lambda _c, _u, _f, reason, given: self._answered(reason, given)
        client.on_disconnect = lambda _c, _u, _f, reason, _p: self._parted(reason)
        client.on_publish = lambda _c, _u, mid, reason, _p: self._confirmed.append((mid, reason.value))
        client.on_subscribe = lambda _c, _u, _m, reasons, _p: self._followed(reasons)
        client.on_message = lambda _c, _u, message: self._heard(message)
        start = True if self._five else paho.MQTT_CLEAN_START_FIRST_ONLY
        client.connect_async(
            self._broker.host, self._broker.port, self._terms.patience.keepalive, clean_start=start
        )
        return client

    def _talk(self, client: paho.Client) -> None:
        """Until the connection is over, or nothing more is to be told at the end."""
        began = time.monotonic()
        greeted = None
        while (sock := client.socket()) is not None:
            now, ends = time.monotonic(), self._ends()
            if self._answer is None:
                due = began + self._terms.patience.answer
            elif self._answer.is_failure:
                return
            else:
                if greeted is None:
                    greeted = now
                    self._outbox.begin()
                self.stood = now - greeted
                self._confirm(now)
                self._stands(Link("connected", next(iter(self._amiss.values()), None)), self.stood)
                self._tell(client, now)
                if ends is not None and (now >= ends or self._all_told(client)):
                    self.goodbye = True
                    client.disconnect()
                    return
                owing = (self._in_flight or self._asking) and not client.want_write()
                due = self._owed + self._terms.patience.owed if owing else math.inf
                self._owing = now >= due
            due = due if ends is None else min(due, ends)
            if now >= due:
                return
            if client.socket() is not None:
                self._wait(client, sock, due - now)

    def _wait(self, client: paho.Client, sock: "SocketLike", left: float) -> None:
        """Wait for something to read or for room to write, and do that."""
        writing = client.want_write()
        if writing:
            self._owed = time.monotonic()
        else:
            self._unanswered = 0
        reading = self._unanswered < UNANSWERED
        poll = select.poll()
        poll.register(self._nudge.fileno(), select.POLLIN)
        poll.register(sock.fileno(), select.POLLIN * reading | select.POLLOUT * writing)
        pending = reading and isinstance(sock, ssl.SSLSocket) and sock.pending() > 0
        seconds = 0.0 if pending else max(0.0, min(left, LOOKED))
        ready = dict(poll.poll(math.ceil(seconds * 1e3)))
        if self._nudge.fileno() in ready:
            self._nudge.take()
        came = ready.get(sock.fileno(), 0)
        if pending or came & ~select.POLLOUT:
            self._read(client)
        if came & select.POLLOUT and client.socket() is not None:
            client.loop_write()
        client.loop_misc()

    def _read(self, client: paho.Client) -> None:
        """Take messages, one after the other, while they come."""
        for _ in range(AT_ONCE):
            before = self._unanswered
            client.loop_read()
            if self._unanswered == before or client.socket() is None:
                return

    def _tell(self, client: paho.Client, now: float) -> None:
        """Give the library what the broker may take now, and no more: first what is to be heard."""
        wanted = None if self._asking else self._outbox.next_filter()
        if wanted is not None:
            if not self._in_flight:
                self._owed = now
            self._asking = True
            self._follow(client, wanted)
        while not self._asking and client.socket() is not None and not client.want_write():
            kept = self._outbox.next_kept() if len(self._in_flight) < self._room else None
            said = self._outbox.next_said() if kept is None else None
            if kept is not None and self._fits(*kept):
                if not (self._in_flight or self._asking):
                    self._owed = now
                told = client.publish(*kept, qos=self._quality, retain=self._retains)
                if self._quality:
                    self._in_flight[told.mid] = kept[0]
            elif said is not None and self._fits(*said):
                client.publish(*said)
            elif kept is None and said is None:
                return

    def _follow(self, client: paho.Client, topic: str) -> None:
        if not (self._five and self._outbox.only_new(topic)):
            client.subscribe(topic, qos=ONCE)
            return
        # so what is said to be kept is known as that by who listens already, too
        never = SubscribeOptions.RETAIN_DO_NOT_SEND
        asked = SubscribeOptions(qos=ONCE, retainAsPublished=True, retainHandling=never)
        client.subscribe(topic, options=asked)

    def _fits(self, topic: str, payload: bytes) -> bool:
        """Whether the broker takes a message that long; one that it does not take ends the connection."""
        fits = len(topic.encode()) + len(payload) + FRAME <= self._largest
        if not fits:
            self._amiss[topic] = text("broker.too-long", topic=topic)
        return fits

    def _confirm(self, now: float) -> None:
        for mid, reason in self._confirmed:
            topic = self._in_flight.pop(mid, None)
            self._owed = now
            if topic is not None and reason >= 0x80:
                self._amiss[topic] = text("broker.topic-refused", topic=topic)
            elif topic is not None:
                self._amiss.pop(topic, None)
        self._confirmed.clear()

    def _all_told(self, client: paho.Client) -> bool:
        return self._outbox.empty and not self._in_flight and not client.want_write()

    def _answered(self, reason: ReasonCode, given: Properties | None) -> None:
        self._answer = reason
        self._room = max(1, min(IN_FLIGHT, getattr(given, "ReceiveMaximum", IN_FLIGHT)))
        self._largest = getattr(given, "MaximumPacketSize", math.inf)
        self._quality = min(1, getattr(given, "MaximumQoS", 1))
        self._retains = bool(getattr(given, "RetainAvailable", 1))
        if not self._retains:
            self._amiss[""] = text("broker.forgetful")

    def _parted(self, reason: ReasonCode) -> None:
        self._farewell = reason

    def _followed(self, reasons: list[ReasonCode]) -> None:
        """The broker has said what is retained there, and confirms that."""
        self._asking = False
        if any(each.is_failure for each in reasons):
            self._amiss["#"] = text("broker.deaf")

    def _heard(self, message: paho.MQTTMessage) -> None:
        self._unanswered += 1
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        if not (message.retain and self._outbox.only_new(topic)):
            self._hears(topic, bytes(message.payload))

    def _over(self) -> Link:
        """How it stands after a connection that has ended by what one of the two has said."""
        if self._answer is None:
            self.other = True
            return away("silent", self._broker)
        if self._owing:
            return away("owing", self._broker)
        refused = self._answer.is_failure
        reason = self._answer if refused else self._farewell
        code = 0 if reason is None else reason.value
        if code == OTHER_PROTOCOL and self._five:
            self.other = True
            return away("protocol", self._broker)
        return by_reason(code, self._broker, refused=refused, said=str(reason))


def _at_once(sock: "SocketLike") -> None:
    """Have what is told leave the machine at once, and not wait for what was told before to arrive."""
    if isinstance(sock, socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _close(client: paho.Client) -> None:
    """Let the socket go, however it stands with it."""
    sock = client.socket()
    client.on_disconnect = None
    if sock is not None:
        with suppress(Exception):
            sock.close()
