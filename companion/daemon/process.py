"""Serving as a process: until it is told to stop, known to the service manager and to the log as it lives."""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.daemon.configuration import Configuration
from companion.daemon.failures import Failures, place, runtime
from companion.daemon.given import Given
from companion.daemon.handed import handed_over
from companion.daemon.journald import log_to_stderr
from companion.daemon.life import Life
from companion.daemon.service import ServiceManager
from companion.daemon.wishes import Stopped, Wishes
from companion.games import Game
from companion.health.last_lines import LastLines
from companion.language.text import Text
from companion.table.opening import folder_of

log = logging.getLogger(__name__)

_LOGIND_ANSWERS_WITHIN = 10
"""Seconds that logind is given."""


def run(
    configuration: Configuration,
    *,
    ready: Callable[[str, str], None],
    safe_mode: Callable[[Text, str | None], None] = lambda _said, _code: None,
    example: str | None = None,
    games: Mapping[str, Game] | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel, which may switch the machine off as well.

    ready: called once requests are answered, with the address and the join code. safe_mode: called beside it
    in safe mode, with what is wrong and the code for its page; None where the display shows that.
    example, games: as of `serving`. Raises `CompanionError` for what the companion cannot do without.
    """
    config = configuration.load()
    log_to_stderr(os.environ)
    lines = LastLines(runtime(os.environ))
    logging.getLogger().addHandler(lines)
    portal = handed_over(os.environ)
    off = False
    with Wishes() as wishes, wishes.hearing_signals(), suppress(Stopped):
        manager, failures = ServiceManager(os.environ), Failures(place(os.environ, folder_of(config)))
        given = Given(configuration, lambda: lines.lines, portal)
        off = Life(wishes, manager, failures, ready, safe_mode, games, given).live(example)
    logging.getLogger().removeHandler(lines)
    if off:
        log.info("shut down on the panel")
        if config.box.power_off:
            power_off()


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
