"""The service manager, if there is one, and what it is told as the process lives."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Mapping

log = logging.getLogger(__name__)

_START_WITHIN = 180
"""Seconds that a start may take: `TimeoutStartSec` of the unit."""
_TAKES = 1.0
"""Seconds that the manager is given to take a word."""


class ServiceManager:
    """The one that started this process, if there is one. environment: the process's."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "") in {"", str(os.getpid())}
        self.pulse = int(microseconds) / 2e6 if microseconds.isdecimal() and meant else None
        """Seconds between `alive`s: half of what the manager waits for one; None when it does not."""

        self._watching, self._starting_again = microseconds if self.pulse else "", False
        self._failing = False

    def ready(self) -> None:
        """The page answers."""
        again, self._starting_again = self._starting_again, False
        watching = f"\nWATCHDOG_USEC={self._watching}" if again and self._watching else ""
        self._tell(f"READY=1{watching}")

    def starting_again(self) -> None:
        """Until the page answers again nobody says that all is alive, for as long as a start may take."""
        self._starting_again = True
        watching = f"\nWATCHDOG_USEC={_START_WITHIN * 1_000_000}" if self._watching else ""
        self._tell(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}{watching}")

    def alive(self) -> None:
        """Game and journal have just been seen to answer."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """What is on the way is being finished."""
        self._tell("STOPPING=1")

    def _tell(self, what: str) -> None:
        if not self._address:
            return
        where = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
                datagram.settimeout(_TAKES)
                datagram.sendto(what.encode(), where)
        except (OSError, ValueError) as failure:  # whatever becomes of it, a game may go on
            if not self._failing:
                log.warning("the service manager was not told: %s", failure)
            self._failing = True
        else:
            self._failing = False
