"""A socket that the service manager has opened and hands over, since only it may: that on port 80."""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping

_FIRST = 3
"""The number of the first handle that is handed over, as `sd_listen_fds(3)` has it."""
_SAID = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")


def handed_over(environment: MutableMapping[str, str], first: int = _FIRST) -> socket.socket | None:
    """The socket that was handed over; None where none was. To be called once, before anything else listens.

    environment: the process's; nothing of this stays in it, for the web server would take the socket as its
    own. first: the handle.
    """
    said = {name: environment.pop(name, "") for name in _SAID}
    if said["LISTEN_PID"] != str(os.getpid()) or said["LISTEN_FDS"] != "1":
        return None
    try:
        handed = socket.socket(fileno=first)
    except OSError:
        return None
    if handed.type != socket.SOCK_STREAM or not handed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        handed.detach()
        return None
    os.set_inheritable(first, False)
    return handed
