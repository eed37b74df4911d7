"""What the service manager is told: ready, alive, stopping; and its part in switching the machine off.

systemd's protocol is a datagram to a socket whose path it gives (`sd_notify(3)`). Without one nothing is
said, and nothing else changes.
"""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable, Mapping

_ANSWERS_WITHIN = 10


class NotPoweredOff(Exception):
    """Logind did not switch the machine off. why: its words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class ServiceManager:
    """The one that started this process, if there is one. environment: the process's."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "") in {"", str(os.getpid())}
        self.pulse = int(microseconds) / 4e6 if microseconds.isdecimal() and meant else None
        """Seconds between `alive`s: a quarter of what the manager waits for one; None when it does not."""

    def ready(self) -> None:
        """The page answers."""
        self._tell("READY=1")

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
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
            datagram.sendto(what.encode(), where)


def ask_logind() -> None:
    """Ask logind, and that polkit, whether this user may: no root, no shell. Raises as `subprocess` does."""
    subprocess.run(
        (
            "/usr/bin/busctl", "--system", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager", "PowerOff", "b", "false",
        ),
        check=True, capture_output=True, timeout=_ANSWERS_WITHIN, text=True,
    )  # fmt: skip


def power_off(ask: Callable[[], object] = ask_logind) -> None:
    """Switch the machine off. Raises `NotPoweredOff`."""
    try:
        ask()
    except subprocess.CalledProcessError as error:
        raise NotPoweredOff(error.stderr.strip()) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotPoweredOff(str(error)) from error
