"""What a start is given: by the process, by whoever wished for it, and by the world around it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import datetime

import msgspec

from companion.daemon.configuration import Configuration
from companion.daemon.wishes import Again, Forget, PutBack
from companion.storage.machine import Machine
from companion.system.machine import this_machine


class Given(msgspec.Struct, frozen=True):
    """What the process hands over. configuration: which a phone may change. lines: the last ones of its
    log. portal: the socket on port 80, which stays the process's. machine: looks which one this is.
    """

    configuration: Configuration
    lines: Callable[[], tuple[str, ...]] = tuple
    portal: socket.socket | None = None
    machine: Callable[[], Machine] = this_machine


class World(msgspec.Struct, frozen=True):
    """What no program makes itself. clock: the present time, UTC. entropy: gives that many random bytes."""

    clock: Callable[[], datetime]
    entropy: Callable[[int], bytes]


class Beginning(msgspec.Struct, frozen=True):
    """What a start begins with. example: the game whose example is put on the table. wish: what it is for."""

    example: str | None
    wish: Again | PutBack | Forget

    @property
    def copy(self) -> str | None:
        """The name of the copy that is to be put back, if that is wished for."""
        return self.wish.name if isinstance(self.wish, PutBack) else None
