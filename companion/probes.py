"""What the doctor looks at beside the parts of the box: the disk, the clock and the port."""

from __future__ import annotations

import errno
import os
import shutil
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.doctor import Finding

EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
"""A clock before this has not been set: a Pi has no battery for it, and begins where its card was written."""
_MEGABYTE = 1 << 20


def disk(folder: Path) -> Finding:
    """Whether the folder of the games, or the nearest one above it, can be written."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not os.access(there, os.W_OK | os.X_OK) or not there.is_dir():
        why = os.strerror(errno.EACCES if there.is_dir() else errno.ENOTDIR)
        return Finding("disk", "missing", {"folder": str(folder), "why": why})
    free = shutil.disk_usage(there).free // _MEGABYTE
    return Finding("disk", "ok", {"folder": str(folder), "free": free})


def clock(now: Callable[[], datetime]) -> Finding:
    """Whether the clock has been set."""
    at = now()
    return Finding("clock", "ok" if at >= EARLIEST else "missing", {"now": f"{at:%Y-%m-%d %H:%M} UTC"})


def port(host: str, number: int) -> Finding:
    """Whether the port can be listened on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, number))
        except OSError as error:
            return Finding("port", "missing", {"port": number, "why": error.strerror or str(error)})
    return Finding("port", "ok", {"port": number})
