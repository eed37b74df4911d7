"""Somebody at a port who is taken for a broker, and does with each connection what the test says.

with lying(answering(CONNACK)) as broker: ...

A test of its own has a `Line`: `take` is the box's next packet, `give` says something, fit or not.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from companion.mqtt.broker import Broker
from tests.fakes import packets

CONNECT, PUBLISH, SUBSCRIBE, DISCONNECT = 1, 3, 8, 14
"""Kinds of packets, as `Line.take` gives them."""
CONNACK = bytes((0x20, 3, 0, 0, 0))
"""Come in, by MQTT 5, without any conditions."""
OLD_CONNACK = bytes((0x20, 2, 0, 0))
"""Come in, by MQTT 3.1.1."""


def refusal(reason: int) -> bytes:
    """Stay out, by MQTT 5."""
    return bytes((0x20, 3, 0, reason, 0))


def conditions(*properties: int) -> bytes:
    """Come in, by MQTT 5, with these properties as their bytes."""
    return bytes((0x20, 3 + len(properties), 0, 0, len(properties), *properties))


def puback(publish: Packet, reason: int = 0) -> bytes:
    """What confirms, or refuses, what has been published with quality of service 1; by MQTT 5."""
    length = int.from_bytes(publish.body[:2], "big")
    return bytes((0x40, 3, *publish.body[2 + length : 4 + length], reason))


def suback(subscribe: Packet, reason: int = 0) -> bytes:
    """What confirms, or refuses, a subscription to one filter; by MQTT 5."""
    return bytes((0x90, 4, *subscribe.body[:2], 0, reason))


class Packet:
    """kind: such as `CONNECT`. flags: of its first byte. body: all behind its length."""

    def __init__(self, kind: int, flags: int, body: bytes) -> None:
        self.kind = kind
        self.flags = flags
        self.body = body

    @property
    def version(self) -> int:
        """Of MQTT, as a box has asked for it in its `CONNECT`: 5, or 4 for 3.1.1."""
        return self.body[6]

    @property
    def topic(self) -> str:
        """Of what is published."""
        return self.body[2 : 2 + int.from_bytes(self.body[:2], "big")].decode()


class Line:
    """The connection of one box. Raises ConnectionError where the box has gone."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._received = bytearray()
        self._taken: list[tuple[int, bytes]] = []

    def take(self) -> Packet:
        """The box's next packet."""
        while not self._taken:
            more = self._sock.recv(1 << 16)
            if not more:
                raise ConnectionError
            self._received += more
            self._taken += packets.take_packets(self._received)
        first, body = self._taken.pop(0)
        return Packet(first >> 4, first & 0x0F, body)

    def give(self, data: bytes) -> None:
        """Say this."""
        self._sock.sendall(data)

    def gone(self) -> None:
        """Wait until the box has gone, and take nothing of what it says."""
        with suppress(OSError):
            while self._sock.recv(1 << 16):
                pass


def answering(data: bytes) -> Callable[[Line], None]:
    """What answers the box's first packet with this, and says and takes nothing more."""

    def answers(line: Line) -> None:
        line.take()
        line.give(data)
        line.gone()

    return answers


@contextmanager
def lying(does: Callable[[Line], None]) -> Iterator[Broker]:
    """A broker that does this with each connection, one after the other, and then closes it."""
    listening = socket.create_server(("127.0.0.1", 0))
    talking: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                sock, _ = listening.accept()
            except OSError:
                return
            talking.append(sock)
            with sock, suppress(OSError):
                does(Line(sock))

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield Broker("127.0.0.1", listening.getsockname()[1])
    finally:
        for each in (listening, *talking):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()
