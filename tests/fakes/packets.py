"""MQTT 3.1.1 as it stands on the wire, as much of it as a table or somebody hostile says: for tests and
measurements that need many clients, a broker of their own, or bytes that no library would send.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Self

from tests.patience import PATIENCE

CONNACK, PUBLISH, PUBACK, SUBACK, PINGRESP = 0x20, 0x30, 0x40, 0x90, 0xD0
"""The kinds that are read, as the upper half of a packet's first byte."""
GOODBYE = b"\xe0\x00"
_RETAINED, _ONCE = 0x01, 0x02
"""Of a publication: keep it; it is to be acknowledged."""


def connect(
    client: str, *, user: str = "", password: str = "", will: tuple[str, bytes] | None = None, every: int = 60
) -> bytes:
    """The first packet. will: topic and payload, retained. every: seconds between two signs of life."""
    flags, rest = 0x02, _text(client)
    if will is not None:
        flags |= 0x04 | 0x08 | 0x20
        rest += _text(will[0]) + _bytes(will[1])
    if user:
        flags |= 0x80 | 0x40
        rest += _text(user) + _text(password)
    return _packet(0x10, _text("MQTT") + bytes((4, flags)) + every.to_bytes(2, "big") + rest)


def publish(topic: str, payload: bytes, *, retained: bool = False, number: int = 0) -> bytes:
    """A publication. number: 1 to 65535 for one that is to be acknowledged."""
    flags = (_RETAINED if retained else 0) | (_ONCE if number else 0)
    named = number.to_bytes(2, "big") if number else b""
    return _packet(PUBLISH | flags, _text(topic) + named + payload)


def subscribe(*filters: str) -> bytes:
    """A subscription, at most once each."""
    return _packet(0x82, b"\x00\x01" + b"".join(_text(each) + b"\x00" for each in filters))


def take_packets(received: bytearray) -> Iterator[tuple[int, bytes]]:
    """Every whole packet received, taken out of the buffer: kind (the first byte) and the rest."""
    while (end := _end(received)) is not None:
        start, stop = end
        kind, body = received[0], bytes(received[start:stop])
        del received[:stop]
        yield kind, body


def parse_publication(kind: int, body: bytes) -> tuple[str, bytes]:
    """Topic and payload of a publication that was taken."""
    length = int.from_bytes(body[:2], "big")
    start = 2 + length + (2 if kind & 0x06 else 0)
    return body[2 : 2 + length].decode(), body[start:]


class Client:
    """A client that waits after each packet for the broker's answer, whatever that costs it.

    Raises `ConnectionRefusedError` where it may not in, and `TimeoutError` where nothing comes.
    """

    def __init__(
        self,
        address: tuple[str, int],
        client: str,
        *,
        user: str = "",
        password: str = "",
        will: tuple[str, bytes] | None = None,
    ) -> None:
        self.socket = socket.create_connection(address, timeout=PATIENCE)
        self._received = bytearray()
        self._waiting: list[tuple[int, bytes]] = []
        self.socket.sendall(connect(client, user=user, password=password, will=will))
        if code := self._next(CONNACK)[1][1]:
            self.socket.close()
            raise ConnectionRefusedError(code)

    def publish(self, topic: str, payload: bytes, *, retained: bool = True) -> None:
        """Returns once the broker has it, and has done with it what it does."""
        self.socket.sendall(publish(topic, payload, retained=retained, number=1))
        self._next(PUBACK)

    def subscribe(self, *filters: str) -> None:
        """Returns once the broker knows."""
        self.socket.sendall(subscribe(*filters))
        self._next(SUBACK)

    def receive(self) -> tuple[str, bytes]:
        """The next message: topic and payload."""
        return parse_publication(*self._next(PUBLISH))

    def cut(self) -> None:
        """Gone, without a goodbye."""
        self.socket.close()

    def __enter__(self) -> Self:
        """With a goodbye at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self.socket.sendall(GOODBYE)
        self.socket.close()

    def _next(self, kind: int) -> tuple[int, bytes]:
        while True:
            for place, packet in enumerate(self._waiting):
                if packet[0] & 0xF0 == kind:
                    return self._waiting.pop(place)
            come = self.socket.recv(1 << 16)
            if not come:
                raise ConnectionResetError
            self._received += come
            self._waiting += take_packets(self._received)


def _end(received: bytearray) -> tuple[int, int] | None:
    """Where the first packet's rest begins and ends; None for one that is not whole."""
    length = 0
    for place, byte in enumerate(received[1:5]):
        length |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            start = 2 + place
            return (start, start + length) if len(received) >= start + length else None
    return None


def _packet(first: int, body: bytes) -> bytes:
    length, size = bytearray(), len(body)
    while True:
        size, low = size >> 7, size & 0x7F
        length.append(low | (0x80 if size else 0))
        if not size:
            return bytes((first,)) + bytes(length) + body


def _text(words: str) -> bytes:
    return _bytes(words.encode())


def _bytes(given: bytes) -> bytes:
    return len(given).to_bytes(2, "big") + given
