"""News from the kernel, by netlink: changes of the network, and new devices. Spares polling where it is
available.
"""

from __future__ import annotations

import socket
from contextlib import suppress

_ROUTE, _NETWORK = 0, 1 | 16 | 64
"""The routing socket, and its groups: links, IPv4 addresses, routes."""
_UEVENT, _DEVICES = 15, 1 | 2
"""The device socket, and its groups: events of the kernel, and of udev."""
_READ_SIZE = 65536
"""Bytes, more than any message has. Messages are not parsed."""


class NetlinkSocket:
    """A netlink socket; to be closed."""

    def __init__(self, netlink: socket.socket) -> None:
        self._open = netlink
        self._open.setblocking(False)

    def fileno(self) -> int:
        """The socket's file descriptor, to poll for news."""
        return self._open.fileno()

    def take(self) -> None:
        """Drop all messages without waiting. After an overflow, the rest stays for the next poll."""
        with suppress(OSError):
            while self._open.recv(_READ_SIZE):
                pass

    def close(self) -> None:
        """Close the socket."""
        self._open.close()


def network_changes() -> NetlinkSocket | None:
    """News of links, addresses and routes; None where it is not available."""
    return _open(_ROUTE, _NETWORK)


def device_changes() -> NetlinkSocket | None:
    """News of devices; None where it is not available."""
    return _open(_UEVENT, _DEVICES)


def _open(protocol: int, groups: int) -> NetlinkSocket | None:
    try:
        netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol)
    except (AttributeError, OSError):  # another system, or a container that has none
        return None
    try:
        netlink.bind((0, groups))
    except OSError:
        netlink.close()
        return None
    return NetlinkSocket(netlink)
