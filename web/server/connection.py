"""A phone's connection, and which one gives way where there are too many."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tornado.iostream import IOStream

MOST = 400  # connections, streams apart: files that a process may open are not many more
OF_AN_ADDRESS = 100  # of them
STREAMS = 72
STREAMS_OF_AN_ADDRESS = 8  # of those who have not joined
_BUFFER = 256 * 1024
_TLS = 0x16  # the first byte of a hello


class Connection(IOStream):
    """A phone's connection.

    here: address of this box that the phone dialled. used: monotonic time of its last request. member: who
    sent that, None for a stranger. streaming: it carries a stream; these have a limit of their own.
    """

    def __init__(self, its_socket: socket.socket, address: tuple[Any, ...]) -> None:
        super().__init__(its_socket, max_buffer_size=_BUFFER)
        self.address = str(address[0])
        self.here = str(its_socket.getsockname()[0])
        self.used = time.monotonic()
        self.member: str | None = None
        self.streaming = self._begun = self._came = False

    def read_from_fd(self, buf: bytearray | memoryview) -> int | None:
        """As Tornado has it; a TLS hello counts as the end, and the end waits for an answer that is due."""
        size = super().read_from_fd(buf)
        if size:
            hello = not self._begun and buf[0] == _TLS
            self._begun = self._came = True
            return 0 if hello else size
        if size == 0 and not self.streaming and (self._came or not self.reading()):
            self._came = False  # what came with the end is looked at first
            if not self.reading():  # a request is answered; the loop would report the end all the time
                asyncio.get_running_loop().remove_reader(self.socket)
            return None
        return size


def surplus(connections: Iterable[Connection]) -> Connection | None:
    """The connection that has to go where there are too many, if any.

    The address with most connections loses one: a stranger's before a member's, the one used longest ago.
    """
    counted = [each for each in connections if not each.streaming and not each.closed()]
    crowd = Counter(each.address for each in counted)
    if len(counted) <= MOST and max(crowd.values(), default=0) <= OF_AN_ADDRESS:
        return None
    return min(counted, key=lambda each: (-crowd[each.address], each.member is not None, each.used))


def has_place(phone: Connection, connections: Iterable[Connection], most: int) -> bool:
    """Whether this phone may have a stream. most: in all; phones that have not joined leave half of them to
    members, and members who have one leave a ninth to those who have none.
    """
    streams = [each for each in connections if each.streaming and not each.closed()]
    own = sum((each.member or each.address) == (phone.member or phone.address) for each in streams)
    if phone.member is None:
        return own < STREAMS_OF_AN_ADDRESS and len(streams) + most // 2 < most
    return len(streams) + (most // 9 if own else 0) < most
