"""Connections, and their limits."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tornado.iostream import IOStream

MAX_CONNECTIONS = 400
"""Without streams; a process may not open many more files."""
MAX_PER_ADDRESS = 100
MAX_STREAMS = 72
MAX_STRANGER_STREAMS = 8
"""Streams of an address whose phones have not joined."""
_BUFFER = 256 * 1024
_TLS = 0x16  # the first byte of a hello


class Connection(IOStream):
    """A phone's connection.

    local_address: the box's, on this connection. last_used: monotonic time of the last request. member: who
    sent it; None for a stranger. streaming: whether it carries a stream.
    """

    def __init__(self, its_socket: socket.socket, address: tuple[Any, ...]) -> None:
        super().__init__(its_socket, max_buffer_size=_BUFFER)
        self.address = str(address[0])
        self.local_address = str(its_socket.getsockname()[0])
        self.last_used = time.monotonic()
        self.member: str | None = None
        self.streaming = self._started = self._received = False

    def read_from_fd(self, buf: bytearray | memoryview) -> int | None:
        """Override: a TLS hello counts as the end, and the end waits for a response that is due."""
        size = super().read_from_fd(buf)
        if size:
            hello = not self._started and buf[0] == _TLS
            self._started = self._received = True
            return 0 if hello else size
        if size == 0 and not self.streaming and (self._received or not self.reading()):
            self._received = False  # parse first what came with the end
            if not self.reading():  # a response is due; the loop would report the end again and again
                asyncio.get_running_loop().remove_reader(self.socket)
            return None
        return size


def excess_connection(connections: Iterable[Connection]) -> Connection | None:
    """The connection to close if there are too many.

    It is the least recently used of the address with most connections, a stranger's before a member's.
    """
    ordinary = [each for each in connections if not each.streaming and not each.closed()]
    per_address = Counter(each.address for each in ordinary)
    if len(ordinary) <= MAX_CONNECTIONS and max(per_address.values(), default=0) <= MAX_PER_ADDRESS:
        return None
    return min(
        ordinary, key=lambda each: (-per_address[each.address], each.member is not None, each.last_used)
    )


def may_stream(phone: Connection, connections: Iterable[Connection], most: int) -> bool:
    """Whether the phone may have another stream.

    most: streams in all. Half are for members alone, a ninth for members who have none yet.
    """
    streams = [each for each in connections if each.streaming and not each.closed()]
    own = sum((each.member or each.address) == (phone.member or phone.address) for each in streams)
    if phone.member is None:
        return own < MAX_STRANGER_STREAMS and len(streams) + most // 2 < most
    return len(streams) + (most // 9 if own else 0) < most
