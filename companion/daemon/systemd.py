"""The service manager: notifications, the socket it hands over, the form of its log, and switching off.

In a terminal there is none: notifications do nothing and there is no socket.
"""

from __future__ import annotations

import logging
import os
import socket
import subprocess
from collections.abc import Mapping, MutableMapping

log = logging.getLogger(__name__)

_START_TIMEOUT = 180
"""Seconds that a start may take: `TimeoutStartSec` of the unit."""
_SEND_TIMEOUT = 1.0
"""Seconds that the manager is given to take a message."""
_LOGIND_TIMEOUT = 10
"""Seconds."""
_FIRST_FD = 3
"""The number of the first handle that is handed over, as `sd_listen_fds(3)` has it."""
_LISTEN = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
_PRIORITIES = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}
_PLAIN = "%(levelname)s %(name)s: %(message)s"


class ServiceManager:
    """The one that started this process, if there is one. environment: the process's."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "") in {"", str(os.getpid())}
        self._watchdog = int(microseconds) if microseconds.isdecimal() and meant else 0
        self.watchdog_interval = self._watchdog / 2e6 or None
        """Seconds between `alive`s: half of what the manager waits for one; None when it does not."""

        self._failed = False

    def ready(self) -> None:
        """The page answers."""
        self._notify("READY=1")
        if self._watchdog:
            self._notify(f"WATCHDOG_USEC={self._watchdog}")

    def restarting(self) -> None:
        """Until `ready`, let the watchdog wait for as long as a start may take."""
        if self._watchdog:
            self._notify(f"WATCHDOG_USEC={_START_TIMEOUT * 1_000_000}")

    def alive(self) -> None:
        """Game and journal have just been seen to answer."""
        self._notify("WATCHDOG=1")

    def stopping(self) -> None:
        """What is on the way is being finished."""
        self._notify("STOPPING=1")

    def _notify(self, what: str) -> None:
        if not self._address:
            return
        where = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
                datagram.settimeout(_SEND_TIMEOUT)
                datagram.sendto(what.encode(), where)
        except (OSError, ValueError) as failure:  # a game goes on without the service manager
            if not self._failed:
                log.warning("the service manager was not told: %s", failure)
            self._failed = True
        else:
            self._failed = False


def listening_socket(environment: MutableMapping[str, str], fd: int = _FIRST_FD) -> socket.socket | None:
    """The socket that was handed over, on port 80; None where none was. To be called once, before anything
    else listens.

    environment: the process's; nothing of this stays in it, for the web server would take the socket as its
    own. first: the handle.
    """
    given = {name: environment.pop(name, "") for name in _LISTEN}
    if given["LISTEN_PID"] != str(os.getpid()) or given["LISTEN_FDS"] != "1":
        return None
    try:
        handed = socket.socket(fileno=fd)
    except OSError:
        return None
    if handed.type != socket.SOCK_STREAM or not handed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        handed.detach()
        return None
    os.set_inheritable(fd, False)
    return handed


class _JournaldFormatter(logging.Formatter):
    """Puts the priority in front of each line as `sd-daemon(3)` has it, for `journalctl -p warning`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, or, with a traceback, several of the same priority."""
        priority = _PRIORITIES.get(record.levelname, 4)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def log_to_stderr(environment: Mapping[str, str]) -> None:
    """Send the log to standard error. environment: the process's; systemd names what journald reads."""
    handler = logging.StreamHandler()
    file = os.fstat(2)  # other programs pass the name on, too
    journald = environment.get("JOURNAL_STREAM") == f"{file.st_dev}:{file.st_ino}"
    handler.setFormatter(_JournaldFormatter("%(message)s") if journald else logging.Formatter(_PLAIN))
    logging.basicConfig(level=logging.INFO, handlers=(handler,))


def power_off() -> None:
    """Switch the machine off by logind, which asks polkit. The log tells when it was not."""
    try:
        subprocess.run(
            (
                "/usr/bin/busctl", "--system", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager", "PowerOff", "b", "false",
            ),
            check=True, capture_output=True, timeout=_LOGIND_TIMEOUT, text=True,
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        log.warning("the machine was not switched off: %s", error.stderr.strip())
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("the machine was not switched off: %s", error)
