"""The two sides of a phone's connection, each of which does at once what it can without a wait."""

from __future__ import annotations

import os
import socket

from web.server.preambles import LARGEST, Malformed

BLOCK = 64 * 1024
"""Bytes that are read or written at a time."""
_ASKED = 8 * 1024
"""Bytes of a request that are read at a time: few have more."""
_END = b"\r\n\r\n"


class Incoming:
    """The side that a phone writes to. What comes is waited for, as long as the socket is told to wait."""

    def __init__(self, its_socket: socket.socket) -> None:
        self._socket = its_socket
        self._come = b""

    @property
    def ahead(self) -> bool:
        """Whether something has come that nobody has taken."""
        return bool(self._come)

    def preamble(self) -> bytes:
        """What stands before the body of the next request; nothing when the phone has gone instead.

        Raises `Malformed` for one without an end, and `OSError`; `TimeoutError` is one.
        """
        looked = 0
        while True:
            if self._come.startswith(b"\r\n"):  # some end a body with an empty line of their own
                self._come = self._come[2:]
            end = self._come.find(_END, max(0, looked - len(_END))) + len(_END)
            if end >= len(_END):
                words, self._come = self._come[:end], self._come[end:]
                return words
            looked = len(self._come)
            if looked > LARGEST:
                raise Malformed(431, "too much stands before the body")
            more = self._read(_ASKED)
            if not more and looked:
                raise Malformed(400, "the phone has gone in the middle")
            if not more:
                return b""
            self._come += more

    def take(self, size: int) -> bytes:
        """At most so many bytes, at least one; nothing when the phone has gone. Raises `OSError`."""
        if not self._come:
            return self._read(min(size, BLOCK)) if size else b""
        piece, self._come = self._come[:size], self._come[size:]
        return piece

    def put_back(self, words: bytes) -> None:
        """Have this taken again, before what else has come."""
        self._come = words + self._come

    def _read(self, size: int) -> bytes:
        try:
            return os.read(self._socket.fileno(), size)
        except BlockingIOError:
            return self._socket.recv(size)


class Outgoing:
    """The side that writes to a phone: it takes anything at once, and keeps what the phone does not take."""

    def __init__(self, its_socket: socket.socket) -> None:
        self._socket = its_socket
        self._rest = bytearray()

    @property
    def unsent(self) -> int:
        """Bytes that the phone has not taken."""
        return len(self._rest)

    def say(self, words: bytes) -> None:
        """Write this; what is taken at once is not copied. Raises `OSError` when the phone has gone."""
        if words and not self._rest:
            try:
                taken = os.write(self._socket.fileno(), words)
            except BlockingIOError:
                taken = 0
            words = words[taken:]
            if not words:
                return
        self._rest += words
        self.flush()

    def flush(self) -> None:
        """Send what is taken without a wait. Raises `OSError` when the phone has gone."""
        while self._rest:
            try:
                sent = os.write(self._socket.fileno(), bytes(self._rest[:BLOCK]))
            except BlockingIOError:
                return
            del self._rest[:sent]

    def settle(self) -> None:
        """Wait until all is taken. Raises `OSError`; `TimeoutError` after a wait without a byte."""
        while self._rest:
            del self._rest[: self._socket.send(bytes(self._rest[:BLOCK]))]

    def drop(self) -> None:
        """Forget what was not taken."""
        self._rest.clear()
