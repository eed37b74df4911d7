"""What the kernel tells whoever listens: that something of the network has changed, or a device has come.

Who is told need not look again and again. Where the system has no such kernel, or does not let us listen,
there is nothing to be told by, and who would have been looks now and then.
"""

from __future__ import annotations

import socket
from contextlib import suppress

_ROUTE, _NETWORK = 0, 1 | 16 | 64
"""The kernel's socket for networks; of what it tells: links, IPv4 addresses, and the ways through them."""
_UEVENT, _DEVICES = 15, 1 | 2
"""Its socket for devices; of what it tells: each as the kernel has found it, and as udev has named it."""
_LONGEST = 65536
"""Bytes, more than any news has. They are not read: who is told looks for himself."""


class Kernel:
    """A socket on which the kernel tells its news; to be closed."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self._listening.setblocking(False)

    def fileno(self) -> int:
        """It can be read when there are news."""
        return self._listening.fileno()

    def take(self) -> None:
        """Take all of them; never waits. Where some were lost, the rest is left to be read: one look more."""
        with suppress(OSError):
            while self._listening.recv(_LONGEST):
                pass

    def close(self) -> None:
        """Listen no more."""
        self._listening.close()


def of_network() -> Kernel | None:
    """Tells of links, addresses and ways; None where that is not to be had."""
    return _listening(_ROUTE, _NETWORK)


def of_devices() -> Kernel | None:
    """Tells of devices that come and go; None where that is not to be had."""
    return _listening(_UEVENT, _DEVICES)


def _listening(protocol: int, groups: int) -> Kernel | None:
    try:
        netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol)
    except (AttributeError, OSError):  # another system, or a container that has none
        return None
    try:
        netlink.bind((0, groups))
    except OSError:
        netlink.close()
        return None
    return Kernel(netlink)
