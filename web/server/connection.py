"""A phone's connection, and which one gives way where there are too many."""

from __future__ import annotations

import socket
import string
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from tornado.iostream import IOStream

TIMEOUT = 20.0  # seconds for a whole request, and for taking a part of a response
OPEN = 300  # connections that wait for their phones
OF_AN_ADDRESS = 100  # of them, those of one address that are no member's
_BUFFER = 256 * 1024
# First bytes of a request; a TLS hello begins otherwise.
_BEGINS = frozenset((string.ascii_uppercase + "\r\n").encode())


class Connection(IOStream):
    """A phone's connection.

    here: address of this box that the phone dialled. since: monotonic time since when it waits for the phone;
    None while the phone waits. member: the last request was a member's.
    """

    def __init__(
        self, its_socket: socket.socket, address: tuple[Any, ...], closed: Callable[[Connection], object]
    ) -> None:
        super().__init__(its_socket, max_buffer_size=_BUFFER)
        self.address = str(address[0])
        self.here = str(its_socket.getsockname()[0])
        self.since: float | None = time.monotonic()
        self.member = False
        self._begun = False
        self._closed_by = closed

    def rest(self, *, streaming: bool) -> None:
        """Wait for the phone again, unless it reads a stream."""
        self.since = None if streaming else time.monotonic()

    def read_from_fd(self, buf: bytearray | memoryview) -> int | None:
        """As Tornado has it; what begins no request counts as the end."""
        size = super().read_from_fd(buf)
        if size and not self._begun:
            self._begun = True
            return size if buf[0] in _BEGINS else 0
        return size

    def close_fd(self) -> None:
        """As Tornado has it."""
        super().close_fd()
        self._closed_by(self)


def surplus(connections: Collection[Connection], most: int = OPEN) -> Connection | None:
    """The connection that has to go where too many wait for their phones, if any.

    Strangers go before members; of each the address with most connections loses the one that waits longest.
    """
    waiting = [each for each in connections if each.since is not None]
    strangers = Counter(each.address for each in waiting if not each.member)
    crowded = [each for each in waiting if not each.member and strangers[each.address] > OF_AN_ADDRESS]
    if not crowded and len(waiting) <= most:
        return None
    crowd = Counter(each.address for each in waiting)
    return min(crowded or waiting, key=lambda each: (each.member, -crowd[each.address], each.since or 0.0))
