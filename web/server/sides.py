"""The two sides of a phone's connection, each of which does at once what it can without a wait."""

from __future__ import annotations

import contextlib
import os
import socket

from cheroot.makefile import StreamReader, StreamWriter

BLOCK = 64 * 1024
"""Bytes that are read or written at a time."""


class Outgoing(StreamWriter):
    """The side that writes to a phone: it takes anything at once, and keeps what the phone does not take."""

    _write_buf: bytearray
    holds = False
    """Whether what is written waits for more."""

    def __init__(self, its_socket: socket.socket, mode: str, size: int) -> None:
        super().__init__(its_socket, mode, size)
        self._socket = its_socket

    @property
    def unsent(self) -> int:
        """Bytes that the phone has not taken."""
        return len(self._write_buf)

    def say(self, words: bytes) -> None:
        """Write this; nothing is copied of what is taken at once."""
        if words and not self._write_buf:
            try:
                taken = os.write(self._socket.fileno(), words)
            except BlockingIOError:
                taken = 0
            words = words[taken:]
            if not words:
                return
        self._write_buf += words
        self.flush()

    def _flush_unlocked(self) -> None:
        """Send what is taken without a wait. Raises `OSError` when the phone has gone."""
        while self._write_buf and not self.holds:
            try:
                sent = os.write(self._socket.fileno(), bytes(self._write_buf[:BLOCK]))
            except BlockingIOError:
                return
            del self._write_buf[:sent]

    def release(self) -> None:
        """Send what was held. Raises as `say` does."""
        if self.holds:
            self.holds = False
            self.flush()

    def settle(self) -> None:
        """Wait until all is taken. Raises `OSError`; `TimeoutError` after `TIMEOUT` without a byte."""
        while self._write_buf:
            del self._write_buf[: self._socket.send(bytes(self._write_buf[:BLOCK]))]

    def close(self) -> None:
        """Let go; what was not taken is dropped, for the socket may be another's by now."""
        self._write_buf.clear()
        with contextlib.suppress(OSError):
            super().close()


class Incoming(StreamReader):
    """The side that a phone writes to: a line that has come already is given without a wait."""

    buffer_size: int
    _read_buf: bytes
    _read_pos: int

    def __init__(self, its_socket: socket.socket, mode: str, size: int) -> None:
        super().__init__(its_socket, mode, size)
        self._socket = its_socket

    def preamble(self) -> bytes:
        """What stands before the body of the next request, if all of it has come; it is still to be read."""
        self._fill()
        end = self._read_buf.find(b"\r\n\r\n", self._read_pos) + 4
        return self._read_buf[self._read_pos : end] if end > 3 else b""

    def skip(self, size: int) -> None:
        """Have so many bytes read that have come."""
        self._read_pos += size
        self.bytes_read += size

    def readline(self, size: int | None = -1) -> bytes:
        """The next line, or so many bytes of it."""
        if self._fill():
            return b""
        start = self._read_pos
        end = self._read_buf.find(b"\n", start) + 1
        if not end or (size is not None and 0 <= size < end - start):
            return bytes(super().readline(size))
        self.skip(end - start)
        return self._read_buf[start:end]

    def _fill(self) -> bool:
        """Take what has come, where all that came before has been read; whether nothing comes any more."""
        if self._read_pos < len(self._read_buf):
            return False
        try:
            self._read_buf, self._read_pos = os.read(self._socket.fileno(), self.buffer_size), 0
        except BlockingIOError:
            return False
        return not self._read_buf
