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
_BETWEEN = b"\r\n"
"""What may stand before a request, and says nothing: some end a body with an empty line of their own."""


class GoneError(OSError):
    """The phone has gone; the cause says how."""


class LateError(TimeoutError):
    """Nothing came, or was taken, for as long as the socket is told to wait."""


class Incoming:
    """The side that a phone writes to. What comes is waited for, as long as the socket is told to wait."""

    def __init__(self, its_socket: socket.socket) -> None:
        self._socket = its_socket
        self._come = b""

    @property
    def ahead(self) -> bool:
        """Whether something has come that nobody has taken."""
        return bool(self._come.lstrip(_BETWEEN))

    def preamble(self) -> bytes:
        """What stands before the body of the next request; nothing when none has begun, and none will.

        Raises `Malformed` for one without an end, `GoneError` and `LateError`.
        """
        looked = 0
        while True:
            self._come = self._come.lstrip(_BETWEEN)
            end = self._come.find(_END, max(0, looked - len(_END))) + len(_END)
            looked, whole = len(self._come), end >= len(_END)
            if (end if whole else looked) > LARGEST:
                raise Malformed(431, "too much stands before the body")
            if whole:
                words, self._come = self._come[:end], self._come[end:]
                return words
            try:
                more = self._read(_ASKED)
            except LateError:
                if looked:
                    raise
                return b""
            if not more and looked:
                raise Malformed(400, "the phone has gone in the middle")
            if not more:
                return b""
            self._come += more

    def whole(self, size: int) -> bytes | None:
        """So many bytes, where all of them have come already; else None, and nothing is taken."""
        if len(self._come) < size:
            return None
        piece, self._come = self._come[:size], self._come[size:]
        return piece

    def take(self, size: int) -> bytes:
        """At most so many bytes, at least one; nothing where no more comes. Raises as `preamble` does."""
        if not self._come:
            return self._read(min(size, BLOCK)) if size else b""
        piece, self._come = self._come[:size], self._come[size:]
        return piece

    def _read(self, size: int) -> bytes:
        try:
            try:
                return os.read(self._socket.fileno(), size)
            except BlockingIOError:
                return self._socket.recv(size)
        except TimeoutError:
            raise LateError from None
        except OSError as fault:
            raise GoneError from fault


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
        """Write this; what is taken at once is not copied. Raises `GoneError`."""
        if words and not self._rest:
            words = words[self._taken(words) :]
            if not words:
                return
        self._rest += words
        self.flush()

    def flush(self) -> None:
        """Send what is taken without a wait. Raises `GoneError`."""
        while self._rest:
            taken = self._taken(bytes(self._rest[:BLOCK]))
            if not taken:
                return
            del self._rest[:taken]

    def settle(self) -> None:
        """Wait until all is taken. Raises `GoneError`, and `LateError` after a wait without a byte."""
        try:
            while self._rest:
                del self._rest[: self._socket.send(bytes(self._rest[:BLOCK]))]
        except TimeoutError:
            raise LateError from None
        except OSError as fault:
            raise GoneError from fault

    def _taken(self, words: bytes) -> int:
        """How many bytes of them the phone takes at once."""
        try:
            return os.write(self._socket.fileno(), words)
        except BlockingIOError:
            return 0
        except OSError as fault:
            raise GoneError from fault
