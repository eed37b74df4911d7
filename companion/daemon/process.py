"""Serving as a process: until it is told to stop, known to the service manager and to the log as it lives."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Mapping

from companion.config import Config
from companion.daemon.build import serving
from companion.games import Game

log = logging.getLogger(__name__)

_LOGIND_ANSWERS_WITHIN = 10
"""Seconds that logind is given."""
_WEIGHTS = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}
_PLAIN = "%(levelname)s %(name)s: %(message)s"


def run(
    config: Config,
    *,
    ready: Callable[[str, str], None],
    example: str | None = None,
    games: Mapping[str, Game] | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel, which may switch the machine off as well.

    ready: called once requests are answered, with the address and the join code. example, games: as of
    `serving`. Raises `CompanionError` for what the companion cannot do without.
    """
    log_to_stderr(os.environ)
    stop, ended = threading.Event(), threading.Event()

    def end(*_: object) -> None:
        ended.set()
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    manager = ServiceManager(os.environ)
    said, copy = False, None
    while True:
        with serving(config, shut_down=stop.set, example=example, copy=copy, games=games) as served:
            if not said:
                ready(served.url, served.code)
            said, example = True, None
            manager.ready()
            while not stop.wait(manager.pulse):
                if served.alive():
                    manager.alive()
            manager.stopping()
            if served.off():
                log.info("shut down on the panel")
        if ended.is_set() or served.wanted is None:
            break
        copy = served.wanted
        stop.clear()
    if config.box.power_off and served.off():
        power_off()


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
        check=True, capture_output=True, timeout=_LOGIND_ANSWERS_WITHIN, text=True,
    )  # fmt: skip


def power_off(ask: Callable[[], object] = ask_logind) -> None:
    """Switch the machine off; the log tells when it was not."""
    try:
        ask()
    except (OSError, subprocess.SubprocessError) as error:
        why = error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else error
        log.warning("the machine was not switched off: %s", why)


class ForJournald(logging.Formatter):
    """Puts the weight in front of each line as `sd-daemon(3)` has it, for `journalctl -p warning`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line for what has one; a stumble brings its trace, each line of the same weight."""
        weight = _WEIGHTS.get(record.levelname, 4)
        return "\n".join(f"<{weight}>{line}" for line in super().format(record).splitlines())


def log_to_stderr(environment: Mapping[str, str]) -> None:
    """Send the log to standard error. environment: the process's; systemd names what journald reads."""
    handler = logging.StreamHandler()
    named = environment.get("JOURNAL_STREAM")
    handler.setFormatter(ForJournald("%(message)s") if _is_stderr(named) else logging.Formatter(_PLAIN))
    logging.basicConfig(level=logging.INFO, handlers=(handler,))


def _is_stderr(named: str | None) -> bool:
    """Whether that is it, by device and inode: other programs pass the name on, too."""
    if named is None:
        return False
    file = os.fstat(2)
    return named == f"{file.st_dev}:{file.st_ino}"
