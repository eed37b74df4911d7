"""What a start is given."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import msgspec

from companion.config import Config
from companion.daemon.owner import Owner
from companion.daemon.wishes import Again, PutBack


class Given(NamedTuple):
    """What the process hands over. owner: where a phone may change the choices. lines: the last ones of its
    log. portal: the socket on port 80, which stays the process's.
    """

    owner: Owner
    lines: Callable[[], tuple[str, ...]] = tuple
    portal: socket.socket | None = None


class World(NamedTuple):
    """What a start is given, as of `serving`."""

    clock: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    lines: Callable[[], tuple[str, ...]]


class Beginning(msgspec.Struct, frozen=True):
    """What a start begins with: an example, if any, and what was wished for."""

    example: str | None
    wish: Again | PutBack


class Hold(msgspec.Struct, frozen=True):
    """What holds for a start: the configuration, where it comes from, and how to stop."""

    config: Config
    owner: Owner
    shut_down: Callable[[], object]
