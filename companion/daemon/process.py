"""Serving as a process: until it is told to stop, known to the service manager and to the log as it lives."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress

from msgspec.structs import replace

from companion.config import Config
from companion.daemon.build import serving
from companion.daemon.failures import Failures, place
from companion.daemon.rescue import rescuing
from companion.daemon.wishes import Again, End, Leave, PutBack, Stopped, Wish, Wishes
from companion.games import Game
from companion.language.text import Text
from companion.table.opening import folder_of

log = logging.getLogger(__name__)

_LOOK = 5.0
"""Seconds after which the display in safe mode has followed a new address at the latest."""
_START_WITHIN = 180
"""Seconds that a start may take: `TimeoutStartSec` of the unit."""
_LOGIND_ANSWERS_WITHIN = 10
"""Seconds that logind is given."""
_WEIGHTS = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}
_PLAIN = "%(levelname)s %(name)s: %(message)s"


def run(
    config: Config,
    *,
    ready: Callable[[str, str], None],
    rescued: Callable[[Text, str | None], None] = lambda _said, _code: None,
    example: str | None = None,
    games: Mapping[str, Game] | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel, which may switch the machine off as well.

    ready: called once requests are answered, with the address and the join code. rescued: called beside it
    in safe mode, with what is wrong and the code for its page; None where the display shows that.
    example, games: as of `serving`. Raises `CompanionError` for what the companion cannot do without.
    """
    log_to_stderr(os.environ)
    wishes = Wishes()
    wishes.hear_signals()
    off = False
    with suppress(Stopped):
        off = _Life(config, wishes, ServiceManager(os.environ), ready, rescued, games).live(example)
    if off:
        log.info("shut down on the panel")
        if config.box.power_off:
            power_off()


class _Life:
    """From the process's start to its end: starts, and between them what keeps it from starting."""

    def __init__(
        self,
        config: Config,
        wishes: Wishes,
        manager: ServiceManager,
        ready: Callable[[str, str], None],
        rescued: Callable[[Text, str | None], None],
        games: Mapping[str, Game] | None,
    ) -> None:
        self._config = config
        self._wishes = wishes
        self._manager = manager
        self._ready = ready
        self._rescued = rescued
        self._games = games
        self._told = False
        self._failures = Failures(place(os.environ, folder_of(config)))

    def live(self, example: str | None) -> bool:
        """Live to the end; whether that was asked for on the panel. Raises `Stopped`, `CompanionError`."""
        wish: Wish = Again()
        safe = False
        while True:
            if self._failures.enough:
                wish, safe = self._rescue(), True
                if isinstance(wish, End):
                    return False
                self._failures.allow_one()
            try:
                wish, off = self._serve(wish.name if isinstance(wish, PutBack) else None, example)
            except Exception:
                if not (safe and self._failures.enough):
                    raise
                log.exception("the start failed once more")
                continue
            if isinstance(wish, End):
                return off
            example = None

    def _serve(self, copy: str | None, example: str | None) -> tuple[Wish, bool]:
        """Start and serve until something else is wished for; give that, and whether the box was shut down.

        copy: to be put back first.
        """
        wishes, manager = self._wishes, self._manager
        with ExitStack() as stack:
            with self._failures.counted(), wishes.breaking():
                served = stack.enter_context(
                    serving(
                        self._config,
                        shut_down=lambda: wishes.put(Leave()),
                        example=example,
                        copy=copy,
                        games=self._games,
                    )
                )
            self._answers(served.url, served.port, served.code)
            while (wish := wishes.next(manager.pulse)) is None:
                if served.alive():
                    manager.alive()
            if isinstance(wish, End) or served.wanted is None:
                manager.stopping()
                return End(), served.off()
            manager.starting_again()
            return PutBack(served.wanted), False

    def _rescue(self) -> Wish:
        """Safe mode, until something is wished for. Raises `CompanionError` where nobody could be told."""
        said, wishes, manager = self._failures.said, self._wishes, self._manager
        log.error("five starts have failed; safe mode waits for somebody's choice")
        with ExitStack() as stack:
            with wishes.breaking():
                rescue = stack.enter_context(rescuing(self._config, said, wishes.put))
            if rescue.listens:
                self._answers(rescue.url, rescue.port, rescue.code)
            else:
                manager.ready()
            self._rescued(said, rescue.code if rescue.unseen else None)
            while (wish := wishes.next(min(manager.pulse or _LOOK, _LOOK))) is None:
                manager.alive()
                rescue.look()
            if isinstance(wish, End):
                manager.stopping()
            else:
                manager.starting_again()
            return wish

    def _answers(self, url: str, port: int, code: str) -> None:
        """Say, the first time, that requests are answered; from now on at this very port."""
        if not self._told:
            self._told = True
            self._ready(url, code)
        self._config = replace(self._config, web=replace(self._config.web, port=port))
        self._manager.ready()


class ServiceManager:
    """The one that started this process, if there is one. environment: the process's."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "") in {"", str(os.getpid())}
        self.pulse = int(microseconds) / 4e6 if microseconds.isdecimal() and meant else None
        """Seconds between `alive`s: a quarter of what the manager waits for one; None when it does not."""

        self._watching, self._starting_again = microseconds if self.pulse else "", False

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
